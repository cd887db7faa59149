import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax

extension OutsideState {
  /// This state after all `operations`, in order.
  ///
  /// - Parameter base: what a reset returns to.
  /// - Returns: also warnings about operations that have no effect.
  /// - Throws: the first operation that cannot be done, by its index.
  func applying(
    _ operations: [Operation], to layout: ResolvedLayout, resettingTo base: OutsideState
  ) throws(RequestFailure) -> (state: OutsideState, warnings: [Diagnostic]) {
    var state = self
    var warnings: [Diagnostic] = []
    for (index, operation) in operations.enumerated() {
      try state.apply(operation, at: index, to: layout, resettingTo: base, &warnings)
    }
    return (state, warnings)
  }

  private mutating func apply(
    _ operation: Operation, at index: Int, to layout: ResolvedLayout, resettingTo base: OutsideState,
    _ warnings: inout [Diagnostic]
  ) throws(RequestFailure) {
    func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(RequestFailure) {
      if !holds { throw .badOperation(index: index, message()) }
    }
    switch operation {
    case .configuration(let view, let name):
      try setConfiguration(of: view, to: name, in: layout, &warnings)
    case .size(let width, let height):
      try require(isLength(width) && isLength(height), SurroundingsRule.size.words)
      environment.width = width
      environment.height = height
    case .scale(let scale):
      try require(SurroundingsRule.scale.allows(scale), SurroundingsRule.scale.words)
      environment.scale = scale
    case .safe(let insets):
      let numbers = [insets.top, insets.left, insets.bottom, insets.right]
      try require(numbers.allSatisfy(SurroundingsRule.insets.allows), SurroundingsRule.insets.words)
      environment.safe = insets
    case .margins(let insets):
      let numbers = [insets.top, insets.leading, insets.bottom, insets.trailing]
      try require(numbers.allSatisfy(SurroundingsRule.insets.allows), SurroundingsRule.insets.words)
      environment.margins = insets
    case .keyboard(let height, _):
      try require(SurroundingsRule.keyboard.allows(height), SurroundingsRule.keyboard.words)
      environment.keyboard = height
    case .trait(let name, let value):
      if let objection = TraitDescription.objection(toSetting: name, to: value) {
        throw .badOperation(index: index, objection.words)
      }
      environment.traits[name] = value
      if value != nil, let unheard = layout.unheard(trait: name) { warnings.append(.unheard(unheard)) }
    case .flag(let name, let isSet):
      flags[name] = isSet
      if isSet == true, let unheard = layout.unheard(flag: name) { warnings.append(.unheard(unheard)) }
    case .variable(let name, let value):
      // Whoever takes something back need not know what it is.
      if value == nil, !layout.variables.contains(where: { $0.name == name }),
        flags[name] != nil || layout.unheard(flag: name) == nil
      {
        flags[name] = nil
        break
      }
      let variable = try layout.variable(named: name)
      try require(value?.isFinite ?? true, "a variable is finite")
      if let wanted = variable.value {
        // Of a text, digits are a text as well.
        let text = value.map { Int64(exactly: $0).map { "\($0)" } ?? "\($0)" }
        try require(text.map { wanted.reading($0) != nil } ?? true, wanted.refusal(of: name, text ?? ""))
        values[name] = text.flatMap { wanted.reading($0) }
      } else {
        variables[name] = value
      }
    case .variableText(let name, let text):
      if let wanted = try layout.variable(named: name).value {
        guard let value = wanted.reading(text) else {
          throw .badOperation(index: index, wanted.refusal(of: name, text))
        }
        values[name] = value
      } else {
        guard let number = Double(text), number.isFinite else {
          throw .badOperation(index: index, "the variable '\(name)' is a number, not '\(text)'")
        }
        variables[name] = number
      }
    case .constant(let name, let values):
      try setConstant(name, to: values, at: index, in: layout)
    case .text(let path, let text):
      let view = layout.views[Int(try layout.view(at: path).index)]
      texts[path] = text.map { Override(value: $0, written: view.text) }
    case .hidden(let path, let isHidden):
      let view = try layout.view(at: path)
      hidden[path] = isHidden.map { Override(value: $0, written: layout.writtenHidden(of: view)) }
    case .intrinsic(let path, let size):
      _ = try layout.view(at: path)
      let numbers = [size?.width, size?.height, size?.firstBaseline, size?.lastBaseline].compactMap { $0 }
      try require(numbers.allSatisfy { $0.isFinite && $0 >= 0 }, "a natural size is at least 0")
      intrinsicSizes[path] = size
    case .scroll(let path, let offset):
      let kind = layout.views[Int(try layout.view(at: path).index)].kind
      try require(kind.isScroll, "'\(path)' is a \(kind.rawValue) and does not scroll")
      try require(offset.x.isFinite && offset.y.isFinite, "an offset is finite")
      scrollOffsets[path] = offset == .zero ? nil : offset
    case .append, .remove, .arrange:
      try arrange(operation, at: index, in: layout)
    case .reset(let part):
      self = resetting(part, to: base)
    }
  }

