import LayoutModel

/// What a structure was last solved for, so that a scene that comes back to it finds its values as they were.
///
/// Values depend on the structure, on the inputs that do not choose a structure, on the guides that follow from
/// frames, and on the lengths that lines were broken by. To switch a configuration to and fro changes none of these. So
/// both structures stay solved, and a switch only reads back the views in which they differ. It is a class since scenes
/// hand it on, and inputs are large.
final class Solution: Sendable {
  /// The number of the solution, which no other solution of the scene has.
  let number: Int
  private let inputs: SceneInputs
  private let geometry: [ViewID: GuideGeometry]
  private let lengths: [ViewID: PackLengths]
  /// Texts that solving gave up on: their heights ask for other widths, and these for other heights.
  let restlessTexts: [ViewID]

  init(
    number: Int, for inputs: SceneInputs, _ geometry: [ViewID: GuideGeometry], _ lengths: [ViewID: PackLengths],
    restlessTexts: [ViewID]
  ) {
    self.number = number
    self.restlessTexts = restlessTexts
    self.inputs = inputs
    self.geometry = geometry
    self.lengths = lengths
  }

  /// Whether solving the structure again would give this solution.
  func holds(
    for inputs: SceneInputs, _ geometry: [ViewID: GuideGeometry], _ lengths: [ViewID: PackLengths]
  ) -> Bool {
    self.geometry == geometry && self.lengths == lengths && self.inputs.areEqual(to: inputs)
  }

  /// Whether the outside has set the same texts.
  func hasTexts(of inputs: SceneInputs) -> Bool { self.inputs.texts == inputs.texts }

  /// Whether solving the structure again would give rows with the same numbers, but for the natural sizes of texts.
  /// Other numbers of records are not looked at: whoever takes them over forgets the solution.
  func hasNumbers(
    for inputs: SceneInputs, _ geometry: [ViewID: GuideGeometry], _ lengths: [ViewID: PackLengths]
  ) -> Bool {
    self.geometry == geometry && self.lengths == lengths && self.inputs.areEqual(to: inputs, besidesTexts: true)
  }
}

extension SceneInputs {
  /// Whether all inputs are equal that numbers may depend on. Configurations and flags only decide which conditions
  /// hold, and how views are drawn comes after.
  fileprivate func areEqual(to other: SceneInputs, besidesTexts: Bool = false) -> Bool {
    // A copy takes longer than to look at what is set most often.
    guard variables == other.variables, constants == other.constants else { return false }
    var inputs = self
    inputs.configurations = other.configurations
    inputs.environment.flags = other.environment.flags
    inputs.tellsAppearance = other.tellsAppearance
    if besidesTexts { (inputs.texts, inputs.records) = (other.texts, other.records) }
    return inputs == other
  }
}

/// Which views differ between pairs of solutions. A difference is found once by comparing all views, and remembered
/// while scenes switch to and fro.
struct SolutionDifferences: Sendable {
  private struct Pair: Hashable {
    var lower: Int
    var higher: Int

    init(_ one: Int, _ other: Int) { (lower, higher) = (min(one, other), max(one, other)) }
  }

  /// How many views are remembered in all pairs together; they take a quarter of a megabyte.
  private static let mostViews = 65_536
  /// A pair takes about as much memory as so many views.
  private static let pairViews = 16

  private var views: [Pair: [ViewID]] = [:]
  private var viewCount = 0

  /// How many pairs there are.
  var count: Int { views.count }

  /// Views and guides whose rectangle or content differs, ascending; nil when that is not known.
  func between(_ one: Int, _ other: Int) -> [ViewID]? { one == other ? [] : views[Pair(one, other)] }

  /// - Parameters:
  ///   - kept: the solutions that there are; the scene comes back to no others.
  ///   - sceneViews: how many views the scene has. Small scenes remember little.
  mutating func remember(
    _ changed: [ViewID], between one: Int, _ other: Int, of kept: [Int], inSceneOf sceneViews: Int
  ) {
    guard kept.contains(one), kept.contains(other) else { return }
    if viewCount >= min(Self.mostViews, 64 * (Self.pairViews + sceneViews)) {
      let known = views
      self = SolutionDifferences()
      // Solutions are replaced all the time while numbers change. Where most pairs are still in use, all are forgotten:
      // else there would be no end to looking.
      let used = known.filter { kept.contains($0.key.lower) && kept.contains($0.key.higher) }
      if used.count <= known.count / 2 { for (pair, changed) in used { add(changed, pair) } }
    }
    add(changed, Pair(one, other))
  }

  private mutating func add(_ changed: [ViewID], _ pair: Pair) {
    views[pair] = changed
    viewCount += Self.pairViews + changed.count
  }
}
