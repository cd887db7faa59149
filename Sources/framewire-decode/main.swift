import ImageDecoding
import Posix

/// `framewire-decode COLUMNSxROWS SECONDS`: a picture on standard input, a PNG on standard output, in so much time of
/// the processor; see `Commands/Pictures/PictureDecoding.swift`, which asks for it.
enum Decode {
  /// Of memory, libraries included: a picture of 16 million pixels is there three times.
  static let memory = 1 << 30

  /// What the process ends with; as whoever asks knows them.
  enum Code: Int32 {
    case done = 0
    case usage = 64
    case damaged = 65
    case noLoader = 69
  }

  static func run(_ words: [String]) -> Int32 {
    let sides = words.first.map { $0.split(separator: "x").compactMap { Int($0) } } ?? []
    guard words.count == 2, sides.count == 2, sides.allSatisfy({ $0 > 0 }), let seconds = Int(words[1]), seconds > 0
    else {
      return fail("this is a part of framewire; use that", .usage)
    }
    do {
      try CurrentProcess.confine(memory: memory, processorSeconds: seconds)
      // All of it first: whoever writes it does not read meanwhile.
      let bytes = try StandardInput.read()
      try StandardStream.output.write(try ImageDecoding.png(of: bytes, columns: sides[0], rows: sides[1]))
      return Code.done.rawValue
    } catch ImageDecodingError.unknownFormat {
      return fail("no loader", .noLoader)
    } catch ImageDecodingError.damaged(let why) {
      return fail(why, .damaged)
    } catch {
      return fail("\(error)", .damaged)
    }
  }

  private static func fail(_ why: String, _ code: Code) -> Int32 {
    StandardStream.error.writeLine(why)
    return code.rawValue
  }
}

CurrentProcess.exit(Decode.run(CurrentProcess.arguments))
