import Geometry
import JSONText

/// A picture as SVG: a drawing that any browser shows, and a text that people and `diff` can read.
///
/// Each mark is a line, in the order of the artwork. Lengths are exact to 1/64 of a point, and nothing depends on time,
/// place or machine, so that the same scene is the same bytes. A line of text is a `text` at its baseline, held to the
/// width that it was measured to have: where a browser has another font, letters move and lines do not.
public struct SVG {
  /// The document, in UTF-8, with an end of line at its end.
  public private(set) var bytes: [UInt8] = []

  private let prefix: String
  private let pictures: [String: PictureFile]
  private var depth = 1
  private var clips = 0
  /// Of the layers that are open: whether each is an element.
  private var layers: [Bool] = []

  /// - Parameters:
  ///   - title: what a screen reader says.
  ///   - prefix: of all ids in it, where several drawings stand in one page.
  ///   - notes: lines that are kept in the document and not drawn.
  ///   - pictures: by the path that layouts reach them by; one that is not here is drawn as a crossed box with its
  ///     name.
  public init(
    _ artwork: Artwork, title: String, prefix: String = "", notes: [String] = [], pictures: [String: PictureFile] = [:]
  ) {
    self.prefix = prefix
    self.pictures = pictures
    let (width, height) = (Self.number(artwork.size.width), Self.number(artwork.size.height))
    bytes += Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"".utf8)
    bytes += Array(" viewBox=\"0 0 \(width) \(height)\" role=\"img\" font-family=\"\(Self.fonts)\"".utf8)
    // Blanks in texts are as wide as they were measured to be.
    bytes += Array(" xml:space=\"preserve\">\n".utf8)
    line("<title>\(Self.escaped(title))</title>")
    if !notes.isEmpty { line("<metadata>\n\(notes.map(Self.escaped).joined(separator: "\n"))\n</metadata>") }
    for mark in artwork.marks { write(mark) }
    bytes += Array("</svg>\n".utf8)
  }

  /// The first one ships with Framewire; the others are where that is not.
  private static let fonts = "DejaVu Sans, Verdana, sans-serif"

  private mutating func line(_ text: String) {
    for _ in 0..<depth { bytes += [0x20, 0x20] }
    bytes += Array(text.utf8)
    bytes.append(0x0A)
  }

  private mutating func write(_ mark: Artwork.Mark) {
    switch mark {
    case .box(let box): line(Self.element(of: box))
    case .line(let line): self.line(Self.element(of: line))
    case .text(let writing): write(writing)
    case .picture(let picture): write(picture)
    case .begin(let layer): begin(layer)
    case .end: end()
    }
  }

  // MARK: Layers

  private mutating func begin(_ layer: Artwork.Layer) {
    var attributes = ""
    if layer.opacity < 1 { attributes += " opacity=\"\(Self.share(layer.opacity))\"" }
    if let clip = layer.clip { attributes += clipping(to: clip, radius: layer.radius) }
    layers.append(!attributes.isEmpty)
    if attributes.isEmpty { return }
    line("<g\(attributes)>")
    depth += 1
  }

  private mutating func end() {
    guard layers.popLast() == true else { return }
    depth -= 1
    line("</g>")
  }

  /// Defines a clip, and says what an element has that is cut off by it.
  private mutating func clipping(to frame: Rect, radius: Points) -> String {
    clips += 1
    let id = "\(prefix)clip\(clips)"
    line("<clipPath id=\"\(id)\"><rect\(Self.place(of: frame, radius: radius))/></clipPath>")
    return " clip-path=\"url(#\(id))\""
  }

  // MARK: Shapes

  private static func element(of box: Artwork.Box) -> String {
    guard let stroke = box.stroke else {
      return "<rect\(place(of: box.frame, radius: box.radius))\(paint("fill", box.fill))/>"
    }
    let frame = box.frame
    if min(frame.width, frame.height) <= stroke.width {
      // The edge is all there is. A rectangle without an extent is not drawn at all.
      let isUpright = frame.height > frame.width
      let (start, end) =
        isUpright
        ? (Point(x: frame.middle.x, y: frame.y), Point(x: frame.middle.x, y: frame.bottom))
        : (Point(x: frame.x, y: frame.middle.y), Point(x: frame.right, y: frame.middle.y))
      return element(of: Artwork.Line(from: start, to: end, stroke))
    }
    // SVG draws a line half on each side of the edge; ours is inside.
    let half = stroke.width / 2
    let inner = place(of: box.frame.inset(by: half), radius: max(0, box.radius - half))
    return "<rect\(inner)\(paint("fill", box.fill))\(attributes(of: stroke))/>"
  }

  private static func element(of line: Artwork.Line) -> String {
    "<line x1=\"\(number(line.start.x))\" y1=\"\(number(line.start.y))\" x2=\"\(number(line.end.x))\""
      + " y2=\"\(number(line.end.y))\"\(attributes(of: line.stroke))/>"
  }

  private mutating func write(_ picture: Artwork.Picture) {
    guard let file = pictures[picture.path] else {
      for mark in picture.marksWithoutFile { write(mark) }
      return
    }
    line(
      "<image\(Self.place(of: picture.frame)) preserveAspectRatio=\"none\" href=\"data:\(file.type);base64,\(file.base64)\"/>"
    )
  }

  // MARK: Text

  private mutating func write(_ writing: Artwork.Writing) {
    var attributes = " x=\"\(Self.number(writing.place.x))\" y=\"\(Self.number(writing.place.y))\""
    attributes += " font-size=\"\(Self.number(writing.fontSize))\""
    if let family = writing.family { attributes += " font-family=\"\(Self.escaped(family)), \(Self.fonts)\"" }
    if writing.weight != 400 { attributes += " font-weight=\"\(writing.weight)\"" }
    // What is the start of a line depends on where it is read from.
    if writing.isRightToLeft { attributes += " direction=\"rtl\"" }
    switch writing.anchor {
    case .left: if writing.isRightToLeft { attributes += " text-anchor=\"end\"" }
    case .middle: attributes += " text-anchor=\"middle\""
    case .right: if !writing.isRightToLeft { attributes += " text-anchor=\"end\"" }
    }
    if let width = writing.width, width > 0, !writing.isCut {
      attributes += " textLength=\"\(Self.number(width))\" lengthAdjust=\"spacingAndGlyphs\""
    }
    attributes += Self.paint("fill", writing.colour)
    if let halo = writing.halo {
      attributes +=
        "\(Self.paint("stroke", halo)) stroke-width=\"\(Self.number(2 * Artwork.Writing.haloWidth))\" stroke-linejoin=\"round\" paint-order=\"stroke\""
    }
    if let window = writing.window { attributes += clipping(to: window, radius: 0) }
    line("<text\(attributes)>\(Self.escaped(writing.text))</text>")
  }

  // MARK: Attributes

  private static func place(of frame: Rect, radius: Points = 0) -> String {
    let radius = min(radius, frame.width / 2, frame.height / 2)
    return " x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" width=\"\(number(max(0, frame.width)))\""
      + " height=\"\(number(max(0, frame.height)))\"" + (radius > 0 ? " rx=\"\(number(radius))\"" : "")
  }

  private static func paint(_ what: String, _ colour: Colour?) -> String {
    guard let colour else { return " \(what)=\"none\"" }
    let solid = " \(what)=\"\(colour.text.dropLast(2))\""
    return colour.opacity == 255 ? solid : solid + " \(what)-opacity=\"\(share(Double(colour.opacity) / 255))\""
  }

  private static func attributes(of stroke: Artwork.Stroke) -> String {
    paint("stroke", stroke.colour) + (stroke.width == 1 ? "" : " stroke-width=\"\(number(stroke.width))\"")
      + (stroke.dash > 0 ? " stroke-dasharray=\"\(number(stroke.dash))\"" : "")
  }

  /// A length, exact to 1/64.
  static func number(_ length: Points) -> String {
    let digits = [UInt8](capacity: OutputSpan<UInt8>.longestSixtyFourths) { (room: inout OutputSpan<UInt8>) in
      room.append(sixtyFourths: length.in64ths)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// A part of 1, to a thousandth.
  private static func share(_ part: Double) -> String {
    let thousandths = Int((max(0, min(1, part)) * 1000).rounded())
    if thousandths == 1000 { return "1" }
    if thousandths == 0 { return "0" }
    var digits = String(thousandths)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "0.\(digits)"
  }

  /// Text that means nothing but itself. What XML has no way to say becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !#"&<>""#.utf8.contains($0) }) { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // A blank that does not end the line.
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
