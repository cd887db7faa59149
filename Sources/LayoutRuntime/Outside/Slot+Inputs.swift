import Geometry
import LayoutEngine
import LayoutModel
import Settables

/// What settables do in a scene: the half of the catalogue that knows scenes.
extension Settable.Slot {
  /// Puts a value over what the file says.
  ///
  /// - Parameter value: one of this slot's form.
  func put(_ value: SettableValue, of subject: String, into inputs: inout SceneInputs) {
    switch self {
    case .width: inputs.environment.width = value.number
    case .height: inputs.environment.height = value.number
    case .scale: inputs.environment.scale = value.number ?? inputs.environment.scale
    case .safe: inputs.environment.safe = value.numbers.map { EdgeInsets($0) } ?? inputs.environment.safe
    case .margins:
      inputs.environment.margins = value.numbers.map { DirectionalInsets($0) } ?? inputs.environment.margins
    case .keyboard: inputs.environment.keyboard = Keyboard(value) ?? inputs.environment.keyboard
    case .trait: inputs.environment.traits[subject] = value.text
    case .flag:
      if value == true { inputs.environment.flags.insert(subject) } else { inputs.environment.flags.remove(subject) }
    case .variable: inputs.variables[subject] = value.number
    case .value: inputs.values[subject] = VariableValue(value)
    case .config: inputs.configurations[subject] = value.text
    case .constant: inputs.constants[subject] = value.numbers?.compactMap { $0 }
    case .priority: inputs.adjustments.priorities[subject] = value.number.map { Float($0) }
    case .multiplier: inputs.adjustments.multipliers[subject] = value.number
    case .active: if value == false { inputs.adjustments.inactive.insert(subject) }
    case .text: inputs.texts[subject] = value.text
    case .hidden: inputs.hidden[subject] = value.truth
    case .intrinsic: inputs.intrinsicSizes[subject] = value.numbers.map { IntrinsicSize($0) }
    case .scroll: inputs.scrollOffsets[subject] = value.numbers.map { Point(x: $0[0] ?? 0, y: $0[1] ?? 0) }
    }
  }
}

extension Settable {
  /// What it is in these surroundings; nil where it is none of them.
  func value(in environment: Environment) -> SettableValue? {
    switch self {
    case .size: [environment.width, environment.height]
    case .scale: .number(environment.scale)
    case .safe: environment.safe.settable
    case .margins: environment.margins.settable
    case .keyboard: environment.keyboard.settable
    default: nil
    }
  }

  /// Whether a file says it there; of what surrounds a scene.
  func isSaid(in clause: EnvironmentClause) -> Bool {
    switch self {
    case .size: clause.width != nil || clause.height != nil
    case .scale: clause.scale != nil
    case .safe: clause.safe != nil
    case .margins: clause.margins != nil
    case .keyboard: clause.keyboard != nil
    default: false
    }
  }
}

extension VariableValue {
  /// Nil for what is none, and for one of a type that nobody knows.
  init?(_ value: SettableValue) {
    guard case .typed(let type, let text) = value, let example = Self.ofEachType.first(where: { $0.type == type }),
      let value = example.reading(text)
    else { return nil }
    self = value
  }

  /// With the name of its type, which the journal has too.
  var settable: SettableValue { .typed(type, written) }

  private static let ofEachType: [VariableValue] = [.text(""), .colour(0), .duration(0)]

  private var type: String {
    switch self {
    case .text: "text"
    case .colour: "colour"
    case .duration: "duration"
    }
  }
}

extension EdgeInsets {
  fileprivate init(_ sides: [Double?]) {
    self.init(top: sides[0] ?? 0, left: sides[1] ?? 0, bottom: sides[2] ?? 0, right: sides[3] ?? 0)
  }

  fileprivate var settable: SettableValue { [top, left, bottom, right] }
}

extension DirectionalInsets {
  fileprivate init(_ sides: [Double?]) {
    self.init(top: sides[0] ?? 0, leading: sides[1] ?? 0, bottom: sides[2] ?? 0, trailing: sides[3] ?? 0)
  }

  fileprivate var settable: SettableValue { [top, leading, bottom, trailing] }
}

extension IntrinsicSize {
  fileprivate init(_ lengths: [Double?]) {
    self.init(width: lengths[0], height: lengths[1], firstBaseline: lengths[2], lastBaseline: lengths[3])
  }

  /// The same for whoever sets it.
  var settable: SettableValue { [width, height, firstBaseline, lastBaseline] }
}
