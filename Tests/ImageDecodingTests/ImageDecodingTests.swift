import DaemonHarness
import Drawing
import ImageDecoding
import Posix
import Testing

/// The fixtures are 16 × 8 pixels, the left half red and the right half blue; made with Pillow 13.
enum PictureFixtures {
  static let folder = FileSystem.join(FileSystem.split(#filePath).directory, "Fixtures")
  static let names = ["halves.bmp", "halves.gif", "halves.jpeg", "halves.svg", "halves.webp"]

  static func bytes(_ name: String) throws -> [UInt8] { try FileSystem.readFile(FileSystem.join(folder, name)).bytes }
}

extension Pixels {
  /// JPEG is not exact.
  func isNearly(_ colour: UInt32, _ column: Int, _ row: Int) -> Bool {
    let (seen, wanted) = (self[column, row], Colour(colour))
    return zip([seen.red, seen.green, seen.blue], [wanted.red, wanted.green, wanted.blue])
      .allSatisfy { abs(Int($0) - Int($1)) <= 16 }
  }
}

@Suite("Decoding pictures") struct ImageDecodingTests {
  static let (red, blue): (UInt32, UInt32) = (0xFF00_00FF, 0x0000_FFFF)

  func decoded(_ name: String, _ columns: Int = 16, _ rows: Int = 8) throws -> Pixels {
    try Pixels(try ImageDecoding.png(of: PictureFixtures.bytes(name), columns: columns, rows: rows))
  }

  @Test(arguments: PictureFixtures.names) func `every format comes out as it is`(name: String) throws {
    let pixels = try decoded(name)

    #expect(pixels.columns == 16 && pixels.rows == 8)
    for row in 0..<8 {
      for column in 0..<16 { #expect(pixels.isNearly(column < 8 ? Self.red : Self.blue, column, row)) }
    }
  }

  /// Its Exif says that its left edge is on top.
  @Test func `a photograph is turned upright`() throws {
    let pixels = try decoded("turned.jpeg")

    #expect(pixels.columns == 8 && pixels.rows == 16)
    #expect(pixels.isNearly(Self.red, 4, 2) && pixels.isNearly(Self.blue, 4, 13))
  }

  /// Twice as wide as high: 90 rows have 180 columns, and the halves meet at 90. Twice the longer side is the most.
  @Test(arguments: [(30, 90, 180, 90), (180, 30, 180, 90), (1, 1, 2, 1), (10, 100, 200, 100)])
  func `what is drawn covers as many pixels as are needed`(_ sides: (Int, Int, Int, Int)) throws {
    let pixels = try decoded("halves.svg", sides.0, sides.1)

    #expect(pixels.columns == sides.2 && pixels.rows == sides.3)
    let half = sides.2 / 2
    for row in [0, sides.3 / 2, sides.3 - 1] {
      #expect(pixels.isNearly(Self.red, 0, row) && pixels.isNearly(Self.red, half - 1, row), "\(row)")
      #expect(pixels.isNearly(Self.blue, half, row) && pixels.isNearly(Self.blue, 2 * half - 1, row), "\(row)")
    }
  }

  /// Four across are enough for two, which is what is needed: 16 are too many, 8 as well.
  @Test(arguments: ["halves.bmp", "halves.jpeg"]) func `pixels that nobody sees are left out`(name: String) throws {
    let pixels = try decoded(name, 2, 1)

    #expect(pixels.columns == 4 && pixels.rows == 4)
    #expect(pixels.isNearly(Self.red, 0, 2) && pixels.isNearly(Self.blue, 3, 2))
  }

  @Test func `what is no picture is said`() throws {
    #expect(throws: ImageDecodingError.unknownFormat) {
      _ = try ImageDecoding.png(of: Array("Hello".utf8), columns: 1, rows: 1)
    }
    #expect(throws: ImageDecodingError.self) { _ = try ImageDecoding.png(of: [], columns: 1, rows: 1) }
    let jpeg = try PictureFixtures.bytes("halves.jpeg")
    #expect(throws: ImageDecodingError.self) {
      _ = try ImageDecoding.png(of: Array(jpeg.prefix(100)), columns: 1, rows: 1)
    }
  }

  /// Its loader says nothing then.
  @Test func `a WebP that is cut off anywhere has no pixels`() throws {
    let webp = try PictureFixtures.bytes("halves.webp")
    for count in 1..<webp.count {
      #expect(throws: ImageDecodingError.self, "\(count)") {
        _ = try ImageDecoding.png(of: Array(webp.prefix(count)), columns: 16, rows: 8)
      }
    }
  }
}

