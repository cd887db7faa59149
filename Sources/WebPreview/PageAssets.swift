internal import CPageAssets
internal import CShippedFonts
internal import Drawing
import HTTPServer
import Posix

/// The files of the page: those inside of the program, or of a folder while somebody works on them.
struct PageAssets {
  /// Changes with the files, and stands in their addresses, so that browsers keep them for ever.
  let version: String
  /// Read anew for each request; nil: the files inside of the program.
  private let folder: String?

  init(folder: String?) {
    self.folder = folder
    version = folder == nil ? String(Self.fingerprint, radix: 16) : "files"
  }

  /// What a path of the page leads to: `/`, or `/a/VERSION/NAME`.
  func answer(to path: String) -> HTTPResponse {
    if path == "/" {
      guard let page = bytes(of: "index.html") else { return HTTPResponse(404) }
      let text = String(decoding: page, as: UTF8.self).split(separator: "{assets}", omittingEmptySubsequences: false)
      return HTTPResponse(
        200, [HTTPHeader("Content-Type", Self.type(of: "index.html")), HTTPHeader("Cache-Control", "no-store")],
        .bytes(Array(text.joined(separator: "/a/\(version)").utf8)))
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[2] == version, let bytes = bytes(of: String(parts[3])) else {
      return HTTPResponse(404)
    }
    let keeping = folder == nil ? "max-age=31536000, immutable" : "no-store"
    return HTTPResponse(
      200, [HTTPHeader("Content-Type", Self.type(of: String(parts[3]))), HTTPHeader("Cache-Control", keeping)],
      .bytes(bytes))
  }

  /// Only names that are inside of the program as well: a folder is not to be read around in.
  private func bytes(of name: String) -> [UInt8]? {
    if name == "colours.js" { return Self.colours }
    guard let shipped = Self.shipped(name) else { return nil }
    // The client is not the page's own, and fonts are nothing that one edits.
    if let folder, name != "framewire.js", !name.hasSuffix(".ttf") {
      return try? FileSystem.readFile(FileSystem.join(folder, name)).bytes
    }
    return shipped
  }

  private static func shipped(_ name: String) -> [UInt8]? {
    for index in 0..<framewire_page_asset_count() {
      let asset = unsafe framewire_page_asset_at(index)
      if unsafe String(cString: asset.name) == name {
        return unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
      }
    }
    for index in 0..<framewire_shipped_font_count() {
      let font = unsafe framewire_shipped_font_at(index)
      if unsafe String(cString: font.name) == name {
        return unsafe Array(UnsafeBufferPointer(start: font.bytes, count: font.count))
      }
    }
    return nil
  }

  /// The colours that names of CSS stand for, as a module: the page draws them as pictures have them.
  private static let colours: [UInt8] = {
    let rows = Palette.css.sorted { $0.key < $1.key }.map { name, colour in
      "  [\"\(name)\", \"\(colour.opacity == 255 ? colour.text.dropLast(2) : colour.text[...])\"],\n"
    }
    let comment = "/** What names of colours stand for: `#rrggbb`, or `#rrggbbaa` where something shines through. */"
    return Array("\(comment)\nexport const NAMED = new Map([\n\(rows.joined())]);\n".utf8)
  }()

  /// FNV-1a of the page's own files. Fonts keep their names for ever.
  private static var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in colours { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for index in 0..<framewire_page_asset_count() {
      let asset = unsafe framewire_page_asset_at(index)
      let bytes = unsafe Span(_unsafeStart: asset.bytes, count: asset.count)
      for place in bytes.indices { hash = (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3 }
    }
    return hash
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "ttf": "font/ttf"
    default: "application/octet-stream"
    }
  }
}
