import Posix

/// Ports of this machine.
enum LoopbackPort {
  /// Whether nobody listens there, as `/proc/net/tcp` says (proc_net_tcp in the kernel's documentation): the second
  /// field is the local address, the fourth the state, 0A for listening.
  static func isFree(_ port: UInt16) throws -> Bool {
    let hexadecimal = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    for path in ["/proc/net/tcp", "/proc/net/tcp6"] where FileSystem.exists(path) {
      let child = try ChildProcess.run("cat", [path])
      for line in child.outputText.split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        if fields.count > 3, fields[1].hasSuffix(suffix) { return false }
      }
    }
    return true
  }
}
