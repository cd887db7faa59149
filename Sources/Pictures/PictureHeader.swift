/// What the beginning of a picture file says about it: its format, and how big it is.
///
/// Nothing is decoded: the size stands in the first bytes of most formats. Whatever the bytes are, the answer is a
/// header or a reason, and reading ends after at most as many steps as there are bytes.
public struct PictureHeader: Equatable, Sendable {
  package enum Format: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp, bmp, svg
  }

  package let format: Format
  /// As it is shown, turned upright: pixels, or of an SVG, which has none, CSS pixels.
  public let width: Double
  /// As `width`.
  public let height: Double

  /// How much of a file is worth reading: in all formats but JPEG and SVG the size stands in the first 30 bytes; a JPEG
  /// may have a preview and a colour profile before it.
  public static let longestBeginning = 256 << 10

  /// Beyond this a side is a mistake or an attack, not a picture on a screen. No JPEG, GIF or WebP can say more.
  public static let longestSide = 65_536.0

  /// - Parameter bytes: the file, or its first `longestBeginning` bytes.
  public init(of bytes: [UInt8]) throws(PictureError) {
    let reader = ByteReader(bytes)
    let (format, size) = try Self.read(reader)
    guard size.width > 0, size.height > 0 else { throw .empty }
    guard size.width <= Self.longestSide, size.height <= Self.longestSide else {
      throw .tooLarge(width: size.width, height: size.height)
    }
    self.format = format
    width = size.width
    height = size.height
  }

  /// A size as a format has it.
  struct Extent: Equatable {
    var width: Double
    var height: Double
  }

  private static func read(_ reader: ByteReader) throws(PictureError) -> (Format, Extent) {
    if reader.has("\u{89}PNG\r\n\u{1A}\n", at: 0) { return (.png, try reader.pngExtent()) }
    if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) { return (.gif, try reader.gifExtent()) }
    if reader.byte(at: 0) == 0xFF, reader.byte(at: 1) == 0xD8 { return (.jpeg, try reader.jpegExtent()) }
    if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) { return (.webp, try reader.webpExtent()) }
    if reader.has("BM", at: 0) { return (.bmp, try reader.bmpExtent()) }
    if let root = reader.svgRoot() { return (.svg, try root.extent()) }
    throw reader.count == 0 ? .noBytes : .unknownFormat
  }
}

/// Why a file has no size that could be used.
public enum PictureError: Error, Equatable, Sendable {
  case noBytes
  case unknownFormat
  /// It ends, or what is read of it does, before it says how big it is.
  case truncated
  /// A side is 0.
  case empty
  case tooLarge(width: Double, height: Double)
  /// It contradicts itself.
  case malformed
  /// An SVG that says neither its size nor its `viewBox`.
  case noSize
}

extension PictureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noBytes: "it is empty"
    case .unknownFormat: "it is no PNG, JPEG, GIF, WebP, BMP or SVG"
    case .truncated: "it ends before it says how big it is"
    case .empty: "it says that it is 0 pixels wide or high"
    case .tooLarge(let width, let height):
      "it says that it is \(Self.number(width)) × \(Self.number(height)) pixels, which nobody can show"
    case .malformed: "it contradicts itself"
    case .noSize: "it says neither its width and height nor its viewBox"
    }
  }

  private static func number(_ side: Double) -> String { side.magnitude < 1e15 ? "\(Int(side))" : "\(side)" }
}
