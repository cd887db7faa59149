/// Which way a text is read, as far as its letters say.
///
/// Of the Unicode Bidirectional Algorithm (UAX #9) this is rule P2: the first character with a strong direction
/// decides. What follows from it in a line is for who draws.
public enum ReadingDirection {
  /// Whether a text is read from right to left, by its first letter; nil: it has none.
  public static func isRightToLeft(_ text: Substring) -> Bool? {
    text.unicodeScalars.first { $0.isLetter || $0.isDirectionMark }?.isOfScriptFromRightToLeft
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// The marks from left to right, from right to left, and of Arabic.
  fileprivate var isDirectionMark: Bool { value == 0x200E || value == 0x200F || value == 0x061C }

  /// In the blocks that Unicode has for such scripts: of Hebrew, Arabic and their neighbours.
  fileprivate var isOfScriptFromRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
