import Posix
import Testing

@testable import FileWatching

@Suite("What a user has of inotify") struct InotifyUseTests {
  /// A folder like /proc: two processes of ours, one of which watches through two descriptors, and what is no process.
  @Test func `all descriptors of all its processes are counted, and their watches`() throws {
    let proc = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(proc) }
    func make(_ process: String, _ descriptors: [(target: String, details: String)]) throws {
      for folder in ["", "/fd", "/fdinfo"] { try FileSystem.createDirectory("\(proc)/\(process)\(folder)") }
      for (number, descriptor) in descriptors.enumerated() {
        try FileSystem.createLink("\(proc)/\(process)/fd/\(number)", to: descriptor.target)
        try FileSystem.writeFile("\(proc)/\(process)/fdinfo/\(number)", Array(descriptor.details.utf8))
      }
    }
    try make(
      "12", [("/dev/null", "pos:\t0\n"), ("anon_inode:inotify", "pos:\t0\ninotify wd:2 ino:1\ninotify wd:1 ino:2\n")])
    try make("13", [("anon_inode:inotify", "flags:\t02\ninotify wd:a ino:3\n"), ("anon_inode:inotify", "pos:\t0\n")])
    try make("self", [("anon_inode:inotify", "inotify wd:1 ino:1\n")])

    let use = InotifyUse(of: CurrentProcess.userID, in: proc)
    #expect(use.instances == 3)
    #expect(use.watches == 3)
    #expect(InotifyUse(of: CurrentProcess.userID + 1, in: proc).instances == 0)
  }
}
