import LayoutSyntax

extension Scene {
  /// What is set after operations; see `CallTarget`.
  func applying(
    _ operations: [Operation], within room: SettingsRoom? = nil
  ) throws(RequestFailure) -> (state: OutsideState, warnings: [Diagnostic]) {
    guard let callTarget else { throw .layoutFailed(diagnosed) }
    return try callTarget.applying(operations, within: room)
  }

  /// What calls are made to; nil while there never was a good layout.
  var callTarget: CallTarget? {
    newest.map { CallTarget(newest: $0, live: live, settings: settings, pictures: document.pictures) }
  }
}
