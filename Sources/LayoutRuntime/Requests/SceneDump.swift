import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax

/// What of a scene is laid open for a person who mends the runtime, the engine or the solver: lines in no fixed form.
/// The cases have the names of the protocol's.
public enum SceneDump: String, Sendable {
  /// What is set in it, solved, published and moving.
  case scene
  /// Its views, with their constraints.
  case tree
  /// Its file as it was parsed.
  case syntax
  /// The compiled system, with its values.
  case solver
}

extension Scene {
  /// - Parameter tree: what is in a file that its layout comes from.
  func dump(_ dump: SceneDump, tree: (String) -> SyntaxTree?) throws(RequestFailure) -> String {
    let text: String? =
      switch dump {
      case .scene: stateDump
      case .syntax: tree(document.file)?.dump()
      case .tree: live?.value.treeDump { line(of: $0) }
      case .solver: live?.value.solverDump { line(of: $0) }
      }
    guard let text else { throw .layoutFailed(published.report.content) }
    return text
  }

  private var stateDump: String {
    let views = published.history.current.views.count
    let source = "\(document.file), \(origin), \(status)"
    let nextFrame = motion.nextFrame.map { "at \($0.milliseconds) ms" } ?? "never"
    var lines = [
      "scene \(name): layout \(layoutName) of \(source)",
      "revision \(published.history.revision.value), layout revision \(published.layoutRevision.value), \(views) views",
      "published at \(published.time.milliseconds) ms because of \(published.cause ?? "what moves")",
      "revisions kept since \(published.ring.oldest.map { "\($0.value)" } ?? "none")",
      "moving: \(motion.moving.count) views, next frame \(nextFrame)",
    ]
    if let live = live?.value { lines.append("solved: \(live.statistics)") }
    lines += ["set from outside"] + settings.outside.settings(since: settings.base).map { "  \($0.words)" }
    lines.append("complaints")
    for complaint in published.report.content.diagnostics {
      let place = complaint.place.map { line(of: $0) } ?? document.file
      lines.append("  \(place): \(complaint.code.rawValue): \(complaint.message)")
    }
    lines += ["subscribers"] + audience.dump().map { "  \($0)" }
    return lines.map(\.shownOnTerminal).joined(separator: "\n") + "\n"
  }
}

extension SceneSetting {
  /// `hidden of card.title: truth(true)`.
  fileprivate var words: String {
    switch self {
    case .kept(let slot, let subject, let value, let written):
      let about = subject.isEmpty ? "" : " of \(subject)"
      return "\(slot)\(about): \(value.map { "\($0)" } ?? "taken back")\(written.map { ", the file said \($0)" } ?? "")"
    case .list(let name, let isSet): return "\(name) = \(isSet ? "records from outside" : "the file's")"
    case .record(let list, let key, let rank, let record):
      let fields = record?.fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      return "\(list)[\(key)] at \(rank) = \(fields ?? "nothing")"
    case .place(let view, let place): return "\(view) stands \(place.map { "\($0)" } ?? "where the file puts it")"
    }
  }
}

extension Scene {
  /// `card.layout:12`, for a place in the texts that its layout was made from.
  private func line(of place: Diagnostic.Place) -> String {
    guard let lines = document.layoutSources.lines(of: place) else { return place.file }
    return "\(place.file):\(lines.start.line)"
  }
}
