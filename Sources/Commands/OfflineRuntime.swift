import LayoutEngine
import LayoutRuntime
import LayoutSyntax
import Posix

/// The runtime without a daemon: files are read when it asks for them, and every request is answered before the
/// call returns.
struct OfflineRuntime {
  private var runtime: Runtime
  private var nextRequest: UInt64 = 0
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let measurer: any TextMeasuring
  private let enclosure: Enclosure
  private let currentFolder = FileSystem.currentFolder

  /// - Parameter place: the folder that pictures and imports stay in, as with files that `serve` watches.
  init(within place: LayoutFiles.Place, measuring measurer: any TextMeasuring = FixedMetrics()) {
    self.measurer = measurer
    enclosure = place.enclosure
    var options = Runtime.Options()
    // Nobody is writing these files at the moment, so a mistake in them is believed at once.
    options.quiet = .zero
    options.grace = .zero
    runtime = Runtime(epoch: "offline", options: options)
    start = clock.now
    runtime.handle(.serve(roots: [place.root], paths: []), at: now)
  }

  /// Asks the runtime for something, and works until the answer is there.
  ///
  /// - Throws: why the runtime could not do it, in words for a person.
  mutating func ask(_ demand: Demand) throws(Failure) -> Answer {
    do throws(RequestFailure) { return try attempt(demand) } catch { throw Failure(error) }
  }

  /// Does the same as `ask`, and throws the failure as the runtime reports it.
  mutating func attempt(_ demand: Demand) throws(RequestFailure) -> Answer {
    nextRequest += 1
    let id = RequestID(nextRequest)
    runtime.handle(.request(id, demand), at: now)
    while true {
      var isIdle = true
      for effect in runtime.turn(at: now, measuring: measurer) {
        switch effect {
        case .reply(id, .done(let answer)): return answer
        case .reply(id, .failed(let failure)): throw failure
        case .look(let path, let extent):
          runtime.handle(.file(path: path, content(of: path, extent)), at: now)
          isIdle = false
        default: break
        }
      }
      precondition(!isIdle || runtime.needsTurn(at: now), "the runtime neither answers nor asks")
    }
  }

  /// Runs the tests of a loaded file, one after the other, and hands each outcome to `body`.
  ///
  /// - Parameters:
  ///   - isWanted: decides by the layout's name and the test's name whether a test runs.
  ///   - showsStills: whether `body` gets what the test's scene shows from step to step.
  func runTests(
    in file: String, where isWanted: (String, String) -> Bool, showingStills showsStills: Bool = false,
    _ body: (TestOutcome, [TestStill]) throws(Failure) -> Void
  ) throws(Failure) {
    for (layout, test) in runtime.tests(in: file) where isWanted(layout, test.name) {
      var stills: [TestStill] = []
      let outcome = runtime.outcome(
        of: test, of: layout, in: file, at: now, measuring: measurer, showing: showsStills ? { stills.append($0) } : nil
      )
      try body(outcome, stills)
    }
  }

  /// What is at a path, as layouts reach it.
  func content(of path: String, _ extent: LayoutRuntime.FileExtent = .whole) -> LayoutRuntime.FileContent {
    LayoutRuntime.FileContent(of: FileSystem.path(path, from: currentFolder), extent, within: enclosure)
  }

  /// The texts of a loaded file and of everything that it imports.
  func sources(of file: String) -> [SourceText] { runtime.sources(of: file) }

  private var now: Instant { Instant(clock.now - start) }
}
