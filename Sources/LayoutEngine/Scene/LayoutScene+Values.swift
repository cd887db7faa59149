import LayoutModel

/// The numbers behind names, as last solved.
extension LayoutScene {
  /// What stands at an id now: as many numbers as the file has, or those that were set in their place.
  ///
  /// - Parameter index: in `declared.identifiers`.
  public func numbers(ofIdentifier index: Int) -> [Double] {
    values.overrides[index].isEmpty
      ? declared.identifiers[index].written.map { values.value(of: $0) } : values.overrides[index]
  }

  /// - Parameter index: in `declared.variables`.
  public func value(ofVariable index: Int) -> Double { values.variables[index] }
}
