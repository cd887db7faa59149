import Frames
import Geometry
public import LayoutEngine
public import LayoutModel
import LayoutSyntax

/// Frames are a function of the layout and the inputs: after any changes they are those of a new scene, to the bit.
///
/// The bytes are choices: a layout, then what is set in it from outside.
public enum SceneLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    var choices = FuzzedBytes(bytes)
    let text = WrittenLayout.written(by: &choices)
    let tree = parse(SourceText(name: "fuzzed.layout", text: text))
    if let mistake = tree.diagnostics.first(where: { $0.severity == .error }) {
      return ["a layout that should parse does not: \(mistake.message)\n\(text)"]
    }
    let (document, _) = resolve(tree)
    var found = document.layouts.compactMap { SyntaxLaws.inconsistency($0) }
    for layout in document.layouts {
      let finding = finding(in: layout, using: &choices, steps: 4) { change(&$0, of: layout, using: &$1) }
      if let finding { found.append("\(finding)\n\(text)") }
    }
    return found + TestLaws.findings(using: &choices)
  }

  /// - Parameter change: one random change of what is set from outside.
  /// - Returns: what differs from a new scene after one of `steps` rounds of changes.
  public static func finding<Generator: RandomNumberGenerator>(
    in layout: ResolvedLayout, using random: inout Generator, steps: Int,
    changing change: (inout SceneInputs, inout Generator) -> Void
  ) -> String? {
    var inputs = SceneInputs(of: layout)
    inputs.tellsAppearance = true
    var scene = LayoutScene(layout, inputs: inputs)
    var shown: [Rect] = []
    var drawn: [ViewDrawing] = []
    for step in 0..<steps {
      if step > 0 {
        for _ in 0...Int.random(in: 0..<3, using: &random) { change(&scene.inputs, &random) }
      }
      let changed = Set(scene.solve(measuring: FixedMetrics()))
      var fresh = LayoutScene(layout, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())

      if let difference = difference(scene, fresh) { return "in step \(step) \(difference)" }
      // Where views stand otherwise than in the file, they have other numbers than before, and all are reported.
      let tree = scene.layout.views
      let views = tree.indices.map { ViewID(Int32($0)) }
      let frames = views.map(scene.frame)
      let unreported = views.first { view in
        shown.indices.contains(Int(view.index)) && tree[Int(view.index)].kind != .guide
          && frames[Int(view.index)] != shown[Int(view.index)] && !changed.contains(view)
      }
      if let unreported { return "in step \(step) \(tree[Int(unreported.index)].path) moved unreported" }
      let drawings = scene.inputs.tellsAppearance ? views.map(scene.drawing) : []
      let undrawn = views.first { view in
        drawn.indices.contains(Int(view.index)) && drawings.indices.contains(Int(view.index))
          && drawings[Int(view.index)] != drawn[Int(view.index)] && !changed.contains(view)
      }
      if let undrawn { return "in step \(step) \(tree[Int(undrawn.index)].path) is drawn otherwise, unreported" }
      if let view = views.first(where: { !isFinite(scene.frame(of: $0)) }) {
        return "in step \(step) \(tree[Int(view.index)].path) is at \(scene.frame(of: view))"
      }
      (shown, drawn) = (frames, drawings)
    }
    return nil
  }

  /// Where two scenes of one layout differ; nil when they show the same.
  static func difference(_ scene: LayoutScene, _ fresh: LayoutScene) -> String? {
    if scene.layout != fresh.layout { return "it is another tree than in a new scene" }
    for index in fresh.layout.views.indices {
      let view = ViewID(Int32(index))
      let (frame, other) = (scene.frame(of: view), fresh.frame(of: view))
      if !isSame(frame, other) || scene.content(of: view) != fresh.content(of: view) {
        return "\(fresh.layout.views[index].path) is at \(frame), in a new scene at \(other)"
      }
      let (drawing, otherDrawing) = (scene.drawing(of: view), fresh.drawing(of: view))
      if drawing != otherDrawing {
        return "\(fresh.layout.views[index].path) is drawn as \(drawing), in a new scene as \(otherDrawing)"
      }
    }
    return scene.diagnostics == fresh.diagnostics ? nil : "it is complained about otherwise than in a new scene"
  }

  private static func isSame(_ left: Rect, _ right: Rect) -> Bool {
    left.x.bitPattern == right.x.bitPattern && left.y.bitPattern == right.y.bitPattern
      && left.width.bitPattern == right.width.bitPattern && left.height.bitPattern == right.height.bitPattern
  }

  private static func isFinite(_ frame: Rect) -> Bool {
    frame.x.isFinite && frame.y.isFinite && frame.width.isFinite && frame.height.isFinite
  }

  /// One random change of anything that the outside can set.
  public static func change(
    _ inputs: inout SceneInputs, of layout: ResolvedLayout, using random: inout some RandomNumberGenerator
  ) {
    guard let view = layout.views.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<11, using: &random) {
    case 0: inputs.environment.width = [320, 390, 500, 844, 1024].randomElement(using: &random)
    case 1: inputs.environment.height = [390, 568, 844].randomElement(using: &random)
    case 2:
      inputs.environment.traits["direction"] = ["ltr", "rtl"].randomElement(using: &random)
      inputs.environment.traits["idiom"] = ["phone", "pad", nil].randomElement(using: &random) ?? nil
    case 3:
      inputs.environment.safe =
        [.zero, EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)].randomElement(using: &random) ?? .zero
    case 4:
      let texts: [String?] = ["", "short", "quite a bit longer than that", nil]
      inputs.texts[view.path] = texts.randomElement(using: &random) ?? nil
    case 5:
      let states: [Bool?] = [true, false, nil]
      inputs.hidden[view.path] = states.randomElement(using: &random) ?? nil
    case 6:
      guard let identifier = layout.identifiers.randomElement(using: &random) else { return }
      let values: [[Double]?] = [[4], [16], [31.5], nil]
      inputs.constants[identifier.name] = values.randomElement(using: &random) ?? nil
    case 7:
      guard let configuration = layout.configurations.randomElement(using: &random) else { return }
      let path = layout.views[Int(configuration.view.index)].path
      let names: [String?] = [configuration.name, "main", nil]
      inputs.configurations[path] = names.randomElement(using: &random) ?? nil
    case 8: adjust(&inputs, of: layout, &random)
    case 9: inputs.scrollOffsets[view.path] = [Point(x: 0, y: 40), Point(x: 1e6, y: -3)].randomElement(using: &random)
    default:
      guard let variable = layout.variables.randomElement(using: &random) else { return }
      let values: [Double?] = [1, 3, 12.25, nil]
      inputs.variables[variable.name] = values.randomElement(using: &random) ?? nil
    }
  }

  /// Sets something of an id beside its numbers, or takes it back.
  private static func adjust(
    _ inputs: inout SceneInputs, of layout: ResolvedLayout, _ random: inout some RandomNumberGenerator
  ) {
    guard let key = layout.identifiers.randomElement(using: &random)?.key(in: layout) else { return }
    let priorities: [Float?] = [NamedPriority.low, 600, NamedPriority.required, nil]
    let multipliers: [Double?] = [0, 0.5, -2, nil]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: inputs.adjustments.priorities[key] = priorities.randomElement(using: &random) ?? nil
    case 1: inputs.adjustments.multipliers[key] = multipliers.randomElement(using: &random) ?? nil
    case 2: inputs.adjustments.inactive.insert(key)
    default: inputs.adjustments.inactive.remove(key)
    }
  }
}
