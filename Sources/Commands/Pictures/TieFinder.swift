import Drawing
import Frames
import Geometry
import Wire

/// Finds out between which points of a picture a constraint is to be drawn.
///
/// A constraint between two anchors goes along their axis, where both views are; one of a width or height goes across
/// the view.
struct TieFinder {
  private var frames: [String: Rect] = [:]

  init(_ frames: FrameSet) {
    for view in frames.filtered(by: FrameFilter(space: .scene)).views {
      self.frames[view.path] = view.frame.rect
    }
  }

  /// What is drawn of the reasons for a view: those that hold now, each once, and arrows along what nothing decides.
  func ties(of view: String, _ explained: Wire.Reply.Explained) -> [Annotations.Tie] {
    var ties: [Annotations.Tie] = []
    var drawn: Set<String> = []
    for attribute in explained.attributes {
      for reason in attribute.because where reason.active && reason.means != nil && !reason.ends.isEmpty {
        let key = "\(reason.id ?? "")|\(reason.means ?? reason.source)"
        if drawn.insert(key).inserted { ties += self.ties(view, of: reason, guides: explained.guides) }
      }
      guard attribute.status == .ambiguous, let frame = frames[view] else { continue }
      let (start, end) = Self.across(frame, isAcross: Self.isHorizontal(attribute.name))
      ties.append(Annotations.Tie(from: start, to: end, "nothing decides \(attribute.name)", isFree: true))
    }
    return ties
  }

  private func ties(
    _ view: String, of reason: Wire.Reply.Explained.Reason, guides: [Wire.Reply.Explained.Guide]
  ) -> [Annotations.Tie] {
    var words = reason.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let id = reason.id, !words.hasSuffix(id) { words += "  \(id)" }
    if reason.slack < 0 { words += "  (\(FrameTable.points(told: -reason.slack)) missing)" }
    if reason.slack > 0 { words += "  (\(FrameTable.points(told: reason.slack)) to spare)" }
    let ends = reason.ends.compactMap { end in frame(of: end, guides).map { (end: end, frame: $0) } }
    guard let first = ends.first else { return [] }
    let isAcross = Self.isHorizontal(first.end.anchor)
    let (start, end): (Point, Point)
    if ["width", "height"].contains(first.end.anchor) {
      (start, end) = Self.across((ends.first { $0.end.path == view } ?? first).frame, isAcross: isAcross)
    } else {
      let second = ends.count > 1 ? ends[1] : first
      let other = Self.middle(first.frame, second.frame, isAcross: !isAcross)
      (start, end) =
        isAcross
        ? (Point(x: first.end.at, y: other), Point(x: second.end.at, y: other))
        : (Point(x: other, y: first.end.at), Point(x: other, y: second.end.at))
    }
    return [Annotations.Tie(from: start, to: end, words, isSlack: reason.slack > 0, isBroken: reason.slack < 0)]
  }

  private func frame(of end: Wire.Reply.Explained.End, _ guides: [Wire.Reply.Explained.Guide]) -> Rect? {
    guard let guide = end.guide else { return frames[end.path] }
    return guides.first { $0.path == end.path && $0.guide == guide }.map { Rect($0.frame) } ?? frames[end.path]
  }

  /// From edge to edge, through the middle.
  private static func across(_ frame: Rect, isAcross: Bool) -> (Point, Point) {
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    return isAcross
      ? (Point(x: frame.x, y: y), Point(x: frame.x + frame.width, y: y))
      : (Point(x: x, y: frame.y), Point(x: x, y: frame.y + frame.height))
  }

  /// The middle of what two views have in common along an axis; of the first one where that is nothing.
  private static func middle(_ first: Rect, _ second: Rect, isAcross: Bool) -> Double {
    func sides(_ frame: Rect) -> (Double, Double) {
      isAcross ? (frame.x, frame.x + frame.width) : (frame.y, frame.y + frame.height)
    }
    let (start, end) = sides(first)
    let (low, high) = (max(start, sides(second).0), min(end, sides(second).1))
    return low < high ? (low + high) / 2 : (start + end) / 2
  }

  private static func isHorizontal(_ anchor: String) -> Bool {
    ["left", "right", "leading", "trailing", "centerX", "width"].contains(anchor)
  }
}
