import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

/// Reading back what the outside can set.
extension Scene {
  /// A value, and how it can be asked for.
  private typealias Known = (names: [String], values: [SceneValue])

  /// The values that `names` mean, in their order; all there are when none is given.
  ///
  /// Of views this is what was set; whoever asks by a name gets it of any view. What surrounds the scene gives way to
  /// variables, flags and traits that have its name.
  ///
  /// - Parameter trees: by the name of a file how it was read; nil: nobody asks in which words a value stands.
  package func values(
    named names: [String], in trees: ((String) -> SyntaxTree?)? = nil
  ) throws(RequestFailure) -> Answer {
    guard let newest = newest?.value else { throw .layoutFailed(published.report.content) }
    let all =
      identified(in: newest)
      + (variables(in: newest) + flags(in: newest.declared) + viewValues + traits).map { ([$0.name], [$0]) }
    let surroundings = surroundings(of: newest.declared)
    var places: [String: [Int]] = [:]
    for index in names.isEmpty ? 0..<0 : all.indices {
      for name in all[index].names { places[name, default: []].append(index) }
    }
    var found: [SceneValue] = []
    for name in names {
      let meant = places[name] ?? []
      if meant.isEmpty, let field = try fieldOfRecord(name, in: newest) {
        found.append(field)
        continue
      }
      let other = meant.isEmpty ? try valueOfView(name, in: newest) ?? surroundings.first { $0.name == name } : nil
      if let other {
        found.append(other)
        continue
      }
      // An id that two views use is as good as unknown: the answer says how to tell them apart.
      if meant.isEmpty || name.contains("#") && meant.count > 1 {
        let kind = name.contains("#") ? "constant" : "value"
        let known = (all.flatMap(\.values) + surroundings).map(\.name)
        throw .unknownName(kind: kind, name, known: knownNames(known, nearestTo: name))
      }
      found += meant.flatMap { all[$0].values }
    }
    var values = names.isEmpty ? all.flatMap(\.values) + surroundings : found
    if let trees { for index in values.indices { findWords(of: &values[index], in: trees) } }
    let files = Set(values.compactMap(\.place?.file))
    return .values(values, sources: document.layoutSources.filter { files.contains($0.name) })
  }

  /// Finds the words of the file that a value stands in.
  private func findWords(of value: inout SceneValue, in trees: (String) -> SyntaxTree?) {
    guard let place = value.place, let source = document.layoutSources.first(where: { $0.name == place.file }) else {
      return
    }
    // The text that the layout was made from: not one with a mistake that has come since, and not one made from JSON.
    guard let tree = trees(place.file), tree.json == nil, tree.source == source else { return }
    let isIdentifier = value.settable == .constant
    guard let node = isIdentifier ? tree.clause(ofIdentifierAt: place.span) : tree.declaration(at: place.span) else {
      return
    }
    value.clause = node.text
    guard let literals = node.writtenLiterals ?? tree.literalOfNamedValue(in: node).map({ [$0] }) else { return }
    let spans: [SourceSpan]
    if isIdentifier {
      guard let written = value.written?.split(separator: ",").map({ Double($0.drop { $0 == " " }) }) else { return }
      // Of several numbers those are meant that say what the id is, if there is no doubt which these are.
      let meant = written.count == 1 ? literals.filter { $0.points == written[0] } : literals
      guard meant.count == written.count, zip(meant, written).allSatisfy({ $1 != nil && $0.points == $1 }) else {
        return
      }
      spans = meant.map(\.span)
    } else {
      guard literals.count == 1, node.value(at: 0)?.span == literals[0].span else { return }
      spans = literals.map(\.span)
    }
    value.literals = spans.map { Diagnostic.Place(file: place.file, span: $0) }
  }

