import LayoutRuntime
import Testing

@testable import Daemon

@Suite("Files that are handed on in portions") struct FileBacklogTests {
  private static func name(_ index: Int) -> String { "f\(index)" }

  /// Files of which all but the first are in the served folders.
  private func makeBacklog(of count: Int) -> FileBacklog {
    let names = (0..<count).map(Self.name)
    return FileBacklog(names.map { ($0, .bytes([1])) }, served: Set(names.dropFirst()))
  }

  @Test func `a portion is fifty files, however many there are`() {
    var backlog = makeBacklog(of: 120)

    for range in [0..<50, 50..<100, 100..<120] {
      let portion = backlog.removePortion()
      #expect(portion.contents.map(\.path) == range.map(Self.name))
      #expect(portion.found == range.map(Self.name).filter { $0 != "f0" })
    }
    #expect(backlog.count == 0)
  }

  @Test func `what changes meanwhile comes once, as it is now, in its place`() {
    var backlog = makeBacklog(of: 52)
    _ = backlog.removePortion()

    let isUpdated = [0, 51].map { backlog.update(Self.name($0), to: .bytes([2])) }

    #expect(isUpdated == [false, true])
    #expect(backlog.removePortion().contents.map(\.content) == [.bytes([1]), .bytes([2])])
  }

  @Test func `what somebody has looked at does not come again`() {
    var backlog = makeBacklog(of: 53)
    _ = backlog.removePortion()

    backlog.remove(Self.name(51))

    #expect(backlog.count == 2)
    #expect(backlog.removePortion().found == [Self.name(50), Self.name(52)])
  }
}
