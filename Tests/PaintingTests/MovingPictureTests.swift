import DaemonHarness
import Drawing
import Geometry
import PangoCairo
import Testing
import TextMeasurement

@testable import Painting

@Suite("Pictures that move") struct MovingPictureTests {
  /// A white page with a red box.
  func artwork(_ width: Double, _ height: Double, boxAt x: Double?, _ y: Double = 1) -> Artwork {
    let page = Artwork.Box(Rect(x: 0, y: 0, width: width, height: height), fill: PainterTests.white)
    let box = x.map { Artwork.Box(Rect(x: $0, y: y, width: 3, height: 2), fill: PainterTests.red) }
    return Artwork(
      size: Size(width: width, height: height), marks: ([page] + (box.map { [$0] } ?? [])).map { .box($0) })
  }

  func apng(_ frames: [(Artwork, Double)], scale: Double = 1) throws -> [UInt8] {
    var painter = try Painter(try FontMeasurer())
    return try painter.apng(of: frames.map { FilmFrame($0, milliseconds: $1) }, scale: scale)
  }

  /// The chunks of a file without their packed pixels and checksums.
  func chunks(of file: [UInt8]) -> [(name: String, content: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var place = 8
    while place < file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      let content = Array(file[(place + 8)...].prefix(length))
      chunks.append((name, name == "IDAT" ? [] : name == "fdAT" ? Array(content.prefix(4)) : content))
      place += 12 + length
    }
    return chunks
  }

  /// The box comes at columns 2 to 4 and rows 1 to 2, and goes two to the right: what is new is in columns 2 to 6.
  /// Numbers are those of the chunks that have one. 40 s are more milliseconds than two bytes count up to when they
  /// are 70: so many hundredths then, 7000 = 27 · 256 + 88.
  @Test func `each frame has what changed, in chunks by the letter`() throws {
    let file = try apng([
      (artwork(8, 4, boxAt: nil), 100), (artwork(8, 4, boxAt: 2), 40_000), (artwork(8, 4, boxAt: 4), 70_000),
    ])

    let expected: [(String, [UInt8])] = [
      // Eight bits each of red, green and blue; no interlacing.
      ("IHDR", [0, 0, 0, 8, 0, 0, 0, 4, 8, 2, 0, 0, 0]),
      ("acTL", [0, 0, 0, 3, 0, 0, 0, 0]),
      ("fcTL", [0, 0, 0, 0] + [0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 100, 3, 232, 0, 0]),
      ("IDAT", []),
      ("fcTL", [0, 0, 0, 1] + [0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1] + [156, 64, 3, 232, 0, 0]),
      ("fdAT", [0, 0, 0, 2]),
      ("fcTL", [0, 0, 0, 3] + [0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1] + [27, 88, 0, 100, 0, 0]),
      ("fdAT", [0, 0, 0, 4]),
      ("IEND", []),
    ]
    let chunks = chunks(of: file)
    #expect(chunks.map(\.name) == expected.map(\.0))
    for (chunk, wanted) in zip(chunks, expected) { #expect(chunk.content == wanted.1, "\(chunk.name)") }
    // Those of an IEND, as every PNG ends with.
    #expect(file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test func `each frame is the picture that would be drawn by itself`() throws {
    let text = Artwork.Mark.text(
      Artwork.Writing("Hag", at: Point(x: 3, y: 20), fontSize: 16, colour: PainterTests.black))
    var artworks = [0.0, 1.25, 7.5, 30].map { artwork(40.3, 24.6, boxAt: $0, $0 / 2) }
    // Something that can be seen through, over letters.
    for index in artworks.indices {
      artworks[index].marks.insert(text, at: 1)
      artworks[index].marks.insert(.begin(Artwork.Layer(opacity: Double(index) / 3)), at: 2)
      artworks[index].marks.append(.end)
    }

    let film = try Film(try apng(artworks.map { ($0, 50) }, scale: 1.5))

    #expect(film.frames.map(\.milliseconds) == [50, 50, 50, 50])
    for (frame, artwork) in zip(film.frames, artworks) {
      var painter = try Painter(try FontMeasurer())
      #expect(frame.pixels == (try Pixels(try painter.png(of: artwork, scale: 1.5))))
    }
  }

  /// 60 a second: 16.67, 33.33 and 50 ms are 17, 33 and 50. The second is as the first, and so is not there.
  @Test func `times are rounded and do not add up to others`() throws {
    let frames = [nil, nil, 2.0, 4, 2].map { (artwork(8, 4, boxAt: $0), 1000.0 / 60) }

    #expect(try Film(try apng(frames)).frames.map(\.milliseconds) == [33, 17, 17, 16])
  }

  @Test func `a picture in which nothing moves has one frame`() throws {
    let film = try Film(try apng([(artwork(8, 4, boxAt: 2), 500), (artwork(8, 4, boxAt: 2), 500)]))

    #expect(film.frames.map(\.milliseconds) == [1000])
  }

  /// 41 times 8192 × 6400 are more than 2 to the 31st.
  @Test func `more than can be drawn is said before it is drawn`() throws {
    let page = Artwork(size: Size(width: 8192, height: 6400))

    #expect(throws: CanvasError.film(frames: 41, columns: 8192, rows: 6400)) {
      _ = try apng(Array(repeating: (page, 10), count: 41))
    }
    #expect(throws: CanvasError.size(columns: 40_000, rows: 10)) {
      _ = try apng([(Artwork(size: Size(width: 40_000, height: 10)), 10)])
    }
  }

  /// 4.5 × 3.25 points: a pixel that is half covered would be looked through.
  @Test func `the last pixels are of the page as a whole`() throws {
    let page = Artwork.Box(Rect(x: 0, y: 0, width: 4.5, height: 3.25), fill: PainterTests.black)
    var painter = try Painter(try FontMeasurer())

    let pixels = try Pixels(
      try painter.png(of: Artwork(size: Size(width: 4.5, height: 3.25), marks: [.box(page)]), scale: 1))

    #expect(pixels[4, 3] == PainterTests.black && pixels[4, 0] == PainterTests.black)
  }
}
