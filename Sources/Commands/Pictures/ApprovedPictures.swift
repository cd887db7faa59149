import Drawing
import Frames
import Geometry
import JSONText
import LayoutEngine
import LayoutRuntime
import LayoutSyntax
import Posix

/// Pictures that somebody has looked at and found right: an SVG for each layout and preview, and one for each test,
/// with a picture for each step.
///
/// They are compared byte by byte. Each has where its views are as text, so a difference is told as views and
/// distances, and the picture of it has both outlines. Each also says of which file it is, by the way there from its
/// folder: so several runs may keep theirs in one folder, and those of a file that is gone, or has no such layout any
/// more, are found.
struct ApprovedPictures {
  /// What a picture is that is not as it was approved.
  struct Difference {
    /// Of the file, without its ending.
    let name: String
    /// What is otherwise, a line each.
    let lines: [String]
  }

  let folder: String
  /// Whether what is drawn now is right from now on.
  let updates: Bool
  private let manner: PictureManner
  private var made: Set<String> = []
  /// The ways from the folder to all files whose pictures were made.
  private var files: Set<String> = []
  /// In the order in which they were met.
  private(set) var differences: [Difference] = []
  /// How many files were written or removed.
  private(set) var changes = 0

  /// How many there were.
  var count: Int { made.count }

  /// - Returns: nil where the command line asks for none.
  init?(from invocation: Invocation) throws(Failure) {
    updates = invocation.has("update")
    guard let folder = invocation.value("approved") else { return nil }
    self.folder = folder
    manner = try PictureManner(from: invocation)
    do throws(PosixError) {
      if updates, !FileSystem.exists(folder) { try FileSystem.createDirectory(folder) }
      _ = try FileSystem.list(folder)
    } catch {
      throw Failure(
        message: "there is no folder '\(folder)' that can be used: \(error.reason)",
        help: updates ? nil : "--update makes it, with the pictures in it", code: .noInput)
    }
  }

  // MARK: Comparing

  /// Compares the layouts and previews of a file as they are at rest.
  mutating func compare(
    previewsOf file: String, within place: LayoutFiles.Place, _ measurer: any TextMeasuring,
    where isWanted: (String) -> Bool
  ) throws(Failure) {
    var runtime = OfflineRuntime(within: place, measuring: measurer)
    guard case .opened(let names) = try runtime.openAll(file) else { return }
    let origin = way(to: file)
    for name in names where isWanted(name) {
      var scene = OfflineScene(runtime: runtime, scene: name)
      var unknown: Set<String> = []
      let drawn = try manner.picture(of: &scene, unknown: &unknown)
      try compare(
        name, of: origin, drawn.artwork, notes: Self.notes(of: drawn.frames, at: Point(x: 0, y: 0)), theme: drawn.theme)
    }
  }

  /// Compares what the scene of a test shows, from step to step.
  mutating func compare(
    _ outcome: TestOutcome, in file: String, _ stills: [TestStill], _ sources: [SourceText]
  ) throws(Failure) {
    let storyboard = Storyboard(stills, sources, manner)
    let sheet = Sheet(storyboard.items, theme: storyboard.theme)
    let notes = stills.indices.flatMap { index in
      Self.notes(of: stills[index].frames, at: sheet.places[index], step: "\(index) ")
    }
    try compare(
      "\(outcome.layout) test \(outcome.name)", of: way(to: file), sheet.artwork, notes: notes, theme: storyboard.theme)
  }

  private mutating func compare(
    _ title: String, of origin: String, _ artwork: Artwork, notes: [String], theme: Theme
  ) throws(Failure) {
    let name = fileName(for: title)
    let bytes = SVG(artwork, title: title, notes: ["of \(origin)"] + notes).bytes
    let (file, differenceFile) = (path(name), path(name + ".diff"))
    let approved = try read(file)
    if approved != bytes {
      if updates {
        try write(bytes, to: file)
      } else if let approved {
        let (old, new) = (Self.frames(in: approved), Self.frames(in: bytes))
        differences.append(Difference(name: name, lines: Self.lines(from: old, to: new, approved, bytes)))
        let both = artwork.showing(old, and: new, theme)
        return try write(SVG(both, title: "\(title): approved and now").bytes, to: differenceFile)
      } else {
        differences.append(Difference(name: name, lines: ["there is no picture of it yet"]))
      }
    }
    try remove(differenceFile)
  }

  /// Looks for pictures of what is not there any more: of files that were drawn, and of files that are gone.
  mutating func finish() throws(Failure) {
    let entries: [FileSystem.Entry]
    do throws(PosixError) { entries = try FileSystem.list(folder) } catch { throw Failure(of: folder, error) }
    for file in entries.map(\.name).sorted() where file.hasSuffix(".svg") && !file.hasSuffix(".diff.svg") {
      let name = String(file.dropLast(4))
      // Others may keep pictures of their own there.
      guard !made.contains(name), let bytes = try read(path(name)),
        let note = Self.notes(in: bytes).first, note.hasPrefix("of ")
      else { continue }
      let origin = String(note.dropFirst(3))
      let isGone = !FileSystem.exists(FileSystem.path(origin, from: folder))
      // A sign that no SVG may have is not as it was in the file's name.
      guard files.contains(origin) || isGone && !origin.contains("\u{FFFD}") else { continue }
      if updates {
        try remove(path(name))
        try remove(path(name + ".diff"))
        changes += 1
      } else {
        differences.append(Difference(name: name, lines: ["what it shows is not there any more"]))
      }
    }
  }

  // MARK: Files

