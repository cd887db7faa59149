/// A name of anybody's as one token of a subject, and back.
///
/// NATS cuts subjects at dots, reads `*` and `>` as wildcards, and takes no blanks and no empty tokens; keys of its
/// buckets have letters, digits, `-`, `_`, `/`, `=` and `.` alone. So letters and digits of ASCII, `-` and `_` stand
/// for themselves, every other byte of UTF-8 is `=` and two digits, and the empty name is `=`. Each name has one token,
/// and each token that is read back is the one that the name has.
package enum SubjectToken {
  /// Bytes of a name that still make a token; servers take 4,096 bytes of control line in all.
  package static let longestName = 255

  /// The token of a name.
  package static func escaped(_ name: String) -> String {
    if name.isEmpty { return "=" }
    var token = ""
    for byte in name.utf8 {
      if isPlain(byte) {
        token.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        token += "=" + digits[Int(byte >> 4)] + digits[Int(byte & 15)]
      }
    }
    return token
  }

  /// The name of a token; nil where no name has it.
  package static func name(of token: some StringProtocol) -> String? {
    if token == "=" { return "" }
    var bytes: [UInt8] = []
    var rest = Array(token.utf8)[...]
    while let byte = rest.popFirst() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == UInt8(ascii: "="), let high = rest.popFirst().flatMap(value),
        let low = rest.popFirst().flatMap(value)
      {
        bytes.append(high << 4 | low)
      } else {
        return nil
      }
    }
    guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty, escaped(name) == token else { return nil }
    return name
  }

  /// Whether a text is a subject that somebody can be answered at: tokens with dots between them, none a wildcard.
  package static func isSubject(_ text: String) -> Bool {
    text.utf8.count <= 4 * longestName
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { token in
        !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"*>".utf8.contains($0) }
      }
  }

  private static let digits = "0123456789ABCDEF".map(String.init)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
