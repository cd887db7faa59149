import LayoutRuntime
import Settables

/// The moments of an animation that are drawn: `0,100ms,settled`, or all from one to another, `0...1s`.
struct PictureTimes {
  /// A part of the list.
  private enum Part {
    /// So many milliseconds after what is set was set.
    case moment(Double)
    /// When nothing moves any more.
    case settled
    /// Frame by frame; without an end until nothing moves any more.
    case span(from: Double, to: Double?)
  }

  /// A time at which something is drawn.
  struct Moment {
    /// Since what is set was set.
    let milliseconds: Double
    /// In words.
    let caption: String
  }

  /// In the order of time.
  private let parts: [Part]
  private let framesPerSecond: Double
  /// How many moments there may be.
  private let most: Int

  /// Frames that `settled` waits for at most: ten minutes of them at 60 a second.
  private static let mostFrames = 36_000
  /// Pictures beside each other.
  private static let mostStills = 100
  /// Pictures after each other: ten seconds of them at 60 a second.
  private static let mostMoving = 600

  static let options = [
    Verb.Option(
      name: "at", value: "TIMES",
      meaning: "0,100ms,settled or 0...1s: how what is set gets there, a picture for each time"),
    Verb.Option(name: "fps", value: "N", meaning: "pictures a second of a span such as 0...1s: 30, at most 60"),
  ]

  /// - Parameter isMoving: whether the moments follow each other in one picture; that has all of them unless it is
  ///   said.
  /// - Returns: nil where one picture is enough.
  init?(from invocation: Invocation, isMoving: Bool) throws(Failure) {
    guard let text = invocation.value("at") ?? (isMoving && !invocation.has("test") ? "0...settled" : nil) else {
      guard !invocation.has("fps") else { throw .usage("--fps goes with a span of time, as in --at 0...1s") }
      return nil
    }
    most = isMoving ? Self.mostMoving : Self.mostStills
    framesPerSecond =
      try invocation.value("fps").map { (text) throws(Failure) in
        let number = try TypedValue.number(text, for: "fps")
        guard number > 0, number <= 60 else { throw .usage("--fps is more than 0 and at most 60, not '\(text)'") }
        return number
      } ?? 30
    var parts: [Part] = []
    var (last, isOver, hasSpan) = (-1.0, false, false)
    func time(_ word: some StringProtocol) throws(Failure) -> Double {
      let time = try TypedValue.milliseconds(String(word))
      guard time > last else { throw .usage("--at: '\(word)' does not come after the time before it") }
      last = time
      return time
    }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !isOver else { throw .usage("--at: nothing comes after 'settled'") }
      if let dots = word.firstRange(of: "...") {
        let (start, end) = (try time(word[..<dots.lowerBound]), word[dots.upperBound...])
        isOver = end == "settled"
        parts.append(.span(from: start, to: isOver ? nil : try time(end)))
        hasSpan = true
      } else if word == "settled" {
        isOver = true
        parts.append(.settled)
      } else {
        parts.append(.moment(try time(word)))
      }
    }
    guard hasSpan || !invocation.has("fps") else { throw .usage("--fps goes with a span of time, as in --at 0...1s") }
    self.parts = parts
    let count = parts.reduce(0.0) { $0 + pictures(of: $1) }
    guard count <= Double(most) else { throw tooMany("\(Int(min(count, 1e9))) pictures") }
  }

  /// How many pictures a part has; of what goes on until nothing moves those that it has at least.
  private func pictures(of part: Part) -> Double {
    guard case .span(let start, let end?) = part else { return 1 }
    return ((end - start) * framesPerSecond / 1000).rounded(.up) + 1
  }

  private func tooMany(_ what: String) -> Failure {
    .usage("--at: \(what) are more than \(most)", help: "a shorter time, or fewer a second with --fps")
  }

  /// Sets what is to be set, and hands the scene to `body` at each moment. The size of the screen is there from the
  /// beginning where something else is set: it is what that is seen on.
  ///
  /// - Parameter scene: as its file has it. Its clock stands still, so nothing is waited for.
  func play(
    _ operations: [Operation], on scene: inout OfflineScene,
    _ body: (inout OfflineScene, Moment) throws(Failure) -> Void
  ) throws(Failure) {
    try scene.drive(.pause)
    let screen = operations.filter(\.isOfScreen)
    let others = operations.filter { !$0.isOfScreen }
    if !others.isEmpty { try scene.apply(screen) }
    try scene.apply(others.isEmpty ? screen : others, animated: nil)
    var (now, count) = (0.0, 0)
    func draw(_ scene: inout OfflineScene, at time: Double) throws(Failure) {
      count += 1
      guard count <= most else { throw tooMany("the pictures until nothing moves") }
      if time > now { try scene.drive(.step(.seconds((time - now) / 1000))) }
      now = time
      try body(&scene, Moment(milliseconds: time, caption: "\(((time * 100).rounded() / 100).asWritten) ms"))
    }
    for part in parts {
      switch part {
      case .moment(let time): try draw(&scene, at: time)
      case .span(let start, let end):
        var time = start
        var frame = 0.0
        try draw(&scene, at: time)
        while true {
          if let end { guard time < end else { break } } else if try scene.isSettled() { break }
          frame += 1
          time = min(start + frame * 1000 / framesPerSecond, end ?? .infinity)
          try draw(&scene, at: time)
        }
      case .settled:
        var frames = 0
        while try !scene.isSettled(), frames < Self.mostFrames {
          try scene.drive(.step(.microseconds(16_667)))
          now += 16.667
          frames += 1
        }
        let caption = try scene.isSettled() ? "settled" : "still moving after \(Int(now / 1000)) s"
        try body(&scene, Moment(milliseconds: now, caption: caption))
      }
    }
  }
}

extension Operation {
  fileprivate var isOfScreen: Bool {
    if case .set(let assignment) = self { [.size, .scale].contains(assignment.settable) } else { false }
  }
}
