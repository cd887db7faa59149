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
  /// text of an input goes on beyond its edge. All are body text unless the file says otherwise.
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
    layout.forEachProperty(of: view, where: facts.chosenTexts.isEmpty ? [] : conditions) { name, value in
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
    let font = style.font(at: traits.contentSize)
    attributes.size = size ?? font.size
    attributes.weight = weight ?? font.weight
    return attributes
  }

  /// What is read here.
  static let properties = ["style", "fontSize", "font", "weight", "lines", "truncate"]
  private static let size = PropertyDescription.named("fontSize")!
  private static let weight = PropertyDescription.named("weight")!

  private func traits(of view: ViewID) -> Traits {
    guard facts.setsTraits else { return sceneTraits }
    return Traits(
      contentSize: ContentSize(trait: evaluator.trait("contentSize", of: view)),
      isRightToLeft: evaluator.trait("direction", of: view) == "rtl")
  }
}

extension ResolvedLayout {
  /// Hands out what a view says of itself as `NAME: value`: outside of branches, then in those that hold. So of two
  /// that say the same thing the later one counts.
  ///
  /// - Parameter conditions: which of the layout's hold; empty: none.
  func forEachProperty(
    of view: ViewID, where conditions: [Bool], _ body: (_ name: String, _ value: PropertyValue) -> Void
  ) {
    let numbers = views[view].settings
    for isConditional in conditions.isEmpty ? [false] : [false, true] {
      for number in numbers {
        let condition = settings[Int(number)].condition
        guard (condition != nil) == isConditional, condition.map({ conditions[Int($0.index)] }) ?? true,
          case .property(let name, let value) = settings[Int(number)].setting
        else { continue }
        body(name, value)
      }
    }
  }
}
