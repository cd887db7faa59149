import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax

/// A scene that a program has itself, without documents, requests and subscribers. `Runtime+Guest.swift` is for one
/// that others are to see as well.
extension Scene {
  /// A scene that shows nothing yet.
  package init(named name: String) {
    self.init(
      name: name, layoutName: name, origin: .declared(preview: nil), file: name, continuing: Lineage())
  }

  /// Shows a layout. In the place of another one it is an edit.
  ///
  /// - Parameter text: says the same; nil: nobody has written it.
  package mutating func show(_ layout: ResolvedLayout, of text: SourceText?) {
    document.adopt(text)
    goOn(in: layout, because: "program")
  }

  /// Does something to the scene. What comes of it is shown by the next update.
  ///
  /// - Throws: when it cannot be done; the scene is as before.
  package mutating func apply(_ operation: Operation, animated wishes: AnimationWishes) throws(RequestFailure) {
    guard newest != nil else { throw .layoutFailed(diagnosed) }
    let (state, _) = try applying([operation])
    set(
      state, because: "program", animated: [(operation.subject, wishes[0])], moving: operation.timing,
      standard: wishes.timing)
  }

  /// As runtimes have it that nobody has set otherwise.
  private static let standard = Runtime.Options()

  /// Solves once for everything that happened, and shows what moves where it is now.
  package mutating func update(at now: Instant, measuring measurer: some TextMeasuring) {
    var nobody = JobDesk.closed
    _ = update(
      at: now, every: Self.standard.framePeriod, within: Self.standard.workLimit, measuring: measurer, handing: &nobody
    ) { _ in }
  }

  // MARK: What is shown

  /// All views as they are shown.
  package var picture: FrameSet { published.history.current }

  /// The revision of `picture`.
  package var shownRevision: Revision { published.history.revision }

  /// What leads from a revision to `picture`; nil, where that is not known any more.
  package func changes(since older: Revision) -> FrameDiff? {
    // The history says as well what went there and back since.
    if older.next != shownRevision, let past = published.past(older) { return picture.diff(from: past.picture) }
    return published.history.changes(since: older, under: .everything)
  }

  /// The place of a view in `picture`, if the views are there that the layout declares, where it puts them.
  package func position(ofDeclared view: ViewID) -> Int? {
    published.positions.indices.contains(Int(view.index)) ? published.position(of: view) : nil
  }

  /// Where a view was solved to be in its parent, wherever it is shown; nil for one that is not in the layout.
  package func target(ofViewAt path: String) -> Rect? {
    guard let live = live?.value, let index = live.layout.views.firstIndex(where: { $0.path == path }) else {
      return nil
    }
    return live.frame(of: ViewID(Int32(index)))
  }

  /// When the next frame of what moves is due; nil while nothing moves.
  package var nextFrame: Instant? { motion.nextFrame }

  /// What is wrong or doubtful now.
  package var diagnosed: DiagnosticReport { published.report.content }

  /// The text of its file, and what it means.
  ///
  /// - Parameter known: nil is returned where nothing is other than in this edition.
  /// - Returns: nil also, if it never had anything to show.
  package func textShown(unless known: Int? = nil) -> SceneText? {
    guard let layout = newest?.value.declared else { return nil }
    return document.text(known).map { SceneText(source: $0.source, layout: layout, edition: $0.edition) }
  }
}
