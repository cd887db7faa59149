import LayoutRuntime
import Testing

@testable import Daemon

@Suite("Files that are handed on in portions") struct FileBacklogTests {
  private var backlog = FileBacklog()

  private static func name(_ index: Int) -> String { "f\(index)" }

  private mutating func add(_ range: Range<Int>, _ byte: UInt8 = 1) {
    backlog.add(range.map { (Self.name($0), .bytes([byte])) }, served: range.map(Self.name))
  }

  @Test mutating func `a portion is two hundred files, or an eighth of those before it`() {
    add(0..<2500)

    var sizes: [Int] = []
    while backlog.count > 0 { sizes.append(backlog.removePortion().contents.count) }

    // 200 as long as there are not 1,608 before it; then an eighth of 1,800, 2,025 and 2,278, of which 222 are left.
    #expect(sizes == [200, 200, 200, 200, 200, 200, 200, 200, 200, 225, 253, 222])
  }

  @Test mutating func `only files whose content comes along are served, and at the end all`() {
    add(0..<450)

    for count in [200, 400, 450] {
      let portion = backlog.removePortion()
      #expect(portion.served == (0..<count).map(Self.name))
      #expect(portion.contents.map(\.path) == (max(0, count == 450 ? 400 : count - 200)..<count).map(Self.name))
    }
    #expect(backlog.count == 0)
  }

  @Test mutating func `what changes meanwhile comes once, as it is now, and what was served stays so`() {
    add(0..<300)
    _ = backlog.removePortion()

    backlog.add([(Self.name(0), .bytes([2])), (Self.name(299), .bytes([2]))], served: nil)
    let portion = backlog.removePortion()

    #expect(portion.served == (0..<300).map(Self.name))
    #expect(portion.contents.map(\.path) == (200..<300).map(Self.name) + [Self.name(0)])
    #expect(portion.contents.suffix(2).map(\.content) == [.bytes([2]), .bytes([2])])
  }

  @Test mutating func `what somebody has looked at does not come again`() {
    add(0..<300)
    _ = backlog.removePortion()

    backlog.remove(Self.name(250))
    let portion = backlog.removePortion()

    #expect(portion.served == (0..<300).map(Self.name))
    #expect(portion.contents.map(\.path) == (200..<250).map(Self.name) + (251..<300).map(Self.name))
  }
}
