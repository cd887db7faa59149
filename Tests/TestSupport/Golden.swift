import Foundation

/// Text that tests expect, in files beside their inputs. `UPDATE_GOLDEN=1` in the environment writes the files anew,
/// and the diff is read like code.
public enum Golden {
  public static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" }

  /// The first line in which `text` is otherwise than the file; nil when there is none, and after writing the file.
  public static func difference(of text: String, from path: String) -> String? {
    let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    if expected == text { return nil }
    if isUpdating {
      let isWritten = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
      return isWritten ? nil : "\(path) cannot be written"
    }
    guard let expected else { return "there is no \(path); UPDATE_GOLDEN=1 writes it" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(lines, expectedLines).prefix { $0 == $1 }.count
    func line(of lines: [Substring]) -> String { same < lines.count ? "'\(lines[same])'" : "the end" }
    return """
      \(path):\(same + 1): \(line(of: lines)), expected \(line(of: expectedLines)); UPDATE_GOLDEN=1 writes what is now
      """
  }
}
