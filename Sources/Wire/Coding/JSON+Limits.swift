public import JSONText

extension JSON.Limits {
  /// For requests: a million values are a hundred thousand records of eight fields.
  public static let request = JSON.Limits(values: 1 << 20)
  /// For what a daemon sends us: a snapshot may have any number of views.
  public static let reply = JSON.Limits()
}
