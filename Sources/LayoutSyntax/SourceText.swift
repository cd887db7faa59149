/// A half-open range of bytes of a source text.
public struct SourceSpan: Equatable, Hashable, Sendable {
  public var start: Int32
  public var end: Int32

  public init(start: Int32, end: Int32) {
    self.start = start
    self.end = end
  }
}

/// Line and column from 1; columns count Unicode scalars.
public struct SourcePosition: Equatable, Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The bytes of one document and where its lines begin. Spans of everything parsed from it index these bytes.
public struct SourceText: Equatable, Sendable {
  /// How the document is called in messages: a path as the user gave it.
  public let name: String
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }
}
