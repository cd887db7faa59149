import LayoutModel
import LayoutSyntax

/// What a structure was last solved for, so that a scene that comes back to it finds its values as they were.
///
/// Values depend on the structure, on the inputs that do not choose a structure, and on the guides that follow from
/// frames. To switch a configuration to and fro changes none of these. So both structures stay solved, and a switch only
/// reads back the views that differ between them.
struct Solution: Sendable {
  /// No two solutions of a scene have the same.
  let number: Int
  private let inputs: SceneInputs
  private let geometry: [ViewID: GuideGeometry]
  /// Texts that solving gave up on: their heights ask for other widths, and these for other heights.
  let restlessTexts: [ViewID]
  /// What is wrong with it; nil until somebody has looked.
  var diagnostics: [Diagnostic]?

  init(number: Int, for inputs: SceneInputs, _ geometry: [ViewID: GuideGeometry], restlessTexts: [ViewID]) {
    self.number = number
    self.restlessTexts = restlessTexts
    self.inputs = inputs.withoutChoices
    self.geometry = geometry
  }

  /// Whether solving the structure again would lead here.
  func holds(for inputs: SceneInputs, _ geometry: [ViewID: GuideGeometry]) -> Bool {
    self.geometry == geometry && self.inputs == inputs.withoutChoices
  }
}

extension SceneInputs {
  /// What numbers may depend on. Configurations and flags decide which conditions hold, and nothing else.
  fileprivate var withoutChoices: SceneInputs {
    var inputs = self
    inputs.configurations = [:]
    inputs.environment.flags = []
    return inputs
  }
}

/// Which views differ between pairs of solutions: found out once by comparing all, remembered while scenes switch to
/// and fro.
struct SolutionDifferences: Sendable {
  private struct Pair: Hashable {
    var lower: Int
    var higher: Int

    init(_ one: Int, _ other: Int) { (lower, higher) = (min(one, other), max(one, other)) }
  }

  /// Views in all pairs together; a quarter of a megabyte.
  private static let mostViews = 65_536

  private var views: [Pair: [ViewID]] = [:]
  private var viewCount = 0

  /// Views and guides whose rectangle or content differs, ascending; nil when that is not known.
  func between(_ one: Int, _ other: Int) -> [ViewID]? { one == other ? [] : views[Pair(one, other)] }

  mutating func remember(_ changed: [ViewID], between one: Int, _ other: Int) {
    // Solutions are replaced all the time while numbers change; what is out of use is forgotten with the rest.
    if viewCount >= Self.mostViews {
      views = [:]
      viewCount = 0
    }
    views[Pair(one, other)] = changed
    // The pair itself takes about as much as sixteen.
    viewCount += 16 + changed.count
  }
}