  /// The way from the folder to a file, which is the same wherever both are.
  private mutating func way(to file: String) -> String {
    func steps(_ path: String) -> [Substring] { ((try? FileSystem.realPath(path)) ?? path).split(separator: "/") }
    let (start, end) = (steps(folder), steps(file))
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let way = start.dropFirst(shared).map { _ in ".." } + end.dropFirst(shared)
    let text = way.joined(separator: "/")
    files.insert(text)
    return text
  }

  private func path(_ name: String) -> String { FileSystem.join(folder, name + ".svg") }

  /// Nil where there is no such file.
  private func read(_ file: String) throws(Failure) -> [UInt8]? {
    do throws(PosixError) { return try FileSystem.readFile(file).bytes } catch {
      if error.isNotFound { return nil }
      throw Failure(of: file, error)
    }
  }

  /// Does nothing where there is no such file.
  private func remove(_ file: String) throws(Failure) {
    do throws(PosixError) { try FileSystem.remove(file) } catch {
      if !error.isNotFound { throw Failure(of: file, error) }
    }
  }

  private mutating func write(_ bytes: [UInt8], to file: String) throws(Failure) {
    try LayoutFiles.write(bytes, to: file)
    changes += 1
  }

  /// A name that every system takes, and no other picture has.
  private mutating func fileName(for title: String) -> String {
    let plain = String(
      title.prefix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber || " -_.,()".contains($0)) ? $0 : "_" })
    var (name, number) = (plain.hasPrefix(".") ? "_" + plain : plain, 1)
    while made.contains(name) {
      number += 1
      name = "\(plain) \(number)"
    }
    made.insert(name)
    return name
  }

  // MARK: Where views are

  /// A line for each view that is shown: the step, its path, and its frame in the picture.
  private static func notes(of frames: FrameSet, at place: Point, step: String = "") -> [String] {
    frames.filtered(by: FrameFilter(space: .scene)).views.map { view in
      let frame = view.frame.rect
      let numbers = [frame.x + place.x, frame.y + place.y, frame.width, frame.height].map { JSON.number($0).text }
      return "\(step)\(view.path) \(numbers.joined(separator: " "))"
    }
  }

  /// What the lines of a picture say, by step and path.
  static func frames(in svg: [UInt8]) -> [(name: String, frame: Rect)] {
    notes(in: svg).dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      let numbers = words.suffix(4).compactMap { Double($0) }
      guard words.count > 4, numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
      return (words.dropLast(4).joined(separator: " "), Rect(numbers))
    }
  }

  private static func notes(in svg: [UInt8]) -> [String] {
    let text = String(decoding: svg, as: UTF8.self)
    guard let start = text.firstRange(of: "<metadata>\n"),
      let end = text[start.upperBound...].firstRange(of: "\n</metadata>")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].split(separator: "\n").map { line in
      let signs = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
      return signs.reduce(String(line)) { $0.replacing($1.0, with: $1.1) }
    }
  }

  private static let mostLines = 12

  private static func lines(
    from old: [(name: String, frame: Rect)], to new: [(name: String, frame: Rect)], _ oldBytes: [UInt8],
    _ newBytes: [UInt8]
  ) -> [String] {
    let before = Dictionary(old.map { ($0.name, $0.frame) }) { $1 }
    let now = Set(new.map(\.name))
    var lines = new.compactMap { name, frame in
      before[name].map { change(from: $0, to: frame) }.map { $0.isEmpty ? "" : "\(name): \($0)" } ?? "\(name) is new"
    }
    lines += old.filter { !now.contains($0.name) }.map { "\($0.name) is gone" }
    lines.removeAll(where: \.isEmpty)
    if lines.isEmpty {
      let (before, now) = (oldBytes.split(separator: 0x0A), newBytes.split(separator: 0x0A))
      let same = zip(before, now).prefix { $0 == $1 }.count
      return ["all views are where they were, and are drawn otherwise from line \(same + 1) on"]
    }
    if lines.count > mostLines { lines = lines.prefix(mostLines) + ["and \(lines.count - mostLines) views more"] }
    return lines
  }

  private static func change(from old: Rect, to new: Rect) -> String {
    func number(_ length: Double) -> String { FrameTable.points(told: length) }
    func signed(_ length: Double) -> String { (length > 0 ? "+" : "") + number(length) }
    var words: [String] = []
    if old.x != new.x || old.y != new.y { words.append("moved by \(signed(new.x - old.x)), \(signed(new.y - old.y))") }
    if old.width != new.width || old.height != new.height {
      words.append(
        "\(number(new.width)) × \(number(new.height)) instead of \(number(old.width)) × \(number(old.height))")
    }
    return words.joined(separator: ", ")
  }
}

extension Artwork {
  /// The same, pale, with the outlines of views that are not where they were: broken ones before, whole ones now.
  fileprivate func showing(
    _ old: [(name: String, frame: Rect)], and new: [(name: String, frame: Rect)], _ theme: Theme
  ) -> Artwork {
    let before = Dictionary(old.map { ($0.name, $0.frame) }) { $1 }
    let now = Dictionary(new.map { ($0.name, $0.frame) }) { $1 }
    var both = Artwork(
      size: size, marks: [.box(Box(Rect(x: 0, y: 0, width: size.width, height: size.height), fill: theme.page))])
    both.marks += [.begin(Layer(opacity: 0.4))] + marks + [.end]
    both.marks += old.filter { now[$0.name] != $0.frame }.map {
      .box(Box($0.frame, stroke: Stroke(theme.error, width: 2, dash: 4)))
    }
    both.marks += new.filter { before[$0.name] != $0.frame }.map {
      .box(Box($0.frame, stroke: Stroke(theme.accent, width: 2)))
    }
    return both
  }
}

extension Failure {
  fileprivate init(of path: String, _ error: PosixError) {
    self.init(message: "'\(path)' cannot be used: \(error.reason)", code: .inputOutput)
  }
}
