/// How wide text is where it is shown in columns: under carets, and in aligned lines of a document.
extension Unicode.Scalar {
  /// Columns of a terminal: 2 for East Asian wide and fullwidth characters and emoji, 0 for marks that combine.
  var terminalColumns: Int {
    switch value {
    case 0x20...0x7E: 1
    case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: properties.canonicalCombiningClass == .notReordered ? 1 : 0
    }
  }
}
