/// A key of the terminal that means something to `watch`.
enum Key: Equatable {
  case nextScene, previousScene
  /// In the order of the tree.
  case nextView, previousView
  case parent, child
  case why, pageDown, pageUp
  /// Takes back what was opened or selected last.
  case back
  case quit

  /// Reads what was typed. Terminals send the sequence of a key in one piece, so what is cut off is no key.
  ///
  /// - Returns: the keys in their order; what means nothing is left out.
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let key: Key?
      if byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
        rest.removeFirst()
        // ECMA-48, 5.4: parameters, then one byte that ends it.
        let parameters = rest.prefix { !(0x40...0x7E).contains($0) }
        rest = rest.dropFirst(parameters.count)
        key = rest.popFirst().flatMap { named(String(decoding: parameters + [$0], as: UTF8.self)) }
      } else {
        key = typed(byte)
      }
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The key of a sequence, without what it begins with.
  private static func named(_ sequence: String) -> Key? {
    switch sequence {
    case "A": .previousView
    case "B": .nextView
    case "C": .child
    case "D": .parent
    case "Z": .previousScene
    case "5~": .pageUp
    case "6~": .pageDown
    default: nil
    }
  }

  private static func typed(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x09: .nextScene
    case 0x0D, UInt8(ascii: "e"): .why
    case 0x1B: .back
    // Control-C.
    case 0x03, UInt8(ascii: "q"): .quit
    case UInt8(ascii: "k"): .previousView
    case UInt8(ascii: "j"): .nextView
    case UInt8(ascii: "h"): .parent
    case UInt8(ascii: "l"): .child
    case UInt8(ascii: " "): .pageDown
    default: nil
    }
  }
}
