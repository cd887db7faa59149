public import Geometry

/// A picture in the characters of a terminal: boxes of lines, texts where they stand, fills as backgrounds.
///
/// A cell is twice as high as wide, like those of most terminals. What is smaller than a cell is still seen: a box with
/// less than three rows is `[text]`.
public struct Cells {
  /// One character.
  struct Cell: Equatable {
    /// As it is read; empty behind a character that is two cells wide.
    var text: String = " "
    var ink: Colour?
    var ground: Colour?
    var isBold = false
    /// Which lines meet in it.
    var arms: Arms = []
    var isDashed = false
  }

  /// To which sides lines go from the middle of a cell.
  struct Arms: OptionSet, Hashable {
    let rawValue: UInt8
    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)
  }

  /// What is usual: a screen of 390 × 844 points has 49 columns and 53 rows.
  public static let usualWidth: Points = 8
  /// Beyond this a picture is no picture any more; a side ends there.
  static let mostPerSide = 2000

  let columns: Int
  let rows: Int
  var cells: [Cell]
  private let width: Points
  private let page: Colour
  private var layers: [(window: Range2D, opacity: Double)]

  /// A part of the grid.
  struct Range2D {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// - Parameters:
  ///   - width: of a cell, in points.
  ///   - page: what is behind everything; colours that others shine through are mixed with it.
  public init(_ artwork: Artwork, width: Points = usualWidth, page: Colour) {
    self.width = max(1, width)
    self.page = page
    columns = Self.count(artwork.size.width / self.width)
    rows = Self.count(artwork.size.height / (2 * self.width))
    cells = [Cell](repeating: Cell(), count: columns * rows)
    layers = [(Range2D(columns: 0..<columns, rows: 0..<rows), 1)]
    for mark in artwork.marks { draw(mark) }
  }

  private static func count(_ cells: Double) -> Int { max(1, Int(min(cells.rounded(.up), Double(mostPerSide)))) }

  // MARK: Lines of text

  /// The picture, a line a row, without the blanks at their ends.
  ///
  /// - Parameter isColoured: with the escape sequences that terminals take for colours (ECMA-48, 8.3.117; 24 bits).
  public func lines(isColoured: Bool) -> [String] {
    (0..<rows).map { row in
      let cells = cells[row * columns..<(row + 1) * columns]
      return isColoured ? coloured(cells) : Self.plain(cells)
    }
  }

  private static func plain(_ cells: ArraySlice<Cell>) -> String {
    var line = cells.map(\.shown).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  private func coloured(_ cells: ArraySlice<Cell>) -> String {
    var line = ""
    var style = ""
    for cell in cells {
      let wanted = cell.style(on: page)
      if wanted != style { line += "\u{1B}[0m" + wanted }
      style = wanted
      line += cell.shown
    }
    return style.isEmpty ? line : line + "\u{1B}[0m"
  }

  // MARK: Marks

  private mutating func draw(_ mark: Artwork.Mark) {
    switch mark {
    case .box(let box): draw(box)
    case .line(let line): draw(line)
    case .text(let writing): draw(writing)
    case .picture(let picture):
      for mark in picture.marksWithoutFile {
        // Slanting lines are a scribble in cells.
        if case .line = mark { continue }
        draw(mark)
      }
    case .begin(let layer):
      let above = layers[layers.count - 1]
      var window = above.window
      if let clip = layer.clip {
        let (columns, rows) = (span(clip.x, clip.width, width), span(clip.y, clip.height, 2 * width))
        window = Range2D(columns: window.columns.clamped(to: columns), rows: window.rows.clamped(to: rows))
      }
      layers.append((window, above.opacity * layer.opacity))
    case .end: if layers.count > 1 { layers.removeLast() }
    }
  }

  /// The cells that a length covers: at least one, so that nothing vanishes.
  private func span(_ start: Points, _ length: Points, _ side: Points) -> Range<Int> {
    let first = index(start / side)
    return first..<max(first + 1, index((start + length) / side))
  }

  private func index(_ position: Double) -> Int {
    Int(min(max(position.rounded(), -1), Double(Self.mostPerSide) + 1))
  }

  private func seen(_ colour: Colour) -> Colour {
    let opacity = layers[layers.count - 1].opacity
    return opacity < 1 ? colour.faded(to: opacity * Double(colour.opacity) / 255) : colour
  }

  private mutating func change(_ column: Int, _ row: Int, _ body: (inout Cell) -> Void) {
    let window = layers[layers.count - 1].window
    guard window.columns.contains(column), window.rows.contains(row) else { return }
    body(&cells[row * columns + column])
  }

  private mutating func draw(_ box: Artwork.Box) {
    let window = layers[layers.count - 1].window
    let (columns, rows) = (
      span(box.frame.x, box.frame.width, width), span(box.frame.y, box.frame.height, 2 * width)
    )
    if let fill = box.fill.map(seen), fill.opacity > 0 {
      let (hides, page) = (fill.opacity > 127, page)
      for row in rows.clamped(to: window.rows) {
        for column in columns.clamped(to: window.columns) {
          change(column, row) { cell in
            let ground = fill.over(cell.ground ?? page)
            // What it covers is gone.
            if hides { cell = Cell() } else { cell.ink = cell.ink.map { fill.over($0) } }
            cell.ground = ground
          }
        }
      }
    }
    guard let stroke = box.stroke, seen(stroke.colour).opacity > 0 else { return }
    // What is thinner than half a cell is a line.
    if box.frame.height < width || box.frame.width < width / 2 { return draw(asLine: box.frame, stroke) }
    if rows.count < 3 || columns.count < 3 { return bracket(columns, row(at: box.frame.middle.y), stroke) }
    let (left, right) = (columns.lowerBound, columns.upperBound - 1)
    let (top, bottom) = (rows.lowerBound, rows.upperBound - 1)
    for column in left...right {
      let arms: Arms = column == left ? .right : column == right ? .left : [.left, .right]
      add(arms, column, top, stroke)
      add(arms, column, bottom, stroke)
    }
    for row in top...bottom {
      let arms: Arms = row == top ? .down : row == bottom ? .up : [.up, .down]
      add(arms, left, row, stroke)
      add(arms, right, row, stroke)
    }
  }

  private mutating func draw(asLine frame: Rect, _ stroke: Artwork.Stroke) {
    let isUpright = frame.height > frame.width
    let (start, end) =
      isUpright
      ? (Point(x: frame.middle.x, y: frame.y), Point(x: frame.middle.x, y: frame.bottom))
      : (Point(x: frame.x, y: frame.middle.y), Point(x: frame.right, y: frame.middle.y))
    draw(Artwork.Line(from: start, to: end, stroke))
  }

  /// A box without room for lines above and below what is in it. A broken edge has no such form, and is left out.
  private mutating func bracket(_ columns: Range<Int>, _ row: Int, _ stroke: Artwork.Stroke) {
    guard columns.count >= 2, stroke.dash == 0 else { return }
    let ink = seen(stroke.colour).over(page)
    change(columns.lowerBound, row) { ($0.text, $0.arms, $0.ink) = ("[", [], ink) }
    change(columns.upperBound - 1, row) { ($0.text, $0.arms, $0.ink) = ("]", [], ink) }
  }

  private mutating func add(_ arms: Arms, _ column: Int, _ row: Int, _ stroke: Artwork.Stroke) {
    let (colour, page) = (seen(stroke.colour), page)
    change(column, row) { cell in
      if cell.arms.isEmpty { (cell.text, cell.isDashed) = (" ", true) }
      cell.arms.formUnion(arms)
      cell.isDashed = cell.isDashed && stroke.dash > 0
      cell.ink = colour.over(cell.ground ?? page)
    }
  }

  /// Slanting lines are left out: a staircase says nothing.
  private mutating func draw(_ line: Artwork.Line) {
    if line.start.y == line.end.y {
      let columns = span(min(line.start.x, line.end.x), abs(line.end.x - line.start.x), width)
      for column in columns { add([.left, .right], column, row(at: line.start.y), line.stroke) }
    } else if line.start.x == line.end.x {
      let rows = span(min(line.start.y, line.end.y), abs(line.end.y - line.start.y), 2 * width)
      for row in rows { add([.up, .down], self.column(at: line.start.x), row, line.stroke) }
    }
  }

  private func row(at y: Points) -> Int { cell(at: y / (2 * width)) }
  private func column(at x: Points) -> Int { cell(at: x / width) }

  private func cell(at position: Double) -> Int {
    Int(min(max(position.rounded(.down), -1), Double(Self.mostPerSide) + 1))
  }

  private mutating func draw(_ writing: Artwork.Writing) {
    // The middle of small letters is this far above the baseline.
    let row = row(at: writing.place.y - 0.3 * writing.fontSize)
    var characters = Array(writing.text.filter { $0 != "\n" && $0 != "\r" && $0 != "\t" })
    var count = characters.reduce(0) { $0 + $1.columns }
    var start = index(writing.left / width)
    if let extent = writing.width {
      let room = max(1, Int(min((extent / width).rounded(.up), Double(Self.mostPerSide))))
      if count > room {
        while count > room - 1, let last = characters.popLast() { count -= last.columns }
        characters.append("…")
        count += 1
      }
      // A line that needs fewer cells than it was measured to need keeps to its side.
      let spare = room - count
      start += writing.anchor == .middle ? spare / 2 : writing.anchor == .right ? spare : 0
    } else {
      start -= writing.anchor == .middle ? count / 2 : writing.anchor == .right ? count : 0
    }
    let (colour, page) = (seen(writing.colour), page)
    if colour.opacity == 0 { return }
    for character in characters {
      let width = character.columns
      if width == 0 { continue }
      change(start, row) { cell in
        cell.text = String(character)
        (cell.arms, cell.isBold, cell.ink) = ([], writing.weight >= 600, colour.over(cell.ground ?? page))
      }
      if width == 2 { change(start + 1, row) { ($0.text, $0.arms) = ("", []) } }
      start += width
    }
  }
}

extension Cells.Cell {
  /// What is printed for it.
  var shown: String { arms.isEmpty ? text : isDashed ? Self.dashed[arms] ?? line : line }

  private var line: String { Self.lines[Int(arms.rawValue)] }

  /// By which arms meet: up 1, down 2, left 4, right 8.
  private static let lines = " ╵╷│╴┘┐┤╶└┌├─┴┬┼".map(String.init)
  /// Corners and crossings have no broken form.
  private static let dashed: [Cells.Arms: String] = [[.up, .down]: "┆", [.left, .right]: "┄"]

  /// The escape sequence that begins its colours. What is behind it is said always: the terminal's own colour may be
  /// that of the ink.
  func style(on page: Colour) -> String {
    var codes: [String] = []
    if isBold { codes.append("1") }
    if let ink { codes.append("38;2;\(ink.red);\(ink.green);\(ink.blue)") }
    let ground = ground ?? page
    codes.append("48;2;\(ground.red);\(ground.green);\(ground.blue)")
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension Character {
  /// How many columns of a terminal it takes: 2 for those of East Asia and for pictures (Unicode TR 11, W and F), 0 for
  /// what only changes a character before it, or is not to be seen.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .surrogate: return 0
    default: break
    }
    if unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The blocks of wide characters, besides pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
