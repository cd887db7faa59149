/// Whether the bytes of a document are text at all.
extension SourceText {
  /// The offset of the first byte in a range that is no UTF-8; nil where all of it is.
  ///
  /// - Parameters:
  ///   - start: where a character begins.
  ///   - end: one past the last byte that is looked at.
  /// - Note: Table 3-7, well-formed UTF-8 byte sequences, of the Unicode Standard.
  func firstByteOfNoText(from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return index
      }
      guard index + length <= end, second.contains(bytes[index + 1]),
        bytes[index + 1..<index + length].dropFirst().allSatisfy({ 0x80...0xBF ~= $0 })
      else { return index }
      index += length
    }
    return nil
  }

  /// Whether the bytes begin with the mark of UTF-16, or with a letter of two bytes of which one is 0.
  var isUTF16: Bool {
    guard bytes.count >= 2 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): return true
    case (0, 1...0x7F), (1...0x7F, 0): return bytes.count.isMultiple(of: 2)
    default: return false
    }
  }
}

extension Diagnostic {
  static func utf16(in file: String) -> Diagnostic {
    Diagnostic(
      .unexpectedCharacter, "this file is in UTF-16, and layouts are in UTF-8",
      at: Place(file: file, span: SourceSpan(start: 0, end: 0)),
      notes: [Note("help: save it as UTF-8")])
  }

  static func noUTF8(_ byte: UInt8, offset: Int, in file: String) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let span = SourceSpan(start: Int32(offset), end: Int32(offset) + 1)
    return Diagnostic(
      .unexpectedCharacter, "byte \(offset), 0x\(digits), is no text in UTF-8", at: Place(file: file, span: span),
      notes: [Note("help: the file may be in Latin-1 or Windows-1252; save it as UTF-8")])
  }
}
