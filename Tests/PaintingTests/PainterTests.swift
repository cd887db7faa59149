import DaemonHarness
import Drawing
import Geometry
import Painting
import PangoCairo
import Posix
import Testing
import TextMeasurement

@Suite("Pictures in pixels and on pages") struct PainterTests {
  static let red = Colour(0xFF00_00FF)
  static let blue = Colour(0x0000_FFFF)
  static let white = Colour(0xFFFF_FFFF)
  static let black = Colour(0x0000_00FF)

  func png(
    _ width: Double, _ height: Double, scale: Double = 1, pictures: [String: PictureFile] = [:],
    _ marks: Artwork.Mark...
  ) throws -> [UInt8] {
    var painter = try Painter(try FontMeasurer(), pictures: pictures)
    let page = Artwork.Mark.box(Artwork.Box(Rect(x: 0, y: 0, width: width, height: height), fill: Self.white))
    return try painter.png(of: Artwork(size: Size(width: width, height: height), marks: [page] + marks), scale: scale)
  }

  func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: Colour) -> Artwork.Mark {
    .box(Artwork.Box(Rect(x: x, y: y, width: width, height: height), fill: colour))
  }

  /// A box from 1 to 3 is at two pixels a point that from 2 to 6.
  @Test func `a point has as many pixels as the scale says`() throws {
    let pixels = try Pixels(try png(4, 4, scale: 2, fill(1, 1, 2, 2, Self.red)))

    #expect(pixels.columns == 8 && pixels.rows == 8)
    for row in 0..<8 {
      for column in 0..<8 {
        let isInside = (2..<6).contains(row) && (2..<6).contains(column)
        #expect(pixels[column, row] == (isInside ? Self.red : Self.white), "\(column), \(row)")
      }
    }
  }

  @Test func `a border is inside of its box`() throws {
    let box = Artwork.Box(Rect(x: 1, y: 1, width: 4, height: 4), fill: Self.red, stroke: Artwork.Stroke(Self.blue))

    let pixels = try Pixels(try png(6, 6, .box(box)))

    #expect((0..<6).map { pixels[$0, 3] } == [Self.white, Self.blue, Self.red, Self.red, Self.blue, Self.white])
  }

  /// Half of blue over white, where red is below it as well: (0 + 255) / 2 = 127.5.
  @Test func `an opacity is of all marks together`() throws {
    let pixels = try Pixels(
      try png(
        4, 4, .begin(Artwork.Layer(opacity: 0.5)), fill(0, 0, 4, 4, Self.red), fill(0, 0, 4, 4, Self.blue), .end))

    let mixed = pixels[1, 1]
    #expect((127...128).contains(mixed.red) && (127...128).contains(mixed.green) && mixed.blue == 255)
  }

  @Test func `a clip cuts off what is drawn in it, and nothing after it`() throws {
    let clip = Artwork.Layer(clip: Rect(x: 1, y: 0, width: 2, height: 4))

    let pixels = try Pixels(
      try png(4, 4, .begin(clip), fill(0, 0, 4, 4, Self.red), .end, fill(0, 3, 4, 1, Self.blue)))

    #expect((0..<4).map { pixels[$0, 1] } == [Self.white, Self.red, Self.red, Self.white])
    #expect((0..<4).map { pixels[$0, 3] } == [Self.blue, Self.blue, Self.blue, Self.blue])
  }

  // MARK: Texts

  func text(
    _ text: String, _ x: Double = 10, width: Double? = nil, anchor: Artwork.Writing.Anchor = .left,
    isRightToLeft: Bool = false, isCut: Bool = false
  ) -> Artwork.Mark {
    .text(
      Artwork.Writing(
        text, at: Point(x: x, y: 30), anchor: anchor, width: width, fontSize: 20, colour: Self.black,
        isRightToLeft: isRightToLeft, isCut: isCut))
  }

  /// In DejaVu Sans an H is 1493 of 2048 parts of the size high: 14.58 points above the baseline at 30, so its highest
  /// pixel is in the row from 15 to 16. It is 1540 parts wide with 201 on each side: from 10 + 1.96 to 10 + 13.08.
  @Test func `a letter stands on its baseline, from its left end on`() throws {
    let ink = try #require(try Pixels(try png(40, 40, text("H"))).ink)

    #expect(ink == Pixels.Ink(columns: 11...23, rows: 15...29))
  }

  /// Half as wide as it comes out: 7.52 points, of which 1540 - 402 of 1540 parts are ink.
  @Test func `a line is as wide as it was measured`() throws {
    let ink = try #require(try Pixels(try png(40, 40, text("H", width: 7.52))).ink)

    #expect(ink == Pixels.Ink(columns: 10...16, rows: 15...29))
  }

  /// With its right end at 35 it begins at 35 - 15.04 = 19.96; its ink from 21.92 to 33.04.
  @Test func `a line without a width is held where it is held`() throws {
    let ink = try #require(try Pixels(try png(40, 40, text("H", 35, anchor: .right))).ink)

    #expect(ink.columns == 21...33)
  }

  @Test func `a line that is cut ends at its width`() throws {
    let ink = try #require(try Pixels(try png(60, 40, text("HHH", width: 20, isCut: true))).ink)

    #expect(ink.columns.upperBound == 29)
  }

  /// A full stop is no higher than a tenth of the size.
  @Test(arguments: [false, true]) func `signs stand where the paragraph's direction has them`(isRightToLeft: Bool)
    throws
  {
    let pixels = try Pixels(try png(60, 40, text("H.", isRightToLeft: isRightToLeft)))
    let ink = try #require(pixels.ink)

    let height = (ink.rows).filter { pixels.isInked(ink.columns.lowerBound + 1, $0) }.count

    #expect(isRightToLeft ? height <= 3 : height >= 14)
  }

  /// A file without a name, as long as somebody has this.
  final class OpenFile {
    let file: FileDescriptor

    init() throws { file = try FileDescriptor.memoryFile(named: "test") }
  }

  /// Cairo knows a face by its path, `/proc/self/fd/7`. So that may not become the path of another one.
  @Test func `letters are the same whatever was opened and closed before`() throws {
    let first = try png(40, 40, text("H"))
    for count in 1...4 {
      // They shift the numbers of the descriptors that are opened behind them.
      let files = try (0..<count).map { _ in try OpenFile() }
      #expect(try png(40, 40, text("H")) == first)
      withExtendedLifetime(files) {}
    }
  }

  // MARK: Pictures

  @Test func `a picture fills its frame`() throws {
    let file = try #require(PictureFile(try png(2, 2, fill(0, 0, 1, 2, Self.red), fill(1, 0, 1, 2, Self.blue))))
    let mark = Artwork.Picture("a.png", in: Rect(x: 2, y: 2, width: 8, height: 8), stroke: Artwork.Stroke(Self.black))

    let pixels = try Pixels(try png(12, 12, pictures: ["a.png": file], .picture(mark)))

    #expect(pixels[1, 5] == Self.white && pixels[2, 5] == Self.red && pixels[9, 5] == Self.blue)
    #expect(pixels[10, 5] == Self.white)
  }

  @Test func `a picture that is broken is a crossed box`() throws {
    let whole = try png(2, 2, fill(0, 0, 2, 2, Self.red))
    let file = try #require(PictureFile(Array(whole.prefix(40))))
    let mark = Artwork.Picture("a.png", in: Rect(x: 0, y: 0, width: 9, height: 9), stroke: Artwork.Stroke(Self.black))

    let pixels = try Pixels(try png(9, 9, pictures: ["a.png": file], .picture(mark)))

    // Where both lines of the cross meet, little of the page is left.
    #expect(pixels[0, 4] == Self.black && pixels[4, 4].red < 64 && pixels[4, 2] == Self.white)
  }

  // MARK: Limits and pages

  @Test(arguments: [(0.0, 10.0, 1.0), (10, 10, 4000), (40000, 1, 1), (20000, 20000, 1), (.nan, 10, 1), (10, 10, -1)])
  func `what cannot be drawn is said`(width: Double, height: Double, scale: Double) throws {
    var painter = try Painter(try FontMeasurer())

    #expect(throws: CanvasError.self) {
      try painter.png(of: Artwork(size: Size(width: width, height: height)), scale: scale)
    }
  }

  /// 32,767 of 40,000 are 0.819; the root of 67,108,864 is 8192, of 20,000 that is 0.4096.
  @Test func `the largest picture that can be drawn is known beforehand`() throws {
    #expect(Painter.largestScale(of: Size(width: 40_000, height: 1)) == 0.81)
    #expect(Painter.largestScale(of: Size(width: 20_000, height: 20_000)) == 0.4)
    #expect(Painter.largestScale(of: Size(width: 1024, height: 1024)) == 8)
  }

  @Test func `a PDF has a page a picture, and the same bytes each time`() throws {
    var painter = try Painter(try FontMeasurer())
    let first = Artwork(size: Size(width: 100, height: 200), marks: [text("One")])
    let second = Artwork(size: Size(width: 300, height: 50), marks: [text("Two")])

    let pdf = try painter.pdf(of: [first, second], title: "Two pages")

    #expect(try painter.pdf(of: [first, second], title: "Two pages") == pdf)
    let text = String(decoding: pdf, as: Unicode.ASCII.self)
    #expect(text.hasPrefix("%PDF-"))
    #expect(text.ranges(of: "/MediaBox [ 0 0 100 200 ]").count == 1)
    #expect(text.ranges(of: "/MediaBox [ 0 0 300 50 ]").count == 1)
    #expect(throws: CanvasError.page(width: 20000, height: 10)) {
      try painter.pdf(of: [Artwork(size: Size(width: 20000, height: 10))], title: "")
    }
  }
}
