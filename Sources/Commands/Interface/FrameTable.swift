import Frames
import LayoutRuntime

/// A scene's frames as a table: a line a view, indented as the tree is, numbers under each other.
struct FrameTable {
  private let views: [ViewRecord]

  init(_ picture: Publication) {
    guard case .snapshot(let frames, _) = picture.content else { preconditionFailure("a table shows a whole picture") }
    views = frames.views
  }

  init(_ frames: FrameSet) { views = frames.views }

  func text(_ console: Console) -> String {
    var depths: [StreamID: Int] = [:]
    var rows: [[String]] = [["view", "kind", "x", "y", "width", "height", ""]]
    for view in views {
      let depth = view.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[view.id] = depth
      // Without its parent above it, only its whole path tells which view it is.
      let isUnderParent = view.parent.map { depths[$0] != nil } ?? true
      let name = isUnderParent ? view.path.split(separator: ".").last.map(String.init) ?? view.path : view.path
      let frame = view.frame
      rows.append(
        [String(repeating: "  ", count: depth) + name, view.kind]
          + [frame.x, frame.y, frame.width, frame.height].map(Self.points) + [Self.remark(on: view.content)])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    return rows.enumerated().map { index, row in
      let cells = row.enumerated().map { column, cell in
        (2...5).contains(column)
          ? String(repeating: " ", count: widths[column] - cell.count) + cell : padded(cell, to: widths[column])
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return index == 0 ? console.styled(line, .bold) : line
    }.joined(separator: "\n")
  }

  private static func remark(on content: ViewContent) -> String {
    content.isHidden ? "hidden" : content.truncation == nil ? "" : "truncated"
  }

  /// Points as a daemon tells them; what no frame can be is shown as the nearest that one can.
  static func points(told points: Double) -> String {
    let farthest = Double(Int32.max) / 64
    return Self.points(Int32((max(-farthest, min(points, farthest)) * 64).rounded()))
  }

  /// 64ths of a point as points, with two decimals where there are any: nobody reads more.
  static func points(_ sixtyFourths: Int32) -> String {
    let hundredths = Int64((Double(sixtyFourths.magnitude) * 100 / 64).rounded())
    let sign = sixtyFourths < 0 && hundredths > 0 ? "-" : ""
    let cents = hundredths % 100
    if cents == 0 { return "\(sign)\(hundredths / 100)" }
    let decimals = cents % 10 == 0 ? "\(cents / 10)" : cents < 10 ? "0\(cents)" : "\(cents)"
    return "\(sign)\(hundredths / 100).\(decimals)"
  }
}
