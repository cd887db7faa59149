import Drawing
import Posix

/// Has pictures decoded that Cairo does not read, by `framewire-decode`: a process of its own, since it takes
/// libraries that this program is not to load, and since bytes that break it break nothing else. Bytes go in, a PNG
/// comes out; there is no shell, no name of a file, and a bound to how long and how much.
struct PictureDecoding {
  /// By the path that layouts reach them by; all PNGs.
  private(set) var pictures: [String: PictureFile] = [:]
  /// Why some could not be decoded, with their paths.
  private(set) var reasons: [String: [String]] = [:]

  private let deadline = ContinuousClock.now + longestTime

  /// For all pictures of a drawing together.
  static let longestTime = Duration.seconds(8)
  /// Of the processor, for one picture.
  static let longestProcessorTime = Duration.seconds(4)
  /// Of one picture, as many as a screen of 4K has twice over.
  static let mostPixels = 1 << 24
  /// Bytes of a PNG with so many pixels of four bytes, with room for what is around them.
  private static let mostBytes = 5 * mostPixels
  /// Of a picture's side, in pixels.
  private static let longestSide = 32_767.0

  /// - Parameters:
  ///   - files: by the path that layouts reach them by.
  ///   - artworks: where they are drawn; what is not is not decoded.
  ///   - scale: pixels a point.
  init(_ files: [String: PictureFile], drawnIn artworks: [Artwork], scale: Double) {
    var needs: [String: (columns: Double, rows: Double)] = [:]
    for case .picture(let mark) in artworks.flatMap(\.marks) {
      let need = needs[mark.path] ?? (1, 1)
      needs[mark.path] = (
        max(need.columns, (mark.frame.width * scale).rounded(.up)),
        max(need.rows, (mark.frame.height * scale).rounded(.up))
      )
    }
    Signal.ignoreBrokenPipes()
    // What has pixels first: no drawing that never ends is to take the time for it.
    let turn = { (path: String, file: PictureFile) in (file.type == "image/svg+xml" ? 1 : 0, path) }
    for (path, file) in files.sorted(by: { turn($0.key, $0.value) < turn($1.key, $1.value) }) {
      guard let need = needs[path] else { continue }
      if file.type == "image/png" {
        pictures[path] = file
      } else {
        do throws(Failure) { pictures[path] = try decoded(file, need.columns, need.rows) } catch {
          reasons[error.message, default: []].append(path)
        }
      }
    }
  }

  private func decoded(_ file: PictureFile, _ columns: Double, _ rows: Double) throws(Failure) -> PictureFile {
    guard ContinuousClock.now < deadline else { throw Self.failure(Self.noTime) }
    let excess = max(1, (columns / Double(Self.mostPixels) * rows).squareRoot())
    let sides = [columns, rows].map { Int(max(1, min($0 / excess, Self.longestSide))) }
    let program = try Verb.program("framewire-decode", which: "decodes it")
    let child = try Self.run(
      program, ["\(sides[0])x\(sides[1])", "\(Self.longestProcessorTime.components.seconds)"], on: file.bytes,
      until: deadline)
    switch child.exit {
    case .code(0)?:
      guard let picture = PictureFile(child.output), picture.type == "image/png" else { break }
      return picture
    case .code(69)?: throw Self.failure(Self.missingLoader(for: file.type))
    case .code(65)?: throw Self.failure(String(child.errorText.split(separator: "\n").first?.prefix(200) ?? ""))
    // SIGXCPU.
    case .signal(24)?, nil: throw Self.failure(Self.noTime)
    case .code?, .signal?: break
    }
    throw Self.failure("it is damaged, or to decode it takes too much memory")
  }

  private static func run(
    _ program: String, _ arguments: [String], on input: [UInt8], until deadline: ContinuousClock.Instant
  ) throws(Failure) -> ChildProcess {
    do throws(PosixError) {
      let child = try ChildProcess(program, arguments, in: "/")
      // It reads all before it writes anything. One that ends before that says why by how.
      try? child.write(input)
      child.endInput()
      _ = try child.waitForOutput(until: deadline) { $0.output.count > mostBytes }
      return child
    } catch {
      throw failure("it cannot be decoded: \(error)")
    }
  }

  private static let noTime =
    "to decode it takes too long (a picture has \(longestProcessorTime.components.seconds) seconds, "
    + "all pictures of a drawing have \(longestTime.components.seconds))"

  private static func missingLoader(for type: String) -> String {
    let package = ["image/svg+xml": "librsvg2-common", "image/webp": "webp-pixbuf-loader"][type]
    return "GdkPixbuf has no loader for \(type)\(package.map { "; Debian's is the package \($0)" } ?? "")"
  }

  private static func failure(_ words: String) -> Failure { Failure(message: words, code: .badValue) }
}
