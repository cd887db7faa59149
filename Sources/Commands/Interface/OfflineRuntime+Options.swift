import LayoutRuntime

extension OfflineRuntime {
  /// Opens a scene of a file in a runtime without a daemon, for verbs that look into one scene. If the file's mistakes
  /// leave no frames, they are printed.
  ///
  /// - Parameter wanted: a layout or preview of the file; nil: the only one.
  static func opening(
    _ wanted: String?, of file: String, _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> (runtime: OfflineRuntime, scene: String) {
    let path = try LayoutFiles.existing(file)
    let place = LayoutFiles.Place(of: path, followingLinks: invocation.has(Verb.Option.followLinks.name))
    var runtime = OfflineRuntime(within: place, measuring: try Verb.textMeasurer(from: invocation))
    switch try runtime.open(path, layout: wanted) {
    case .opened(let scene): return (runtime, scene)
    case .failed(let report):
      console.printAsideText(DiagnosticsPrinter(usesColors: console.colorsErrors).text(of: report))
      throw Failure(RequestFailure.layoutFailed(report))
    }
  }
}
