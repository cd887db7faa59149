import Foundation
import Testing

@Suite("House rules") struct HouseRuleTests {
  /// Ways to tell the compiler that it is wrong about data races, put together here so that this file does not
  /// contain them itself.
  static let escapeHatches = ["@unchecked " + "Sendable", "nonisolated" + "(unsafe)", "@preconcurrency " + "import"]

  /// Names of places where things go whose idea has not been found yet.
  static let emptyNames = ["utils", "util", "utilities", "helpers", "helper", "manager", "managers", "common"]

  @Test(arguments: ["Sources", "Tests"])
  func `nothing overrules the compiler about data races`(folder: String) throws {
    for file in try SourceTree.swiftFiles(below: folder) {
      for (number, line) in file.lines.enumerated() {
        for hatch in Self.escapeHatches where line.contains(hatch) {
          Issue.record("\(file.path):\(number + 1) says \(hatch)")
        }
      }
    }
  }

  @Test(arguments: ["Sources", "Tests"])
  func `files and folders are named after an idea`(folder: String) throws {
    for path in try SourceTree.paths(below: folder) {
      let name = path.split(separator: "/").last!.split(separator: ".")[0]
      let lastWord = Self.words(of: String(name)).last ?? ""
      #expect(!Self.emptyNames.contains(lastWord), "\(path)")
    }
  }

  /// `FrameManager` → frame, manager.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if character.isUppercase || words.isEmpty || !character.isLetter { words.append("") }
      if character.isLetter { words[words.count - 1].append(contentsOf: character.lowercased()) }
    }
    return words.filter { !$0.isEmpty }
  }
}
