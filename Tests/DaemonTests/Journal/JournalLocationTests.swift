import Posix
import Testing

@testable import Daemon

@Suite("Where a journal lies") struct JournalLocationTests {
  static let socket = SocketAddress(path: "/nowhere/hud.sock")

  private func path(_ environment: [String: String], _ socket: SocketAddress = socket, _ roots: [String] = ["/ui"])
    -> String?
  {
    JournalLocation(environment: environment, address: socket, roots: roots)?.path
  }

  @Test func `in XDG_STATE_HOME, under a name that says whose it is`() throws {
    let path = try #require(self.path(["XDG_STATE_HOME": "/state", "HOME": "/home/u"]))
    #expect(path.hasPrefix("/state/framewire/hud-ui-"))
    #expect(path.hasSuffix(".journal"))
  }

  @Test(arguments: [
    ["HOME": "/home/u"], ["HOME": "/home/u", "XDG_STATE_HOME": ""], ["HOME": "/home/u", "XDG_STATE_HOME": "a"],
  ])
  func `else in the home directory`(environment: [String: String]) {
    #expect(path(environment)?.hasPrefix("/home/u/.local/state/framewire/hud-ui-") == true)
  }

  @Test func `nowhere when nobody says where home is`() {
    #expect(path(["PATH": "/bin"]) == nil)
  }

  @Test func `each socket and set of folders has its own, whatever the order`() {
    let environment = ["XDG_STATE_HOME": "/state"]
    let other = SocketAddress(path: "/elsewhere/hud.sock")
    let paths = [
      path(environment), path(environment, other), path(environment, Self.socket, ["/ui2"]),
      path(environment, Self.socket, ["/other/ui"]), path(environment, Self.socket, ["/ui", "/a"]),
    ]
    #expect(Set(paths).count == paths.count)
    #expect(path(environment, Self.socket, ["/b", "/a"]) == path(environment, Self.socket, ["/a", "/b", "/a"]))
  }

  @Test func `names of any kind make a file name`() throws {
    let long = String(repeating: "n", count: 300)
    let path = try #require(self.path(["XDG_STATE_HOME": "/s"], Self.socket, ["/ä b/../\(long)\n*"]))
    let name = FileSystem.split(path).name
    #expect(name.utf8.count < 100)
    #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
  }

  /// Files of earlier versions are found by it.
  @Test func `the name stays what it is`() {
    #expect(path(["XDG_STATE_HOME": "/state"]) == "/state/framewire/hud-ui-2dt5dk7xzfpsb.journal")
  }
}
