import Fuzzing
import TestSupport
import Testing

@testable import Pictures

@Suite("Sizes of pictures") struct PictureHeaderTests {
  /// Width and height; nil when there is none.
  private func size(_ bytes: [UInt8]) -> [Double]? {
    (try? PictureHeader(of: bytes)).map { [$0.width, $0.height] }
  }

  private func error(_ bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
      _ = try PictureHeader(of: bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: PictureFiles.samples)
  func `every format tells its size, upright`(bytes: [UInt8]) {
    #expect(size(bytes) == [30, 20])
  }

  @Test func `all formats are among the samples`() {
    let formats = PictureFiles.samples.compactMap { try? PictureHeader(of: $0).format }

    #expect(Set(formats) == Set(PictureHeader.Format.allCases))
  }

  @Test(arguments: 1...8)
  func `orientations 5 to 8 lay a photograph on its side`(orientation: Int) {
    let expected: [Double] = orientation > 4 ? [20, 30] : [30, 20]

    #expect(size(PictureFiles.jpeg(30, 20, orientation: orientation)) == expected)
    #expect(size(PictureFiles.jpeg(30, 20, orientation: orientation, isLittle: true)) == expected)
  }

  @Test func `an orientation that does not exist turns nothing`() {
    for orientation in [0, 9, 65_535] {
      #expect(size(PictureFiles.jpeg(30, 20, orientation: orientation)) == [30, 20])
    }
  }

  @Test(arguments: [UInt8]([0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC7, 0xC9, 0xCF]))
  func `any kind of JPEG frame has the size`(frame: UInt8) {
    #expect(size(PictureFiles.jpeg(640, 480, frame: frame)) == [640, 480])
  }

  @Test func `sides are as long as a format can say`() {
    #expect(size(PictureFiles.webpLossless(16_384, 16_384)) == [16_384, 16_384])
    #expect(size(PictureFiles.webpLossy(16_383, 1)) == [16_383, 1])
    #expect(size(PictureFiles.gif(65_535, 65_535)) == [65_535, 65_535])
    #expect(size(PictureFiles.jpeg(65_535, 1)) == [65_535, 1])
  }

  @Test func `a chunk of Apple's before the header is passed over`() {
    let plain = PictureFiles.png(30, 20)
    let chunk = PictureFiles.big(4, 4) + Array("CgBI".utf8) + [0x50, 0, 0x20, 2, 1, 2, 3, 4]

    #expect(size(Array(plain[..<8]) + chunk + plain[8...]) == [30, 20])
  }

  // MARK: SVG

  @Test(arguments: [
    (#"width="1in" height="2.54cm""#, [96.0, 96]), (#"width="72pt" height="6pc""#, [96, 96]),
    (#"width="25.4mm" height="101.6Q""#, [96, 96]), (#"width="2em" height="1e2""#, [32, 100]),
    (#"width="85.039" height=" 20 ""#, [85.039, 20]), (#"viewBox="-5 -5 30 20""#, [30, 20]),
    (#"width="60" viewBox="0 0 30 20""#, [60, 40]), (#"height="60" viewBox="0,0,30,20""#, [90, 60]),
    (#"width="100%" height="100%" viewBox="0 0 30 20""#, [30, 20]), (#"width = '7' height='8'"#, [7, 8]),
    ("\n a:width=\"1\" width=\"7\"\theight=\"8\"", [1, 8]),
  ])
  func `an SVG has the size it states, or that of its viewBox`(attributes: String, expected: [Double]) throws {
    let found = try #require(size(PictureFiles.svg("svg " + attributes)))

    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(arguments: [
    "", #"width="30""#, #"viewBox="0 0 30""#, #"viewBox="0 0 0 20""#, #"viewBox="0 0 nan inf""#,
    #"width="50%" height="20""#,
    #"width="wide" height="20""#, #"width="1e999" height="1""#,
  ])
  func `an SVG that does not say how big it is has no size`(attributes: String) {
    #expect(error(PictureFiles.svg("svg " + attributes)) == .noSize)
  }

  @Test func `other XML, and text, is no picture`() {
    for text in [
      "<html><svg width='1' height='1'/></html>", "svg", "<svg", "<!-- <svg> ", "<svg width=1 height=1>", "<",
    ] {
      #expect(error(Array(text.utf8)) == .unknownFormat, "\(text)")
    }
  }

  // MARK: Hostile files

  @Test func `sizes that nobody can show are refused`() {
    #expect(error(PictureFiles.png(1 << 31, 1)) == .tooLarge(width: 2_147_483_648, height: 1))
    #expect(error(PictureFiles.png(0xFFFF_FFFF, 0xFFFF_FFFF))?.description.contains("4294967295 × 4294967295") == true)
    #expect(error(PictureFiles.svg(#"svg width="1e300" height="1""#)) != nil)
    #expect(error(PictureFiles.bmp(-0x8000_0000, 1)) != nil)
    #expect(error(PictureFiles.png(0, 20)) == .empty)
    #expect(error(PictureFiles.svg(#"svg width="-3" height="20""#)) == .empty)
    #expect(error([]) == .noBytes)
    #expect(PictureError.tooLarge(width: -.infinity, height: .nan).description.contains("-inf × nan"))
  }

  @Test(arguments: PictureFiles.samples)
  func `a file that breaks off has a size or says why not`(bytes: [UInt8]) {
    for length in bytes.indices {
      let part = Array(bytes[..<length])
      if let size = size(part) {
        #expect(size == [30, 20])
      } else {
        #expect(error(part)?.description.isEmpty == false)
      }
    }
  }

  /// Reading must end, with an answer, whatever the bytes are.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `bytes that were changed, taken out or put in never break the reader`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for sample in PictureFiles.samples {
      for _ in 0..<60 {
        let bytes = Mutation.mutated(sample, signs: [0, 0xFF, 0x7F, 0x80], using: &random)
        #expect(PictureLaws.findings(in: bytes) == [], "seed \(seed): \(bytes)")
      }
    }
  }

  @Test func `a JPEG of empty segments ends`() {
    let endless = [0xFF, 0xD8] + Array(repeating: [UInt8(0xFF), 0xE1, 0, 2], count: 60_000).joined()

    #expect(error(endless) == .truncated)
    #expect(error([0xFF, 0xD8] + Array(repeating: 0xFF, count: 250_000)) == .truncated)
    #expect(error([0xFF, 0xD8, 0xFF, 0xE1, 0, 0]) == .malformed)
  }
}
