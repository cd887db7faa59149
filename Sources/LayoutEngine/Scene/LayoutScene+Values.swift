import LayoutModel

/// The numbers that names stand for, as last solved.
extension LayoutScene {
  /// The numbers of an id now: those in the file, or those that were set in their place.
  ///
  /// - Parameter index: the place of the id in `declared.identifiers`.
  public func numbers(ofIdentifier index: Int) -> [Double] {
    values.overrides[index].isEmpty
      ? declared.identifiers[index].written.map { values.value(of: $0) } : values.overrides[index]
  }

  /// The value of a variable now.
  ///
  /// - Parameter index: the place of the variable in `declared.variables`.
  public func value(ofVariable index: Int) -> Double { values.variables[index] }
}
