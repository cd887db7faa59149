import Frames
import Geometry
import LayoutModel

/// What the lines of a text depend on.
struct TextSetup: Equatable {
  var text: MeasuredText
  var width: Points
  var height: Points
  var align: Look.Alignment?

  static func == (left: TextSetup, right: TextSetup) -> Bool {
    left.width == right.width && left.height == right.height && left.align == right.align
      && (left.text === right.text
        || left.text.text == right.text.text && left.text.attributes == right.text.attributes)
  }
}

/// Looks and lines are found when everything is solved, and only if somebody asks. Frames do not depend on them.
extension LayoutScene {
  /// Brings the drawings of views up to date.
  ///
  /// - Parameters:
  ///   - resized: views that have another rectangle or content than before, ascending.
  ///   - looksMayDiffer: whether a view may look otherwise that is not among them.
  /// - Returns: those that are drawn otherwise now, ascending.
  mutating func updateDrawings(
    _ resized: [ViewID], looksMayDiffer: Bool, _ measurer: some TextMeasuring
  ) -> [ViewID] {
    guard inputs.tellsAppearance else {
      (drawings, drawnTexts) = ([], [])
      return []
    }
    let isFirst = drawings.isEmpty
    if isFirst {
      drawings = Array(repeating: ViewDrawing(), count: layout.views.count)
      drawnTexts = Array(repeating: nil, count: layout.views.count)
    }
    let reading = looksMayDiffer || isFirst ? LookReading(self) : nil
    var changed: [ViewID] = []
    func update(_ view: ViewID) {
      let index = Int(view.index)
      guard facts.tree.kinds[index] != .guide else { return }
      let look = reading?.look(of: view) ?? drawings[index].look
      var lines = drawings[index].lines
      let setup = texts[index].flatMap { TextSetup($0, contents[index], in: rects[index], align: look.align) }
      if setup != drawnTexts[index] {
        drawnTexts[index] = setup
        lines = setup?.lines(isCentred: facts.tree.kinds[index] != .label, measurer) ?? []
      }
      if look == drawings[index].look && lines == drawings[index].lines { return }
      drawings[index] = ViewDrawing(look: look, lines: lines)
      changed.append(view)
    }
    if reading == nil { resized.forEach(update) } else { layout.views.indices.forEach { update(ViewID(Int32($0))) } }
    return changed
  }
}

extension TextSetup {
  /// Nil where no text is to be seen.
  fileprivate init?(_ text: MeasuredText, _ content: ViewContent, in rect: Rect, align: Look.Alignment?) {
    guard !text.text.isEmpty, !content.isHidden else { return nil }
    self.init(text: text, width: rect.width, height: rect.height, align: align)
  }

  /// The lines of a text in its view. Those that do not fit below each other are left out but for the first, like those
  /// beyond `lines:`, so the last one that is shown stands for the rest.
  fileprivate func lines(isCentred: Bool, _ measurer: some TextMeasuring) -> [TextLine] {
    var attributes = text.attributes
    var measured = measurer.lines(of: text.text, attributes, width: width)
    let fitting = Self.fitting(measured, in: height)
    if fitting < measured.count {
      attributes.lines = fitting
      measured = measurer.lines(of: text.text, attributes, width: width)
    }
    let block = measured.reduce(0) { $0 + $1.height }
    var top = isCentred ? (height - block) / 2 : 0
    let isFlipped = attributes.isRightToLeft
    return measured.map { line in
      defer { top += line.height }
      let room = width - line.width
      let x =
        switch align {
        case .center?: room / 2
        case .trailing?: isFlipped ? 0 : room
        case .leading?, nil: isFlipped ? room : 0
        }
      return TextLine(
        text: line.text, range: line.range, x: x.in64ths, baseline: (top + line.baseline).in64ths,
        width: line.width.in64ths, isRightToLeft: line.isRightToLeft)
    }
  }

  /// How many lines find room below each other; one at least.
  private static func fitting(_ lines: [MeasuredLine], in height: Points) -> Int {
    // As much as in `NaturalSize.isTruncated`.
    let slack = 1e-6
    var bottom: Points = 0
    let count = lines.prefix { line in
      bottom += line.height
      return bottom <= height + slack
    }.count
    return max(1, count)
  }
}
