/// The opening tag of an SVG document: as much XML as it takes to find a size in it.
///
/// librsvg would be right about more (sizes in style sheets, a document compressed with gzip), and would bring
/// gdk-pixbuf and its loaders into a program that draws nothing. `width`, `height` and `viewBox` of the root element
/// are what SVG itself says an intrinsic size is.
struct SVGRoot: Equatable {
  /// By name without prefix; of several with one name, the first.
  var attributes: [String: String]

  /// Width and height in CSS pixels (SVG 2, 7.8 "intrinsic sizing"): what is missing follows from the proportions of
  /// the `viewBox`; without both, its size.
  func extent() throws(PictureError) -> PictureHeader.Extent {
    let box = viewBox()
    let (width, height) = (length("width"), length("height"))
    switch (width, height, box) {
    case (let width?, let height?, _): return .init(width: width, height: height)
    case (let width?, nil, let box?): return .init(width: width, height: width * box.height / box.width)
    case (nil, let height?, let box?): return .init(width: height * box.width / box.height, height: height)
    case (nil, nil, let box?): return box
    default: throw .noSize
    }
  }

  private func viewBox() -> PictureHeader.Extent? {
    guard let text = attributes["viewBox"] else { return nil }
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3] else { return nil }
    return width > 0 && height > 0 && width.isFinite && height.isFinite ? .init(width: width, height: height) : nil
  }

  /// A length with its unit, in CSS pixels of 1/96 inch; nil where there is none, or one that depends on what is
  /// around the picture.
  private func length(_ name: String) -> Double? {
    guard let text = attributes[name]?.trimmed else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    // The letter of an exponent is also that of `em` and `ex`.
    let exponent = text.dropFirst(digits.count)
    var (number, unit) = (String(digits), String(exponent))
    if let first = exponent.first, first == "e" || first == "E" {
      let power = exponent.dropFirst().prefix { $0.isNumber || $0 == "-" || $0 == "+" }
      if !power.isEmpty { (number, unit) = (number + "e" + power, String(exponent.dropFirst(1 + power.count))) }
    }
    guard let value = Double(number), value.isFinite, let factor = Self.pixels[unit.trimmed.lowercased()] else {
      return nil
    }
    return value * factor
  }

  /// CSS values and units 4, section 6.2; font sizes as a browser has them where nothing is said.
  private static let pixels: [String: Double] = [
    "": 1, "px": 1, "pt": 96 / 72.0, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "em": 16,
    "rem": 16, "ex": 8, "ch": 8,
  ]
}

extension ByteReader {
  /// The root element, if this is XML and the root is `svg`; nil for anything else.
  func svgRoot() -> SVGRoot? {
    var scanner = XMLScanner(self)
    scanner.skipProlog()
    return scanner.rootAttributes(ofElement: "svg").map { SVGRoot(attributes: $0) }
  }
}

/// Steps through the beginning of an XML document in UTF-8.
private struct XMLScanner {
  private let reader: ByteReader
  private var offset = 0

  init(_ reader: ByteReader) {
    self.reader = reader
    if reader.has("\u{EF}\u{BB}\u{BF}", at: 0) { offset = 3 }
  }

  /// Passes over spaces, the declaration, processing instructions, comments and the document type.
  mutating func skipProlog() {
    while true {
      skipSpaces()
      if reader.has("<!--", at: offset) {
        skip(past: "-->")
      } else if reader.has("<?", at: offset) {
        skip(past: "?>")
      } else if reader.has("<!DOCTYPE", at: offset) {
        skipDocumentType()
      } else {
        return
      }
    }
  }

  /// The attributes of the element that begins here; nil when it has another name or its tag does not end.
  mutating func rootAttributes(ofElement wanted: String) -> [String: String]? {
    guard reader.byte(at: offset) == Int(UInt8(ascii: "<")) else { return nil }
    offset += 1
    guard name() == wanted else { return nil }
    var attributes: [String: String] = [:]
    while true {
      skipSpaces()
      guard let next = reader.byte(at: offset) else { return nil }
      if next == Int(UInt8(ascii: ">")) || next == Int(UInt8(ascii: "/")) { return attributes }
      let name = name()
      skipSpaces()
      guard !name.isEmpty, reader.has("=", at: offset) else { return nil }
      offset += 1
      skipSpaces()
      guard let quote = reader.byte(at: offset), quote == 0x22 || quote == 0x27 else { return nil }
      let start = offset + 1
      offset = start
      while let byte = reader.byte(at: offset), byte != quote { offset += 1 }
      guard reader.byte(at: offset) == quote else { return nil }
      if attributes[name] == nil {
        attributes[name] = String(decoding: reader.bytes(in: start..<offset), as: UTF8.self)
      }
      offset += 1
    }
  }

  /// A name without its prefix.
  private mutating func name() -> String {
    var start = offset
    while let byte = reader.byte(at: offset), !Self.endsName(byte) {
      offset += 1
      if byte == Int(UInt8(ascii: ":")) { start = offset }
    }
    return String(decoding: reader.bytes(in: start..<offset), as: UTF8.self)
  }

  private static func endsName(_ byte: Int) -> Bool { byte <= 0x20 || "=>/<\"'".utf8.contains(UInt8(byte)) }

  private mutating func skipSpaces() {
    while let byte = reader.byte(at: offset), byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
  }

  private mutating func skip(past end: String) {
    while offset < reader.count, !reader.has(end, at: offset) { offset += 1 }
    offset += end.utf8.count
  }

  /// Declarations of entities may stand in brackets; quoted they may contain any of these characters.
  private mutating func skipDocumentType() {
    var isInBrackets = false
    while let byte = reader.byte(at: offset) {
      offset += 1
      switch UInt8(byte) {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while let next = reader.byte(at: offset), next != byte { offset += 1 }
        offset += 1
      case UInt8(ascii: ">") where !isInBrackets: return
      default: break
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
