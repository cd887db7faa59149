import Geometry

/// Pictures as one HTML file, for people who have nothing but a browser: all of them beside each other, and each in its
/// full size behind a click. It loads nothing and runs nothing.
public struct PicturePage {
  /// The document, in UTF-8.
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - title: of the page.
  ///   - theme: of what is around the pictures.
  ///   - pictures: by the path that layouts reach them by.
  public init(_ items: [Sheet.Item], title: String, theme: Theme, pictures: [String: PictureFile] = [:]) {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(SVG.escaped(title))</title>
      <style>
      body { margin: 24px; background: \(Self.css(theme.desk)); color: \(Self.css(theme.ink)); font: 15px "DejaVu Sans", Verdana, sans-serif; }
      main { display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start; }
      figure { margin: 0; max-width: 100%; }
      figcaption { margin-bottom: 8px; }
      figcaption small, a { color: \(Self.css(theme.paleInk)); }
      svg { display: block; width: auto; height: auto; max-width: min(100%, 420px); max-height: 420px; }
      .close { display: none; }
      figure:target { width: 100%; order: -1; overflow: auto; }
      figure:target svg { max-width: none; max-height: none; min-width: min(100%, 900px); }
      figure:target .close { display: inline; }
      a:focus-visible { outline: 3px solid \(Self.css(theme.accent)); outline-offset: 3px; }
      </style>
      <h1>\(SVG.escaped(title))</h1>
      <main>

      """
    for (index, item) in items.enumerated() {
      let id = "picture\(index + 1)"
      let size = item.artwork.size
      let svg = SVG(item.artwork, title: item.caption, prefix: "\(id)-", pictures: pictures)
      page += """
        <figure id="\(id)">
        <figcaption>\(SVG.escaped(item.caption)) <small>\(SVG.number(size.width)) × \(SVG.number(size.height))</small> \
        <a class="close" href="#">close</a></figcaption>
        <a href="#\(id)" aria-label="\(SVG.escaped(item.caption)), full size">

        """
      page += String(decoding: svg.bytes, as: UTF8.self)
      page += "</a>\n</figure>\n"
    }
    bytes = Array((page + "</main>\n</html>\n").utf8)
  }

  private static func css(_ colour: Colour) -> String {
    "rgb(\(colour.red) \(colour.green) \(colour.blue))"
  }
}
