import Frames
import LayoutRuntime
import LayoutSyntax

/// Prints a scene's frames as a table: a line for each view, indented like the tree, with numbers in columns.
struct FrameTable {
  private let views: [ViewRecord]

  init(_ picture: Publication) {
    guard case .snapshot(let frames, _) = picture.content else { preconditionFailure("a table shows a whole picture") }
    views = frames.views
  }

  init(_ frames: FrameSet) { views = frames.views }

  func lines(_ console: Console) -> [ShownText] {
    var depths: [StreamID: Int] = [:]
    var rows: [[String]] = [["view", "kind", "x", "y", "width", "height", ""]]
    for view in views {
      let depth = view.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[view.id] = depth
      // Where the parent's line is missing, only the whole path tells which view this is.
      let isUnderParent = view.parent.map { depths[$0] != nil } ?? true
      let name = isUnderParent ? view.path.lastNameOfPath : view.path
      let frame = view.frame
      rows.append(
        [String(repeating: "  ", count: depth) + name.shownOnTerminal, view.kind]
          + [frame.x, frame.y, frame.width, frame.height].map(Self.points) + [Self.remark(on: view.content)])
    }
    let columns = Columns(rows, right: 2...5)
    return rows.enumerated().map { index, row in
      let line = columns.line(row)
      return index == 0 ? console.styled("\(line)", .bold) : "\(line)"
    }
  }

  private static func remark(on content: ViewContent) -> String {
    content.isHidden ? "hidden" : content.truncation == nil ? "" : "truncated"
  }

  /// Prints points as the daemon sent them. A number beyond the range of frames becomes the nearest one inside it.
  static func points(told points: Double) -> String {
    let farthest = Double(Int32.max) / 64
    return Self.points(Int32((max(-farthest, min(points, farthest)) * 64).rounded()))
  }

  /// Prints 64ths of a point as points, with two decimals at most: nobody reads more.
  static func points(_ sixtyFourths: Int32) -> String {
    let hundredths = Int64((Double(sixtyFourths.magnitude) * 100 / 64).rounded())
    let sign = sixtyFourths < 0 && hundredths > 0 ? "-" : ""
    let cents = hundredths % 100
    if cents == 0 { return "\(sign)\(hundredths / 100)" }
    let decimals = cents % 10 == 0 ? "\(cents / 10)" : cents < 10 ? "0\(cents)" : "\(cents)"
    return "\(sign)\(hundredths / 100).\(decimals)"
  }
}