  /// Of every id its numbers, and what else was set of it.
  private func identified(in live: LayoutScene) -> [Known] {
    let layout = live.declared
    let rules = IdentifierPlaces(in: layout).rules(in: layout)
    let counts = Dictionary(grouping: layout.identifiers, by: \.name).mapValues(\.count)
    return layout.identifiers.indices.map { index in
      let identifier = layout.identifiers[index]
      let key = identifier.key(in: layout)
      let (short, long) = (
        "#\(identifier.name)", "\(layout.views[identifier.view].path).#\(identifier.name)"
      )
      var priority = rules[index].first.map { layout.rules[Int($0)].priority }
      if let set = settings.outside[.priority, of: key]?.value.number { priority = Float(set) }
      let values = [Settable.constant, .priority, .multiplier, .active].compactMap { settable -> SceneValue? in
        let kept = settings.outside[settable.slots[0], of: key]
        let isConstant = settable == .constant
        // An id may stand on a clause without numbers. What is as in the file goes with the numbers.
        guard isConstant ? !identifier.written.isEmpty : kept != nil else { return nil }
        return SceneValue(
          name: counts[identifier.name]! > 1 ? long : short, settable: settable,
          value: isConstant ? .numbers(live.numbers(ofIdentifier: index)) : kept?.value,
          priority: isConstant ? priority : nil, source: kept == nil ? .file : .outside,
          written: layout.written(settable, ofIdentifier: index, rules: rules[index]),
          place: layout.place(of: identifier.origin))
      }
      return ([short, long], values)
    }
  }

