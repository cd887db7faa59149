import DaemonHarness
import Drawing
import Posix

/// A PNG, decoded by somebody else's program: Python and its zlib.
struct Pixels {
  let columns: Int
  let rows: Int
  private let colours: [Colour]

  init(_ png: [UInt8]) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let file = FileSystem.join(folder, "picture.png")
    try FileSystem.writeFile(file, png)
    let run = try ChildProcess.run("python3", ["-c", Self.script, file])
    let numbers = run.outputText.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
    struct Undecodable: Error { var why: String }
    guard numbers.count > 2, numbers.count == Int(2 + numbers[0] * numbers[1]) else {
      throw Undecodable(why: run.errorText)
    }
    (columns, rows) = (Int(numbers[0]), Int(numbers[1]))
    colours = numbers.dropFirst(2).map { Colour($0) }
  }

  subscript(column: Int, row: Int) -> Colour { colours[row * columns + column] }

  /// Which pixels are not as white as paper.
  struct Ink: Equatable {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
  }

  func isInked(_ column: Int, _ row: Int) -> Bool { self[column, row] != Colour(0xFFFF_FFFF) }

  /// Nil: none are.
  var ink: Ink? {
    let inked = (0..<rows).flatMap { row in (0..<columns).filter { isInked($0, row) }.map { ($0, row) } }
    guard let left = inked.map(\.0).min(), let right = inked.map(\.0).max(), let top = inked.first?.1,
      let bottom = inked.last?.1
    else { return nil }
    return Ink(columns: left...right, rows: top...bottom)
  }

  /// Prints the sides and each pixel as 0xrrggbbaa, in decimal digits (PNG, 9: filters of rows).
  private static let script = """
    import struct, sys, zlib
    data = open(sys.argv[1], "rb").read()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    size = {2: 3, 6: 4}[colours]
    assert depth == 8
    raw, stride, above = zlib.decompress(packed), width * size, bytes(width * size)
    print(width, height)
    for row in range(height):
        kind, line = raw[row * (stride + 1)], bytearray(raw[row * (stride + 1) + 1:(row + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            up, corner = above[i], above[i - size] if i >= size else 0
            p = left + up - corner
            near = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            line[i] = (line[i] + [0, left, up, (left + up) // 2, near][kind]) & 255
        above = line
        for i in range(0, stride, size):
            r, g, b = line[i:i + 3]
            a = line[i + 3] if size == 4 else 255
            print(r << 24 | g << 16 | b << 8 | a)
    """
}
