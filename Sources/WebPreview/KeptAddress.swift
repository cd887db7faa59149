import Posix

/// Port and token of an instance, which stay over restarts, so that open tabs come back by themselves.
struct KeptAddress: Equatable {
  var port: UInt16
  /// 128 bits in hexadecimal digits.
  var token: String

  /// Beside the socket: `default.preview`.
  static func path(for socket: SocketAddress) -> String {
    (socket.path.hasSuffix(".sock") ? String(socket.path.dropLast(5)) : socket.path) + ".preview"
  }

  /// What was kept, if it is ours and nobody else could have read or written it.
  static func read(_ path: String) -> KeptAddress? {
    guard let status = try? FileSystem.status(of: path, followingLink: false), status.kind == .regular,
      status.owner == CurrentProcess.userID, status.permissions & 0o077 == 0, status.links == 1,
      let bytes = try? FileSystem.readFile(path, limit: 1024).bytes
    else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let port = UInt16(words[0]), port > 0, words[1].count == 32,
      words[1].allSatisfy(\.isHexDigit)
    else { return nil }
    return KeptAddress(port: port, token: String(words[1]))
  }

  func keep(at path: String) throws(PosixError) {
    try FileSystem.replaceFile(path, Array("\(port) \(token)\n".utf8), permissions: 0o600)
  }

  /// From the kernel's source of what nobody guesses.
  static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
