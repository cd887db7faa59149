import Foundation

/// Every layout of the repository, for properties that hold for any document: the ones people read and the fixtures of
/// all tests, right ones and broken ones.
public enum Corpus {
  public struct Document: Sendable, CustomStringConvertible {
    /// Its path below the repository's root.
    public let path: String
    public let bytes: [UInt8]
    public var description: String { path }
  }

  /// In the order of their paths.
  public static let documents: [Document] = layouts(below: "Layouts") + layouts(below: "Tests")

  /// The root of the repository.
  public static var root: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  public static func layouts(below folder: String) -> [Document] { files(below: folder, ending: ".layout") }

  /// Files whose names have this ending, in the order of their paths.
  public static func files(below folder: String, ending: String) -> [Document] {
    let fixtures = FixtureFolder(at: root.appendingPathComponent(folder).path)
    return fixtures.paths(ending: ending).map { Document(path: "\(folder)/\($0)", bytes: fixtures.bytes(of: $0)) }
  }
}