  private func variables(in live: LayoutScene) -> [SceneValue] {
    let layout = live.declared
    return lists(in: live)
      + layout.variables.indices.filter { !layout.variables[$0].isField }.map { index in
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
          written: variable.value?.written ?? layout.text(of: variable.initial),
          place: layout.place(of: variable.origin))
      }
  }

  /// `messages["c"].unread`, as it is set: a field of one record; nil for a name that begins with no list.
  private func fieldOfRecord(_ name: String, in live: LayoutScene) throws(RequestFailure) -> SceneValue? {
    guard let list = live.written.lists.first(where: { name.hasPrefix("\($0.name)[\"") }), let key = list.key else {
      return nil
    }
    let records = live.inputs.records[list.name] ?? list.records
    let rest = name.dropFirst(list.name.count)
    let asked = records.first { record in
      let index = PatternName.index(record.key(key))
      return rest.hasPrefix("\(index).") || rest == index
    }
    guard let asked else {
      let known = knownNames(records.prefix(ModelLimits.candidates).map { $0.key(key) }, nearestTo: name)
      throw .unknownName(kind: "record", name, known: known)
    }
    let field = String(rest.dropFirst(PatternName.index(asked.key(key)).count + 1))
    guard let value = asked.settable(list.type)[field] else {
      let record = list.name + PatternName.index(asked.key(key))
      throw .unknownName(kind: "field", name, known: list.type.fields.map { "\(record).\($0.name)" })
    }
    return SceneValue(
      name: name, settable: .variable, value: value,
      source: settings.outside.records[list.name] != nil ? .outside : .file, place: live.written.place(of: list.origin))
  }

  private func lists(in live: LayoutScene) -> [SceneValue] {
    live.written.lists.map { list in
      let shown = live.inputs.records[list.name] ?? list.records
      return SceneValue(
        name: list.name, settable: .variable, value: .records(shown.map { $0.settable(list.type) }),
        source: settings.outside.records[list.name] != nil ? .outside : .file,
        key: list.key.map { list.type.fields[$0].name },
        written: list.records.count == 1 ? "1 record" : "\(list.records.count) records",
        place: live.written.place(of: list.origin))
    }
  }

  /// What was set of views.
  private var viewValues: [SceneValue] {
    Settable.allCases.filter(\.subject.isView).flatMap { settable in
      let kept = settings.outside[settable.slots[0]]
      return kept.names.sorted().compactMap { path in kept[path].map { value(of: settable, of: path, $0) } }
    }
  }

  private func value(of settable: Settable, of path: String, _ kept: OutsideState.Kept) -> SceneValue {
    SceneValue(
      name: settable.name(of: path), settable: settable,
      value: settable == .intrinsic ? kept.value.turningLastBaseline : kept.value, source: .outside,
      written: settable == .config ? writtenConfiguration(of: path) : kept.written)
  }

  private func writtenConfiguration(of path: String) -> String? {
    settings.preview?.configurations[path] ?? newest?.value.declared.environment.configurations[path]
  }

  /// `title.text`, `badge.hidden`, `page.scroll`: as it was set, else as the view is shown now; nil for a name that
  /// ends otherwise.
  private func valueOfView(_ name: String, in live: LayoutScene) throws(RequestFailure) -> SceneValue? {
    guard !name.contains("#"), let (settable, view) = Settable.ofView(name) else { return nil }
    var names = LayoutNames(live.layout)
    let path = names.path(meantBy: view)
    let id = try names.view(at: path)
    if let kept = settings.outside[settable.slots[0], of: path] { return value(of: settable, of: path, kept) }
    let shown = published.history.current.views.first { $0.path == path }?.content
    var written: String?
    let (value, isSaid): (SettableValue?, Bool)
    switch settable {
    case .text:
      value = (shown?.text ?? live.layout.views[id].text).map { .text($0) }
      isSaid = value != nil
    case .hidden:
      isSaid = shown?.isHidden ?? false
      value = .truth(isSaid)
    case .config:
      let active = live.activeConfiguration(of: id)
      written = writtenConfiguration(of: path)
      (value, isSaid) = (.text(active), written != nil || active != Configuration.main)
    case .scroll:
      value = shown?.scroll.map { .numbers([Double($0.offsetX) / 64, Double($0.offsetY) / 64]) }
      isSaid = live.scrollEnds[path] != nil
    case .intrinsic:
      let natural = live.naturalSize(of: id)
      value = natural.map { $0.size.settable.turningLastBaseline }
      isSaid = natural?.isStated ?? false
    default: preconditionFailure("nobody reads '\(settable)' of a view")
    }
    return SceneValue(
      name: settable.name(of: path), settable: settable, value: value, source: isSaid ? .file : .standard,
      written: written)
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
    let written = (newest?.value.declared.environment.traits ?? [:]).merging(settings.preview?.traits ?? [:]) { $1 }
    return Set(TraitDescription.catalogue.map(\.name)).union(environment.traits.keys).sorted().map { name in
      SceneValue(
        name: name, settable: .trait, value: environment.trait(name).map { .text($0) },
        source: settings.outside[.trait, of: name] != nil ? .outside : written[name] != nil ? .file : .standard,
        written: written[name])
    }
  }

  /// What surrounds the scene.
  private func surroundings(of layout: ResolvedLayout) -> [SceneValue] {
    let file = SceneInputs(of: layout.environment, preview: settings.preview).environment
    let clauses = [layout.environment, settings.preview].compactMap(\.self)
    return Settable.surroundings.map { settable in
      let isSet = settable.slots.contains { settings.outside[$0, of: nil] != nil }
      let isSaid = clauses.contains(where: settable.isSaid)
      return SceneValue(
        name: settable.rawValue, settable: settable, value: settable.value(in: inputs.environment),
        source: isSet ? .outside : isSaid ? .file : .standard,
        written: isSaid ? settable.value(in: file)?.numbersAsWritten : nil)
    }
  }
}

extension SettableValue {
  /// A natural size whose last baseline counts from the other end: from the top for the outside, from the bottom where
  /// it is kept.
  var turningLastBaseline: SettableValue {
    guard var lengths = numbers, let last = lengths[3] else { return self }
    lengths[3] = (lengths[1] ?? last) - last
    return .numbers(lengths)
  }

  /// Numbers as a file has them.
  fileprivate var numbersAsWritten: String? {
    (numbers ?? number.map { [$0] })?.map { $0?.asWritten ?? "_" }.joined(separator: ", ")
  }
}
