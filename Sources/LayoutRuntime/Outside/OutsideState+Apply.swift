import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

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
      switch operation {
      case .set(let assignment): try state.set(assignment, at: index, in: layout, &warnings)
      case .keyboard(let height, _):
        try state.set(Assignment(.keyboard, to: .number(height)), at: index, in: layout, &warnings)
      case .append, .remove, .arrange: try state.arrange(operation, at: index, in: layout)
      case .reset(let part): state = state.resetting(part, to: base)
      }
    }
    return (state, warnings)
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

  /// Sets one thing: what its form allows, and what the layout has a place for.
  private mutating func set(
    _ assignment: Assignment, at index: Int, in layout: ResolvedLayout, _ warnings: inout [Diagnostic]
  ) throws(RequestFailure) {
    let (settable, subject, value) = (assignment.settable, assignment.subject ?? "", assignment.value)
    guard assignment.isPossible else { throw .badOperation(index: index, settable.complaint) }
    switch settable {
    case .config: try setConfiguration(of: assignment.subject, to: value?.text, in: layout, &warnings)
    case .size: setSize(value?.numbers)
    case .variable: try setVariable(subject, to: value, at: index, in: layout)
    case .constant: try setConstant(subject, to: value, at: index, in: layout)
    case .intrinsic: try setNaturalSize(of: subject, to: value?.numbers, at: index, in: layout)
    case .scroll:
      let kind = layout.views[Int(try layout.view(at: subject).index)].kind
      guard kind.isScroll else {
        throw .badOperation(index: index, "'\(subject)' is a \(kind.rawValue) and does not scroll")
      }
      // A view that is scrolled nowhere is at rest.
      keep(value == [0, 0] ? nil : value, in: .scroll, of: subject)
    case .trait:
      if let objection = TraitDescription.objection(toSetting: subject, to: value?.text) {
        throw .badOperation(index: index, objection.words)
      }
      keep(value, in: .trait, of: subject)
      if value != nil, let unheard = layout.unheard(trait: subject) { warnings.append(.unheard(unheard)) }
    case .flag:
      keep(value, in: .flag, of: subject)
      if value == true, let unheard = layout.unheard(flag: subject) { warnings.append(.unheard(unheard)) }
    default:
      var written: String?
      if settable.subject == .view { written = layout.written(settable, of: try layout.view(at: subject)) }
      for slot in settable.slots { keep(value, in: slot, of: subject, over: written) }
    }
  }

  private mutating func keep(
    _ value: SettableValue?, in slot: Settable.Slot, of subject: String = "", over written: String? = nil
  ) {
    self[slot, of: subject] = value.map { Kept(value: $0, written: written) }
  }

  private mutating func setSize(_ sides: [Double?]?) {
    for (index, slot) in [Settable.Slot.width, .height].enumerated() {
      keep(sides.map { $0[index].map { .number($0) } ?? .text(ValueForm.wrapping) }, in: slot)
    }
  }

  private mutating func setConfiguration(
    of path: String?, to name: String?, in layout: ResolvedLayout, _ warnings: inout [Diagnostic]
  ) throws(RequestFailure) {
    let declared = layout.configurations.filter { path == nil || layout.views[Int($0.view.index)].path == path }
    // To look through all views costs more than the switch; who declares something is there.
    if let path, declared.isEmpty { _ = try layout.view(at: path) }
    guard let name else {
      if let path { keep(nil, in: .config, of: path) } else { self[.config] = [:] }
      return
    }
    let known = Configuration.predefined + declared.map(\.name)
    guard known.contains(name) else {
      let near = nearNames(to: name, in: known)
      throw .unknownName(kind: "config", name, known: (near + known).firstOccurrences)
    }
    let paths = path.map { [$0] } ?? layout.views(declaring: name).map { layout.views[Int($0.index)].path }
    for path in paths { keep(.text(name), in: .config, of: path) }
    if path == nil, let unheard = layout.unheard(configuration: name) { warnings.append(.unheard(unheard)) }
  }

  private mutating func setVariable(
    _ name: String, to value: SettableValue?, at index: Int, in layout: ResolvedLayout
  ) throws(RequestFailure) {
    let declared = layout.variables.first { $0.name == name }
    guard let value else {
      // Whoever takes something back need not know what it is.
      if declared == nil, self[.flag, of: name] != nil || layout.unheard(flag: name) == nil {
        return keep(nil, in: .flag, of: name)
      }
      let isNumber = try layout.variable(named: name).value == nil
      return keep(nil, in: isNumber ? .variable : .value, of: name)
    }
    // Of a text, digits are a text as well.
    let text = value.text ?? value.number.map { number in Int64(exactly: number).map { "\($0)" } ?? "\(number)" } ?? ""
    if let wanted = try layout.variable(named: name).value {
      guard let reading = wanted.reading(text) else {
        throw .badOperation(index: index, "the variable '\(name)' is \(wanted.noun), not '\(text)'")
      }
      return keep(reading.settable, in: .value, of: name)
    }
    guard let number = value.number ?? Double(text), number.isFinite else {
      throw .badOperation(index: index, "the variable '\(name)' is a number, not '\(text)'")
    }
    keep(.number(number), in: .variable, of: name)
  }

  private mutating func setConstant(
    _ name: String, to value: SettableValue?, at index: Int, in layout: ResolvedLayout
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
    let count = identifier.written.count
    if let given = value?.numbers?.count, given != 1, given != count {
      throw .badOperation(
        index: index, count == 1 ? "'#\(wanted)' is one number" : "'#\(wanted)' is one number, or \(count) of them")
    }
    keep(value, in: .constant, of: identifier.key(in: layout), over: layout.writtenConstant(of: identifier))
  }

  /// The outside counts both baselines from the top; the engine counts the last one from the bottom.
  private mutating func setNaturalSize(
    of path: String, to lengths: [Double?]?, at index: Int, in layout: ResolvedLayout
  ) throws(RequestFailure) {
    _ = try layout.view(at: path)
    guard var lengths else { return keep(nil, in: .intrinsic, of: path) }
    if let last = lengths[3] { lengths[3] = (lengths[1] ?? last) - last }
    guard let kept = Settable.Slot.intrinsic.form.reading(.numbers(lengths)) else {
      throw .badOperation(index: index, Settable.intrinsic.complaint)
    }
    keep(kept, in: .intrinsic, of: path)
  }
}

extension ResolvedLayout {
  fileprivate func variable(named name: String) throws(RequestFailure) -> VariableDeclaration {
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
