import Foundation

/// A folder of files that tests take as their inputs.
///
/// A test over every file of a folder passes where there is none. So a folder that was moved, or in which nothing has
/// the ending, ends the run and says which it is.
public struct FixtureFolder: Sendable {
  public let path: String

  public init(at path: String) { self.path = URL(fileURLWithPath: path).standardized.path }

  /// The folder of this name beside the file in which it is asked for.
  public init(_ name: String, beside file: String = #filePath) {
    self.init(at: URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(name).path)
  }

  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// The files that lie in it, not in folders below, in the order of their names.
  public func names(ending: String) -> [String] {
    named(ending) { try FileManager.default.contentsOfDirectory(atPath: path) }
  }

  /// The files in it and in all folders below, in the order of their paths from here.
  public func paths(ending: String) -> [String] {
    named(ending) { try FileManager.default.subpathsOfDirectory(atPath: path) }
  }

  public func bytes(of name: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path(of: name)) else {
      fatalError("there is no file \(path(of: name))")
    }
    return Array(data)
  }

  private func named(_ ending: String, _ list: () throws -> [String]) -> [String] {
    let names: [String]
    do { names = try list() } catch { fatalError("the fixtures in \(path) cannot be listed: \(error)") }
    let found = names.filter { $0.hasSuffix(ending) && !isFolder($0) }.sorted()
    precondition(!found.isEmpty, "no fixture in \(path) ends with '\(ending)'")
    return found
  }

  private func isFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder) && isFolder.boolValue
  }
}