@Suite("Pictures of all formats in pictures") struct DecodedPictureTests {
  static let layout = "layout a size 20, 12 { image i \"%\" at 2, 2, 16, 8 }"

  /// Draws one picture in a layout, and hands over what came of it.
  func render(
    _ name: String, _ bytes: [UInt8], tool: String = ServedFolder.tool, environment: [String: String] = [:],
    _ body: (ChildProcess, Pixels) throws -> Void
  ) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.writeFile(FileSystem.join(folder, name), bytes)
    let layout = Self.layout.replacing("%", with: name)
    try FileSystem.writeFile(FileSystem.join(folder, "a.layout"), Array(layout.utf8))
    let run = try ChildProcess.run(
      tool, ["render", "a.layout", "-o", "a.png", "--scale", "1", "--text", "fixed"],
      environment: CurrentProcess.environment.merging(environment) { $1 }, in: folder)
    try body(run, try Pixels(FileSystem.readFile(FileSystem.join(folder, "a.png")).bytes))
  }

  /// The picture begins at 2, 2, and its halves meet at 10.
  @Test(arguments: PictureFixtures.names) func `a picture is drawn in its frame`(name: String) throws {
    try render(name, PictureFixtures.bytes(name)) { run, pixels in
      #expect(run.exit == .code(0) && run.errorText == "", "\(run.errorText)")
      #expect(pixels.isNearly(ImageDecodingTests.red, 2, 2) && pixels.isNearly(ImageDecodingTests.red, 9, 9))
      #expect(pixels.isNearly(ImageDecodingTests.blue, 10, 2) && pixels.isNearly(ImageDecodingTests.blue, 17, 9))
      #expect(pixels[1, 5] == Colour(0xFFFF_FFFF) && pixels[18, 5] == Colour(0xFFFF_FFFF))
    }
  }

  @Test func `where there is no loader the package is named`() throws {
    // An empty list of loaders.
    let none = ["GDK_PIXBUF_MODULE_FILE": "/dev/null"]
    for (name, package) in [("halves.webp", "webp-pixbuf-loader"), ("halves.svg", "librsvg2-common")] {
      try render(name, PictureFixtures.bytes(name), environment: none) { run, pixels in
        #expect(run.exit == .code(0))
        #expect(
          run.errorText.hasPrefix("framewire: '\(name)' is a crossed box: GdkPixbuf has no loader for image/")
            && run.errorText.hasSuffix("; Debian's is the package \(package)\n"), "\(run.errorText)")
        #expect(!pixels.isNearly(ImageDecodingTests.red, 5, 3))
      }
    }
  }

  @Test func `without the program that decodes it a picture is a crossed box`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let tool = FileSystem.join(folder, "framewire")
    #expect(try ChildProcess.run("cp", [ServedFolder.tool, tool]).exit == .code(0))

    try render("halves.jpeg", PictureFixtures.bytes("halves.jpeg"), tool: tool) { run, pixels in
      #expect(run.exit == .code(0))
      #expect(
        run.errorText.contains("'halves.jpeg' is a crossed box: the program 'framewire-decode', which decodes it, is"),
        "\(run.errorText)")
      #expect(!pixels.isNearly(ImageDecodingTests.red, 5, 3))
    }
  }

  // MARK: Hostile files

  /// 60,000 × 60,000 pixels of a JPEG whose data is 600 bytes, the same of a BMP, and 65,535 × 65,535 of a GIF.
  static func tooLarge() throws -> [(String, [UInt8])] {
    var jpeg = try PictureFixtures.bytes("halves.jpeg")
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    // Behind the marker are its length and the bits of a sample.
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xEA, 0x60, 0xEA, 0x60])
    var bmp = try PictureFixtures.bytes("halves.bmp")
    bmp.replaceSubrange(18..<26, with: [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0])
    var gif = try PictureFixtures.bytes("halves.gif")
    gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    return [("large.jpeg", jpeg), ("large.bmp", bmp), ("large.gif", gif)]
  }

  /// Five groups of ten each: a hundred thousand rectangles, which is few enough for the loader, and minutes of noise.
  static var manyTimes: String {
    let noise = String(repeating: "<feTurbulence baseFrequency=\"0.5\" numOctaves=\"9\"/>", count: 20)
    let groups = (1..<6).map { level in
      "<g id=\"g\(level)\">" + String(repeating: "<use href=\"#g\(level - 1)\"/>", count: 10) + "</g>"
    }
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"8\"><defs><filter id=\"f\">\(noise)</filter>"
      + "<g id=\"g0\"><rect width=\"16\" height=\"8\" filter=\"url(#f)\"/></g>\(groups.joined())</defs>"
      + "<use href=\"#g5\"/></svg>"
  }

  /// Three of 4 seconds each would be 12, and the JPEG comes last by name.
  @Test func `many pictures that never end take no more time than a few, and none from the others`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    for name in ["a.svg", "b.svg", "c.svg", "d.svg", "e.svg"] {
      try FileSystem.writeFile(FileSystem.join(folder, name), Array(Self.manyTimes.utf8))
    }
    try FileSystem.writeFile(FileSystem.join(folder, "z.jpeg"), PictureFixtures.bytes("halves.jpeg"))
    let images = ["a.svg", "b.svg", "c.svg", "d.svg", "e.svg", "z.jpeg"].enumerated().map {
      "image i\($0) \"\($1)\" at 2, 2, 16, 8"
    }
    let layout = "layout a size 20, 12 { \(images.joined(separator: "; ")) }"
    try FileSystem.writeFile(FileSystem.join(folder, "a.layout"), Array(layout.utf8))

    let start = ContinuousClock.now
    let run = try ChildProcess.run(
      ServedFolder.tool, ["render", "a.layout", "-o", "a.png", "--scale", "1", "--text", "fixed"], in: folder,
      timeout: .seconds(60))

    #expect(run.exit == .code(0))
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(
      run.errorText.hasPrefix("framewire: 'a.svg', 'b.svg', 'c.svg'")
        && run.errorText.contains("are crossed boxes: to decode it takes too long (a picture has 4 seconds, all"),
      "\(run.errorText)")
    let pixels = try Pixels(FileSystem.readFile(FileSystem.join(folder, "a.png")).bytes)
    #expect(pixels.isNearly(ImageDecodingTests.blue, 17, 9))
  }

  @Test func `what would take all memory or time takes neither`() throws {
    for (name, bytes) in try Self.tooLarge() + [("many.svg", Array(Self.manyTimes.utf8))] {
      let start = ContinuousClock.now
      try render(name, bytes) { run, pixels in
        #expect(run.exit == .code(0))
        // The loader makes a JPEG smaller while it reads it, and what is not there gray.
        #expect(name == "large.jpeg" || run.errorText.contains("'\(name)' is a crossed box: "), "\(run.errorText)")
        #expect(!pixels.isNearly(ImageDecodingTests.red, 5, 3), "\(name)")
      }
      #expect(ContinuousClock.now - start < .seconds(50), "\(name)")
    }
  }

  /// No file can be named in an SVG: there is no place that its path would count from.
  @Test func `a picture shows nothing of other files`() throws {
    let other = FileSystem.join(PictureFixtures.folder, "halves.bmp")
    let svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" height=\"8\"><rect width=\"16\" height=\"8\" "
      + "fill=\"#0f0\"/><image href=\"file://\(other)\" width=\"16\" height=\"8\"/></svg>"
    try render("other.svg", Array(svg.utf8)) { _, pixels in
      #expect(pixels.isNearly(0x00FF_00FF, 4, 5) && pixels.isNearly(0x00FF_00FF, 14, 5))
    }
  }

  /// Changed at random and cut off; whatever comes of it, it comes soon, and the tool goes on. The seed is fixed.
  @Test(arguments: PictureFixtures.names) func `damaged files end nothing but their own process`(name: String) throws {
    let whole = try PictureFixtures.bytes(name)
    var random = SplitMix(state: UInt64(whole.count))
    let program = FileSystem.join(FileSystem.split(ServedFolder.tool).directory, "framewire-decode")
    for _ in 0..<12 {
      var bytes = whole
      for _ in 0..<4 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
      if random.next() % 2 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      let run = try ChildProcess.run(program, ["16x8", "4"], input: bytes, timeout: .seconds(30))
      if run.exit == .code(0) {
        #expect(run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(bytes)")
      } else {
        #expect([.code(65), .code(69), .signal(5), .signal(6)].contains(run.exit), "\(bytes): \(run.errorText)")
      }
    }
  }

  /// Vigna's SplitMix64.
  struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
