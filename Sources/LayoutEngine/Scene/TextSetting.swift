import Geometry
import LayoutModel

/// Reads how each view's text is set: from its `style`, `font`, `fontSize`, `weight`, `lines` and `truncate`, and from
/// the traits `contentSize` and `direction` as the view has them.
struct TextSetting {
  private let layout: ResolvedLayout
  private let facts: LayoutFacts
  private let values: QuantityValues
  private let evaluator: ConditionEvaluator
  /// What the scene's own traits say. Those of a view differ only where the layout sets traits.
  private let sceneTraits: Traits

  private struct Traits {
    var contentSize: ContentSize
    var isRightToLeft: Bool
  }

  init(_ layout: ResolvedLayout, _ facts: LayoutFacts, _ inputs: SceneInputs, _ values: QuantityValues) {
    self.layout = layout
    self.facts = facts
    self.values = values
    // This evaluator is asked for traits only, so it needs no sizes.
    evaluator = ConditionEvaluator(layout: layout, facts: facts, inputs: inputs, values: values) { _ in
      nil
    } isHidden: { _ in
      false
    }
    sceneTraits = Traits(
      contentSize: ContentSize(trait: inputs.environment.trait("contentSize")),
      isRightToLeft: inputs.environment.trait("direction") == "rtl")
  }

  /// How a view's text is set. Labels wrap unless the file says otherwise. Buttons and inputs have one line, and the
  /// text of an input goes on beyond its edge. All are body text unless the file says otherwise; what a branch says that
  /// holds goes before what is said outside of branches, and of both the later.
  ///
  /// - Parameter conditions: which of the layout's hold; empty: none.
  func attributes(of view: ViewID, where conditions: [Bool]) -> TextAttributes {
    let index = Int(view.index)
    let traits = traits(of: view)
    var style = TextStyle.body
    var size: Points?
    var weight: Int?
    var attributes = TextAttributes(
      isRightToLeft: traits.isRightToLeft, lines: facts.tree.kinds[index] == .label ? 0 : 1,
      truncation: facts.tree.kinds[index] == .input ? .clip : .tail)
    func read(_ setting: ConditionalSetting) {
      guard case .property(let name, let value) = setting.setting else { return }
      switch (name, value) {
      case ("style", .word(let word)), ("style", .text(let word)): style = TextStyle(named: word) ?? style
      case ("fontSize", .number(let points)):
        size = Self.size.counted(values.value(of: points).withinReach)
      case ("font", .word(let family)), ("font", .text(let family)): attributes.family = family
      case ("weight", .word(let word)), ("weight", .text(let word)):
        weight = TextWeight(rawValue: word)?.number ?? weight
      case ("weight", .number(let number)): weight = Int(Self.weight.counted(values.value(of: number).withinReach))
      case ("lines", .number(let lines)): attributes.lines = Int(max(0, min(1e6, values.value(of: lines).withinReach)))
      case ("truncate", .word(let word)):
        attributes.truncation = TextTruncation(rawValue: word) ?? attributes.truncation
      default: break
      }
    }
    let settings = layout.views[index].settings
    for number in settings where layout.settings[Int(number)].condition == nil { read(layout.settings[Int(number)]) }
    if !facts.chosenTexts.isEmpty, !conditions.isEmpty {
      for number in settings {
        guard let condition = layout.settings[Int(number)].condition, conditions[Int(condition.index)] else { continue }
        read(layout.settings[Int(number)])
      }
    }
    let font = style.font(at: traits.contentSize)
    attributes.size = size ?? font.size
    attributes.weight = weight ?? font.weight
    return attributes
  }

  private static let size = PropertyDescription.named("fontSize")!
  private static let weight = PropertyDescription.named("weight")!

  private func traits(of view: ViewID) -> Traits {
    guard facts.setsTraits else { return sceneTraits }
    return Traits(
      contentSize: ContentSize(trait: evaluator.trait("contentSize", of: view)),
      isRightToLeft: evaluator.trait("direction", of: view) == "rtl")
  }
}