  /// This state after operations that only take something back; nil if there are others among them.
  func resetting(_ operations: [Operation], to base: OutsideState) -> OutsideState? {
    var result = self
    for operation in operations {
      guard case .reset(let part) = operation else { return nil }
      result = result.resetting(part, to: base)
    }
    return result
  }

  /// This state with a part of it as it is in `base`.
  private func resetting(_ part: StatePart, to base: OutsideState) -> OutsideState {
    var result = part == .all ? base : self
    switch part {
    case .all: break
    case .configurations: result.configurations = base.configurations
    case .traits: result.environment = base.environment
    case .values:
      result.flags = base.flags
      result.variables = base.variables
      result.values = base.values
      result.constants = base.constants
      result.texts = base.texts
      result.hidden = base.hidden
      result.intrinsicSizes = base.intrinsicSizes
      result.scrollOffsets = base.scrollOffsets
    case .views: result.arrangement = base.arrangement
    }
    return result
  }

  private func isLength(_ extent: EnvironmentClause.Extent) -> Bool {
    switch extent {
    case .fixed(let length): SurroundingsRule.size.allows(length)
    case .wrapping: true
    }
  }

  private mutating func setConfiguration(
    of path: String?, to name: String?, in layout: ResolvedLayout, _ warnings: inout [Diagnostic]
  ) throws(RequestFailure) {
    let declared = layout.configurations.filter { path == nil || layout.views[Int($0.view.index)].path == path }
    // To look through all views costs more than the switch; who declares something is there.
    if let path, declared.isEmpty { _ = try layout.view(at: path) }
    guard let name else {
      if let path { configurations[path] = nil } else { configurations = [:] }
      return
    }
    let known = Configuration.predefined + declared.map(\.name)
    guard known.contains(name) else {
      let near = nearNames(to: name, in: known)
      throw .unknownName(kind: "config", name, known: (near + known).firstOccurrences)
    }
    if let path {
      configurations[path] = name
      return
    }
    for view in layout.views(declaring: name) { configurations[layout.views[Int(view.index)].path] = name }
    if let unheard = layout.unheard(configuration: name) { warnings.append(.unheard(unheard)) }
  }

  private mutating func setConstant(
    _ name: String, to values: [Double]?, at index: Int, in layout: ResolvedLayout
  ) throws(RequestFailure) {
    var wanted = name
    wanted.removeAll { $0 == "#" }
    let matches = layout.identifiers.filter { $0.name == wanted || $0.key(in: layout) == wanted }
    guard let identifier = matches.first, matches.count == 1 else {
      // A name that two views use is as good as unknown: the answer says how to tell them apart.
      let known = layout.identifiers.map { "\(layout.views[Int($0.view.index)].path).#\($0.name)" }
      let candidates = matches.isEmpty ? known + layout.identifiers.map { "#\($0.name)" } : known
      throw .unknownName(kind: "constant", name, known: knownNames(candidates, nearestTo: name))
    }
    let key = identifier.key(in: layout)
    guard let values else {
      constants[key] = nil
      return
    }
    guard values.allSatisfy(\.isFinite), values.count == 1 || values.count == identifier.written.count else {
      let count = identifier.written.count
      throw .badOperation(
        index: index, count == 1 ? "'#\(wanted)' is one number" : "'#\(wanted)' is one number, or \(count) of them")
    }
    constants[key] = Override(value: values, written: layout.writtenConstant(of: identifier))
  }
}

extension VariableValue {
  fileprivate func refusal(of name: String, _ text: String) -> String {
    "the variable '\(name)' is \(noun), not '\(text)'"
  }
}

extension ResolvedLayout {
  func variable(named name: String) throws(RequestFailure) -> VariableDeclaration {
    if let variable = variables.first(where: { $0.name == name }) { return variable }
    throw .unknownName(kind: "variable", name, known: knownNames(variables.map(\.name), nearestTo: name))
  }

  func view(at path: String) throws(RequestFailure) -> ViewID {
    guard let index = views.firstIndex(where: { $0.path == path && $0.kind != .guide }) else {
      throw .unknownView(path, near: nearNames(to: path, in: viewPaths))
    }
    return ViewID(Int32(index))
  }
}
