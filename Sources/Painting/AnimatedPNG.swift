/// A moving picture as an APNG, put together from the PNGs of its frames: what they have packed is taken over as it is,
/// under another name (PNG, third edition, 11.3.6). It goes on for ever.
enum AnimatedPNG {
  /// A PNG, and what of the picture it replaces from when on.
  struct Frame {
    /// With the same kind of colours in all frames, not interlaced, from a writer that makes no mistakes.
    var png: [UInt8]
    /// Of its left edge, in pixels.
    var x: Int
    /// Of its top edge, in pixels.
    var y: Int
    /// How long it is seen before the next one comes.
    var milliseconds: Int
  }

  /// - Parameter frames: at least one; the first is the whole picture.
  static func bytes(of frames: [Frame]) -> [UInt8] {
    var file = File()
    var number: UInt32 = 0
    for (index, frame) in frames.enumerated() {
      let (header, packed) = parts(of: frame.png)
      if index == 0 {
        file.add("IHDR", header)
        // How many frames, and how often: 0 is for ever.
        file.add("acTL", bytes(UInt32(frames.count)) + bytes(UInt32(0)))
      }
      let delay = delay(frame.milliseconds)
      let control = bytes(number) + header.prefix(8) + bytes(UInt32(frame.x)) + bytes(UInt32(frame.y))
      // What was drawn before stays, and is replaced by this one, wherever it can be looked through.
      file.add("fcTL", control + bytes(delay.count) + bytes(delay.parts) + [0, 0])
      number += 1
      if index == 0 {
        file.add("IDAT", packed)
      } else {
        file.add("fdAT", bytes(number) + packed)
        number += 1
      }
    }
    file.add("IEND", [])
    return file.bytes
  }

  /// A time as so many parts of a second, both of which have two bytes.
  private static func delay(_ milliseconds: Int) -> (count: UInt16, parts: UInt16) {
    var (count, parts) = (milliseconds, 1000)
    while count > Int(UInt16.max), parts > 1 { (count, parts) = ((count + 5) / 10, parts / 10) }
    return (UInt16(clamping: count), UInt16(parts))
  }

  /// The content of a PNG's first chunk, and of all its `IDAT`s.
  private static func parts(of png: [UInt8]) -> (header: ArraySlice<UInt8>, packed: [UInt8]) {
    var packed: [UInt8] = []
    var place = File.signature.count
    while place + 12 <= png.count {
      let length = Int(png[place..<place + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
      let content = png[(place + 8)...].prefix(length)
      if png[place + 4..<place + 8].elementsEqual("IDAT".utf8) { packed += content }
      place += 12 + length
    }
    return (png[16..<29], packed)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A PNG that grows by chunks.
  private struct File {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var bytes = File.signature

    mutating func add(_ name: String, _ content: some Collection<UInt8>) {
      bytes += AnimatedPNG.bytes(UInt32(content.count))
      let start = bytes.count
      bytes += Array(name.utf8)
      bytes += content
      bytes += AnimatedPNG.bytes(Self.checksum(of: bytes[start...]))
    }

    /// CRC-32, as of all chunks (PNG, 5.5 and annex D).
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
      ~bytes.reduce(UInt32.max) { remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    /// Of each byte.
    private static let remainders: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
