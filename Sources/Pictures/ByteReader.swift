/// Bytes by their place, and nil beyond the end: no offset that a file states can lead out of it.
struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(at offset: Int) -> Int? { offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil }

  /// An unsigned number of `length` bytes, at most 7, the most significant first.
  func big(_ length: Int, at offset: Int) throws(PictureError) -> Int {
    var value = 0
    for index in 0..<length {
      guard let byte = byte(at: offset + index) else { throw .truncated }
      value = value << 8 | byte
    }
    return value
  }

  /// The same, the least significant first.
  func little(_ length: Int, at offset: Int) throws(PictureError) -> Int {
    var value = 0
    for index in (0..<length).reversed() {
      guard let byte = byte(at: offset + index) else { throw .truncated }
      value = value << 8 | byte
    }
    return value
  }

  /// Whether these characters, each a byte, stand at `offset`.
  func has(_ characters: String, at offset: Int) -> Bool {
    var place = offset
    for scalar in characters.unicodeScalars {
      guard byte(at: place) == Int(scalar.value) else { return false }
      place += 1
    }
    return true
  }

  func bytes(in range: Range<Int>) -> ArraySlice<UInt8> { bytes[range.clamped(to: 0..<bytes.count)] }
}
