import Drawing
import Geometry
import Testing

/// A cell is 8 points wide and 16 high.
@Suite("Pictures in a terminal") struct CellsTests {
  static let black = Artwork.Stroke(Colour(0x0000_00FF))
  static let white = Colour(0xFFFF_FFFF)

  func lines(width: Points = 48, height: Points = 48, cell: Points = 8, _ marks: Artwork.Mark...) -> [String] {
    Cells(Artwork(size: Size(width: width, height: height), marks: marks), width: cell, page: Self.white)
      .lines(isColoured: false)
  }

  func box(_ x: Points, _ y: Points, _ width: Points, _ height: Points, dash: Points = 0) -> Artwork.Mark {
    let stroke = Artwork.Stroke(Colour(0x0000_00FF), dash: dash)
    return .box(Artwork.Box(Rect(x: x, y: y, width: width, height: height), stroke: stroke))
  }

  func text(
    _ text: String, _ x: Points, _ y: Points, width: Points? = nil, anchor: Artwork.Writing.Anchor = .left
  ) -> Artwork.Mark {
    let place = Point(x: x, y: y)
    return .text(
      Artwork.Writing(text, at: place, anchor: anchor, width: width, fontSize: 10, colour: Colour(0x0000_00FF)))
  }

  /// The baseline is at 26, so the middle of the letters at 23, in the second row.
  @Test func `a box has lines around it and its text inside`() {
    #expect(lines(box(0, 0, 48, 48), text("Hi", 16, 26)) == ["┌────┐", "│ Hi │", "└────┘"])
  }

  @Test func `a box without room for lines has brackets, one that is broken has nothing`() {
    #expect(lines(height: 16, box(0, 0, 48, 16), text("Hi", 16, 12)) == ["[ Hi ]"])
    #expect(lines(height: 16, box(0, 0, 48, 16, dash: 3), text("Hi", 16, 12)) == ["  Hi"])
  }

  @Test func `lines that meet make a crossing`() {
    #expect(lines(box(0, 0, 48, 48), box(16, 0, 32, 48)) == ["┌─┬──┐", "│ │  │", "└─┴──┘"])
  }

  @Test func `a line is broken if nothing else runs along it`() {
    #expect(lines(box(0, 0, 48, 48, dash: 3)) == ["┌┄┄┄┄┐", "┆    ┆", "└┄┄┄┄┘"])
    #expect(lines(box(0, 0, 48, 48, dash: 3), box(0, 0, 48, 48)) == ["┌────┐", "│    │", "└────┘"])
  }

  @Test func `what is thinner than half a cell is a line`() {
    #expect(lines(height: 16, box(0, 8, 48, 1)) == ["──────"])
    #expect(lines(box(20, 0, 1, 48)) == ["  │", "  │", "  │"])
  }

  /// 24 points are three cells: room for two letters and the ellipsis.
  @Test func `a text that needs more cells than it has ends in an ellipsis`() {
    #expect(lines(height: 16, text("Hello", 8, 12, width: 24)) == [" He…"])
  }

  /// Of the six cells that it was measured to need it takes two.
  @Test func `a text that needs less keeps to its side`() {
    #expect(lines(height: 16, text("Hi", 0, 12, width: 48)) == ["Hi"])
    #expect(lines(height: 16, text("Hi", 24, 12, width: 48, anchor: .middle)) == ["  Hi"])
    #expect(lines(height: 16, text("Hi", 48, 12, width: 48, anchor: .right)) == ["    Hi"])
  }

  @Test func `letters of East Asia take two cells, and what is not to be seen none`() {
    #expect(lines(height: 16, text("日本a", 0, 12), text("|", 40, 12)) == ["日本a|"])
    #expect(lines(height: 16, text("a\u{1B}[2J\u{200B}b", 0, 12)) == ["a[2Jb"])
  }

  @Test func `a clip cuts off, and an opacity of 0 hides`() {
    let clip = Artwork.Layer(clip: Rect(x: 0, y: 0, width: 16, height: 48))
    let nothing = Artwork.Layer(opacity: 0)

    #expect(lines(height: 16, .begin(clip), text("Hello", 0, 12), .end) == ["He"])
    #expect(lines(height: 16, .begin(nothing), text("Hello", 0, 12), .end, text("Hi", 0, 12)) == ["Hi"])
  }

  /// White, and black of which half shines through: 255 × 127 / 255 = 127.
  @Test func `colours are mixed with what is behind them`() {
    let artwork = Artwork(
      size: Size(width: 16, height: 16),
      marks: [.box(Artwork.Box(Rect(x: 8, y: 0, width: 8, height: 16), fill: Colour(0x0000_0080)))])

    #expect(
      Cells(artwork, page: Self.white).lines(isColoured: true) == [
        "\u{1B}[0m\u{1B}[48;2;255;255;255m \u{1B}[0m\u{1B}[48;2;127;127;127m \u{1B}[0m"
      ])
  }

  @Test func `a fill hides what it covers`() {
    let fill = Artwork.Mark.box(Artwork.Box(Rect(x: 0, y: 0, width: 24, height: 16), fill: Self.white))

    #expect(lines(height: 16, text("Hello", 0, 12), fill) == ["   lo"])
  }

  @Test func `cells can be larger, and a picture has 2000 a side at most`() {
    #expect(lines(cell: 16, box(0, 0, 48, 48)) == ["[ ]", ""])
    #expect(
      Cells(Artwork(size: Size(width: 1e9, height: 1e300)), page: Self.white).lines(isColoured: false).count == 2000)
    #expect(lines(text("a", .infinity, 1e300), box(-1e300, -1e300, .infinity, 1e308)).count == 3)
  }
}
