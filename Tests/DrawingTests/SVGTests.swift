import Drawing
import Geometry
import Testing

@Suite("Pictures as SVG") struct SVGTests {
  /// The lines between the title and the end.
  func lines(_ marks: Artwork.Mark..., pictures: [String: PictureFile] = [:]) -> [String] {
    let svg = SVG(Artwork(size: Size(width: 100, height: 50), marks: marks), title: "", pictures: pictures)
    let lines = String(decoding: svg.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Array(lines[2..<lines.count - 1])
  }

  static let black = Colour(0x0000_00FF)

  @Test func `a document has a size, a title for those who cannot see it, and one end of line at its end`() {
    let svg = SVG(Artwork(size: Size(width: 100, height: 50.25)), title: "a < b & \"c\"", notes: ["x > y"])

    #expect(
      String(decoding: svg.bytes, as: UTF8.self) == """
        <svg xmlns="http://www.w3.org/2000/svg" width="100" height="50.25" viewBox="0 0 100 50.25" role="img" \
        font-family="DejaVu Sans, Verdana, sans-serif" xml:space="preserve">
          <title>a &lt; b &amp; &quot;c&quot;</title>
          <metadata>
        x &gt; y
        </metadata>
        </svg>

        """)
  }

  /// 2 points wide: its middle is 1 inside of the edge, and so is its corner's radius smaller by 1.
  @Test func `a border is inside of its box`() {
    let box = Artwork.Box(
      Rect(x: 10, y: 10, width: 30.5, height: 20), radius: 4, fill: Colour(0xFF80_00FF),
      stroke: Artwork.Stroke(Self.black, width: 2, dash: 3))

    #expect(
      lines(.box(box)) == [
        ##"  <rect x="11" y="11" width="28.5" height="18" rx="3" fill="#ff8000" stroke="#000000" stroke-width="2" stroke-dasharray="3"/>"##
      ])
  }

  /// A separator, 1 point high: what is inside of its edge has no height, and browsers leave such a rectangle out.
  @Test func `a box that is no more than its edge is a line`() {
    let stroke = Artwork.Stroke(Self.black)
    let flat = Artwork.Box(Rect(x: 10, y: 20, width: 30, height: 1), stroke: stroke)
    let upright = Artwork.Box(Rect(x: 10, y: 20, width: 1, height: 9), stroke: stroke)

    #expect(
      lines(.box(flat), .box(upright)) == [
        ##"  <line x1="10" y1="20.5" x2="40" y2="20.5" stroke="#000000"/>"##,
        ##"  <line x1="10.5" y1="20" x2="10.5" y2="29" stroke="#000000"/>"##,
      ])
  }

  /// 128 of 255 is 0.50196. 1/64 is 0.015625.
  @Test func `lengths are exact, opacities have three digits`() {
    let box = Artwork.Box(Rect(x: 0.015625, y: -1.5, width: 3, height: 4), fill: Colour(0x0011_2280))

    #expect(
      lines(.box(box)) == [
        ##"  <rect x="0.015625" y="-1.5" width="3" height="4" fill="#001122" fill-opacity="0.502"/>"##
      ])
  }

  @Test func `a radius ends at half of the shorter side`() {
    let box = Artwork.Box(Rect(x: 0, y: 0, width: 30, height: 8), radius: 99, fill: Self.black)

    #expect(lines(.box(box)) == [##"  <rect x="0" y="0" width="30" height="8" rx="4" fill="#000000"/>"##])
  }

  /// The start of a line that is read from right to left is its right end.
  @Test(arguments: [
    (Artwork.Writing.Anchor.left, false, ""), (.middle, false, #" text-anchor="middle""#),
    (.right, false, #" text-anchor="end""#), (.left, true, #" direction="rtl" text-anchor="end""#),
    (.middle, true, #" direction="rtl" text-anchor="middle""#), (.right, true, #" direction="rtl""#),
  ])
  func `a text is held where it is held`(anchor: Artwork.Writing.Anchor, isRightToLeft: Bool, attributes: String) {
    let writing = Artwork.Writing(
      "a", at: Point(x: 1, y: 2), anchor: anchor, fontSize: 10, colour: Self.black, isRightToLeft: isRightToLeft)

    #expect(lines(.text(writing)) == [##"  <text x="1" y="2" font-size="10"\##(attributes) fill="#000000">a</text>"##])
  }

  @Test func `a line is as wide as it was measured, in its family and weight`() {
    let writing = Artwork.Writing(
      "<b>\u{1}", at: Point(x: 1, y: 2), width: 12.5, fontSize: 10, weight: 700, family: "Inter\"", colour: Self.black)

    #expect(
      lines(.text(writing)) == [
        ##"  <text x="1" y="2" font-size="10" font-family="Inter&quot;, DejaVu Sans, Verdana, sans-serif" font-weight="700" textLength="12.5" lengthAdjust="spacingAndGlyphs" fill="#000000">&lt;b&gt;\##u{FFFD}</text>"##
      ])
  }

  /// From half of the size above the letters to half below the line: 1.5 × 10 above the baseline, 20 high.
  @Test func `a line that is cut is not squeezed`() {
    let writing = Artwork.Writing(
      "long", at: Point(x: 1, y: 22), width: 12, fontSize: 10, colour: Self.black, isCut: true)

    #expect(
      lines(.text(writing)) == [
        #"  <clipPath id="clip1"><rect x="1" y="7" width="12" height="20"/></clipPath>"#,
        ##"  <text x="1" y="22" font-size="10" fill="#000000" clip-path="url(#clip1)">long</text>"##,
      ])
  }

  @Test func `a layer that changes nothing is no element`() {
    let box = Artwork.Mark.box(Artwork.Box(Rect(x: 0, y: 0, width: 1, height: 1), fill: Self.black))
    let rect = ##"<rect x="0" y="0" width="1" height="1" fill="#000000"/>"##
    let clip = Artwork.Layer(clip: Rect(x: 1, y: 2, width: 3, height: 4), radius: 1, opacity: 0.25)

    #expect(
      lines(.begin(Artwork.Layer()), .begin(clip), box, .end, .end, box) == [
        #"  <clipPath id="clip1"><rect x="1" y="2" width="3" height="4" rx="1"/></clipPath>"#,
        ##"  <g opacity="0.25" clip-path="url(#clip1)">"##, "    \(rect)", "  </g>", "  \(rect)",
      ])
  }

  /// A GIF of 1 × 1 pixel, as far as its size; its letters by RFC 4648.
  @Test func `a picture is written into the drawing`() throws {
    let file = try #require(PictureFile(Array("GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}".utf8)))
    let mark = Artwork.Picture("a.gif", in: Rect(x: 1, y: 2, width: 30, height: 40), stroke: Artwork.Stroke(Self.black))

    #expect(
      lines(.picture(mark), pictures: ["a.gif": file]) == [
        #"  <image x="1" y="2" width="30" height="40" preserveAspectRatio="none" href="data:image/gif;base64,R0lGODlhAQABAAAAAA=="/>"#
      ])
  }

  @Test func `a picture that is not there is a crossed box`() {
    let mark = Artwork.Picture(
      "pictures/a.gif", in: Rect(x: 0, y: 0, width: 40, height: 20), stroke: Artwork.Stroke(Self.black))

    #expect(
      lines(.picture(mark)) == [
        ##"  <line x1="0.5" y1="0.5" x2="39.5" y2="19.5" stroke="#000000"/>"##,
        ##"  <line x1="39.5" y1="0.5" x2="0.5" y2="19.5" stroke="#000000"/>"##,
        ##"  <rect x="0.5" y="0.5" width="39" height="19" fill="none" stroke="#000000"/>"##,
        ##"  <text x="20" y="13" font-size="9" text-anchor="middle" fill="#000000">a.gif</text>"##,
      ])
  }

  @Test func `what is no picture is none`() {
    #expect(PictureFile(Array("hello".utf8)) == nil)
    #expect(PictureFile([]) == nil)
  }
}
