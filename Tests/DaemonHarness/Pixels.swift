public import Drawing
import Posix

/// A PNG, decoded by somebody else's program: Python and its zlib.
public struct Pixels: Equatable {
  public let columns: Int
  public let rows: Int
  private let colours: [Colour]

  public init(_ png: [UInt8]) throws { self = try Film(png).frames[0].pixels }

  fileprivate init(columns: Int, _ colours: [Colour]) {
    (self.columns, self.colours) = (columns, colours)
    rows = colours.count / columns
  }

  public subscript(column: Int, row: Int) -> Colour { colours[row * columns + column] }

  /// Which pixels are not as white as paper.
  public struct Ink: Equatable {
    public var columns: ClosedRange<Int>
    public var rows: ClosedRange<Int>

    public init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) { (self.columns, self.rows) = (columns, rows) }
  }

  public func isInked(_ column: Int, _ row: Int) -> Bool { self[column, row] != Colour(0xFFFF_FFFF) }

  /// Nil: none are.
  public var ink: Ink? {
    let inked = (0..<rows).flatMap { row in (0..<columns).filter { isInked($0, row) }.map { ($0, row) } }
    guard let left = inked.map(\.0).min(), let right = inked.map(\.0).max(), let top = inked.first?.1,
      let bottom = inked.last?.1
    else { return nil }
    return Ink(columns: left...right, rows: top...bottom)
  }
}

/// An APNG as it is seen, frame by frame; a PNG is one of a single frame. What is no PNG by the letter is refused: its
/// checksums, the numbers of its chunks and where its frames lie are looked at.
public struct Film {
  public struct Frame {
    /// How long it is seen; 0 in a PNG.
    public let milliseconds: Int
    public let pixels: Pixels
  }

  public let frames: [Frame]

  public init(_ png: [UInt8]) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let file = FileSystem.join(folder, "picture.png")
    try FileSystem.writeFile(file, png)
    let run = try ChildProcess.run("python3", ["-c", Self.script, file])
    var numbers = run.outputText.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }[...]
    struct Undecodable: Error { var why: String }
    var frames: [Frame] = []
    while numbers.count > 3 {
      let header = numbers.prefix(3).map { Int($0) }
      numbers = numbers.dropFirst(3)
      guard numbers.count >= header[1] * header[2] else { break }
      let pixels = Pixels(columns: header[1], numbers.prefix(header[1] * header[2]).map { Colour($0) })
      frames.append(Frame(milliseconds: header[0], pixels: pixels))
      numbers = numbers.dropFirst(header[1] * header[2])
    }
    guard run.exit == .code(0), !frames.isEmpty, numbers.isEmpty else { throw Undecodable(why: run.errorText) }
    self.frames = frames
  }

  /// Prints of each frame how long it is seen, the sides, and each pixel as 0xrrggbbaa, in decimal digits (PNG, third
  /// edition: 9, filters of rows; 11.3.6, animation).
  private static let script = """
    import struct, sys, zlib
    data = open(sys.argv[1], "rb").read()
    at, frames, number, animation = 8, [], 0, None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        check, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert check == zlib.crc32(kind + body), "checksum"
        if kind in (b"fcTL", b"fdAT"):
            assert struct.unpack(">I", body[:4])[0] == number, "number"
            number += 1
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            plain = [[(0, 0, width, height, 0, 1, 0, 0), b""]]
        elif kind == b"acTL":
            animation = struct.unpack(">II", body)
        elif kind == b"fcTL":
            w, h, x, y, num, den, dispose, blend = struct.unpack(">IIIIHHBB", body[4:])
            assert w > 0 and h > 0 and x + w <= width and y + h <= height, "place"
            frames.append([(x, y, w, h, num, den, dispose, blend), b""])
        elif kind == b"IDAT":
            (frames or plain)[0][1] += body
        elif kind == b"fdAT":
            frames[-1][1] += body[4:]
        at += 12 + length
    frames = frames or plain
    assert animation in (None, (len(frames), 0)), "frames"
    assert frames[0][0][:4] == (0, 0, width, height), "first frame"
    size = {2: 3, 6: 4}[colours]
    assert depth == 8
    canvas = [[0] * width for _ in range(height)]
    for (x, y, w, h, num, den, dispose, blend), packed in frames:
        assert (dispose, blend) == (0, 0)
        raw, stride, above = zlib.decompress(packed), w * size, bytes(w * size)
        assert len(raw) == h * (stride + 1), "rows"
        for row in range(h):
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
                canvas[y + row][x + i // size] = r << 24 | g << 16 | b << 8 | a
        print(1000 * num // den, width, height)
        for row in canvas:
            print(*row)
    """
}
