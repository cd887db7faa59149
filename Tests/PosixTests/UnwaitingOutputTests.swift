import Glibc
import Posix
import Testing

@Suite struct `Output that does not wait` {
  /// A pipe of which nothing is read until the test reads.
  private struct Pipe: ~Copyable {
    let reader: FileDescriptor
    let writer: FileDescriptor

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      reader = FileDescriptor(owning: DescriptorNumber(rawValue: ends[0]))
      writer = FileDescriptor(owning: DescriptorNumber(rawValue: ends[1]))
    }

    func output() throws -> UnwaitingOutput {
      guard let output = UnwaitingOutput(writer.number, apology: { "\($0) left out\n" }) else {
        throw PipeCannotBeOpenedAgain()
      }
      return output
    }
  }

  private struct PipeCannotBeOpenedAgain: Error {}

  @Test func `What nobody reads is kept, and comes in order`() throws {
    let pipe = try Pipe()
    var output = try pipe.output()
    let line = String(repeating: "x", count: 996)
    // More than a pipe holds (64 KB), less than is kept besides.
    let lines = (100..<300).map { "\($0)\(line)\n" }
    for line in lines { output.write(line) }
    var read: [UInt8] = []
    while read.count < 200_000 {
      _ = try pipe.reader.read(into: &read)
      output.catchUp()
    }
    #expect(String(decoding: read, as: UTF8.self) == lines.joined())
  }

  @Test func `What is too much is counted, and said as soon as there is room`() throws {
    let pipe = try Pipe()
    var output = try pipe.output()
    let line = String(repeating: "x", count: 9_999)
    for _ in 0..<1_000 { output.write(line + "\n") }
    var read: [UInt8] = []
    while !String(decoding: read, as: UTF8.self).hasSuffix("left out\n") {
      _ = try pipe.reader.read(into: &read)
      output.catchUp()
    }
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0 == line })
    #expect(lines.count > 30)
    #expect(lines.last == "\(1_000 - (lines.count - 1)) left out")
  }

  @Test func `A file is written as ever, because that does not wait`() throws {
    let file = try FileDescriptor.memoryFile(named: "output")
    let output = UnwaitingOutput(file.number, apology: { "\($0)" })
    let isNone = if output == nil { true } else { false }
    #expect(isNone)
  }
}
