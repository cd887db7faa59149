import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

/// Reading back what the outside can set: constants of ids, variables, flags and traits.
extension Scene {
  /// A value, and how it can be asked for.
  private typealias Known = (names: [String], value: SceneValue)

  /// The values that `names` mean, in their order; all there are when none is given.
  func values(named names: [String]) throws(RequestFailure) -> Answer {
    guard let newest else { throw .layoutFailed(published.report.content) }
    let all =
      constants(in: newest) + (variables(in: newest) + flags(in: newest.declared) + traits).map { ([$0.name], $0) }
    var places: [String: [Int]] = [:]
    for index in names.isEmpty ? 0..<0 : all.indices {
      for name in all[index].names { places[name, default: []].append(index) }
    }
    var found: [SceneValue] = []
    for name in names {
      let meant = places[name] ?? []
      // An id that two views use is as good as unknown: the answer says how to tell them apart.
      if meant.isEmpty || name.contains("#") && meant.count > 1 {
        let kind = name.contains("#") ? "constant" : "value"
        throw .unknownName(kind: kind, name, known: knownNames(all.map(\.value.name), nearestTo: name))
      }
      found += meant.map { all[$0].value }
    }
    let values = names.isEmpty ? all.map(\.value) : found
    let files = Set(values.compactMap(\.place?.file))
    return .values(values, sources: document.layoutSources.filter { files.contains($0.name) })
  }

  private func constants(in live: LayoutScene) -> [Known] {
    let layout = live.declared
    let priorities = layout.identifierPriorities
    let counts = Dictionary(grouping: layout.identifiers, by: \.name).mapValues(\.count)
    return layout.identifiers.indices.compactMap { index in
      let identifier = layout.identifiers[index]
      // Some name a clause without numbers, like `center`: there is nothing to set.
      if identifier.written.isEmpty { return nil }
      let path = layout.views[Int(identifier.view.index)].path
      let (short, long) = ("#\(identifier.name)", "\(path).#\(identifier.name)")
      let value = SceneValue(
        name: counts[identifier.name]! > 1 ? long : short,
        settable: .constant, value: .numbers(live.numbers(ofIdentifier: index)), priority: priorities[index],
        source: settings.outside[.constant, of: identifier.key(in: layout)] == nil ? .file : .outside,
        written: layout.writtenConstant(of: identifier), place: layout.place(of: identifier.origin))
      return ([short, long], value)
    }
  }

  private func variables(in live: LayoutScene) -> [SceneValue] {
    let layout = live.declared
    return layout.variables.indices.map { index in
      let variable = layout.variables[index]
      let isSet = Settable.variable.slots.contains { settings.outside[$0, of: variable.name] != nil }
      let value: SettableValue =
        if let written = variable.value {
          .text((live.inputs.values[variable.name] ?? written).written)
        } else {
          .number(live.value(ofVariable: index))
        }
      return SceneValue(
        name: variable.name, settable: .variable, value: value, source: isSet ? .outside : .file,
        written: variable.value?.written ?? layout.text(of: variable.initial), place: layout.place(of: variable.origin))
    }
  }

  private func flags(in layout: ResolvedLayout) -> [SceneValue] {
    let written = layout.environment.flags.union(settings.preview?.flags ?? [])
    let outside = settings.outside[.flag]
    return layout.askedFlags.union(written).union(outside.names).sorted().map { name in
      let (kept, isWritten) = (outside[name], written.contains(name))
      return SceneValue(
        name: name, settable: .flag, value: kept?.value ?? .truth(isWritten),
        source: kept != nil ? .outside : isWritten ? .file : .standard, written: isWritten ? "on" : nil)
    }
  }

  private var traits: [SceneValue] {
    let environment = inputs.environment
    let written = (newest?.declared.environment.traits ?? [:]).merging(settings.preview?.traits ?? [:]) { $1 }
    return Set(Self.knownTraits).union(environment.traits.keys).sorted().map { name in
      SceneValue(
        name: name, settable: .trait, value: environment.trait(name).map { .text($0) },
        source: settings.outside[.trait, of: name] != nil ? .outside : written[name] != nil ? .file : .standard,
        written: written[name])
    }
  }

  /// Those that every scene has.
  private static let knownTraits = [
    "contentSize", "direction", "idiom", "orientation", "sizeClass.x", "sizeClass.y", "style",
  ]
}

extension ResolvedLayout {
  /// By identifier, the priority of the first constraint with its numbers.
  fileprivate var identifierPriorities: [Int: Float] {
    var priorities: [Int: Float] = [:]
    func collect(_ quantity: Quantity, _ priority: Float) {
      switch quantity {
      case .identified(let index, _, let written):
        priorities[Int(index)] = priorities[Int(index)] ?? priority
        collect(written, priority)
      case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
        .quotient(let left, let right):
        collect(left, priority)
        collect(right, priority)
      case .literal, .pixels, .variable: break
      }
    }
    for index in rules.indices { collect(rules[index].constant, rules[index].priority) }
    return priorities
  }
}
