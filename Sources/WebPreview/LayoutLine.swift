import HTTPServer
import JSONText
import Posix

/// The line of a layout that a complaint is about, as it is on the disk now: after another save it may be another one,
/// until the daemon has told what is wrong with that.
///
/// A page names no file that is not one of the scene's, and gets one line of it.
enum LayoutLine {
  /// Letters of a line. By feel: more is not read.
  static let longest = 400

  /// - Parameters:
  ///   - message: what the daemon answered to `ListScenes`.
  ///   - files: those of the daemon.
  static func answer(to asked: PageCall.Open, in message: [UInt8], of files: DaemonFiles?) -> HTTPResponse {
    guard let files, isOfScene(asked, in: message) else {
      return Preview.json(403, ["error": "this is no file of the scene"])
    }
    guard let bytes = files.read(asked.file), let text = line(asked.line, of: bytes) else { return HTTPResponse(404) }
    return Preview.json(200, ["text": .string(text)])
  }

  /// A line from 1, without its end; nil where there are not so many.
  static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    var line = bytes[...]
    for _ in 1..<number {
      guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      line = line[(end + 1)...]
    }
    // A letter has four bytes at most.
    var text = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }.prefix(4 * longest + 1), as: UTF8.self)
      .unicodeScalars
    if text.last == "\r" { text.removeLast() }
    return String(String.UnicodeScalarView(text.prefix(longest)))
  }

  /// Whether the daemon has made a scene of this file.
  static func isOfScene(_ asked: PageCall.Open, in message: [UInt8]) -> Bool {
    guard let scenes = (try? JSON(parsing: message))?["parameters"]?["scenes"]?.array,
      let scene = scenes.first(where: { $0["name"]?.string == asked.scene })
    else { return false }
    return ([scene["file"]] + (scene["imports"]?.array ?? [])).contains(.string(asked.file))
  }
}
