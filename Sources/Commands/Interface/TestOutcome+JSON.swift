import Frames
import JSONText
import LayoutRuntime
import LayoutSyntax
import Motion
import Wire

/// The outcome of a test for programs: one object a line.
extension JSON {
  init(_ outcome: TestOutcome, _ sources: [SourceText]) {
    var members: [(String, JSON)] = [
      ("file", .string(outcome.place.file)), ("layout", .string(outcome.layout)), ("test", .string(outcome.name)),
    ]
    members += Self.position(of: outcome.place, sources)
    members += [
      ("passed", .bool(outcome.passed)), ("expectations", .number(Double(outcome.expectations))),
      ("time", .number(outcome.duration.inMilliseconds)),
    ]
    if !outcome.idleSteps.isEmpty {
      let places = outcome.idleSteps.map { Self.made(of: Self.position(of: $0, sources)) }
      members.append(("idleSteps", .array(places)))
    }
    if !outcome.passed { members.append(("failures", .array(outcome.failures.map { JSON($0, sources) }))) }
    self = Self.made(of: members)
  }

  init(_ tally: TestTally) {
    self = Self.made(of: [
      ("passed", .number(Double(tally.passed))), ("failed", .number(Double(tally.failed.count))),
      ("notTested", .array(tally.unreadable.map { .string($0) })),
    ])
  }

  init(_ difference: ApprovedPictures.Difference) {
    self = Self.made(of: [
      ("picture", .string(difference.name)), ("differences", .array(difference.lines.map { .string($0) })),
    ])
  }

  private init(_ failure: TestFailure, _ sources: [SourceText]) {
    var place = failure.place
    let message: String
    switch failure.reason {
    case .findings(let notes):
      message = notes.map(\.message).joined(separator: "; ")
      place = notes.first?.place ?? place
    case .impossible(let sentence): message = sentence
    case .broken(let diagnostic):
      message = diagnostic.message
      place = diagnostic.place ?? place
    }
    let views = failure.concerned.views.map { view in
      let rect = view.frame.rect
      return Self.made(of: [
        ("path", .string(view.path)),
        ("frame", .array([rect.x, rect.y, rect.width, rect.height].map { .number($0) })),
      ])
    }
    self = Self.made(
      of: [("message", .string(message)), ("file", .string(place.file))] + Self.position(of: place, sources)
        + [("time", .number(failure.time.inMilliseconds)), ("views", .array(views))])
  }

  private static func made(of members: [(String, JSON)]) -> JSON {
    .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }

  private static func position(of place: Diagnostic.Place, _ sources: [SourceText]) -> [(String, JSON)] {
    guard let position = sources.lines(of: place)?.start else { return [] }
    return [("line", .number(Double(position.line))), ("column", .number(Double(position.column)))]
  }
}
