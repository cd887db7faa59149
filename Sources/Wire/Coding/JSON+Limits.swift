public import JSONText

extension JSON.Limits {
  /// For requests: a quarter of a million values is 20 times what an `Apply` of a thousand operations needs.
  public static let request = JSON.Limits(values: 1 << 18)
  /// For what a daemon sends us: a snapshot may have any number of views.
  public static let reply = JSON.Limits()
}
