import LayoutSyntax

/// A name that a view can go by, while its layout is read.
struct ConfigurationDraft {
  var view: ViewID
  var name: NameID
  var file: Int32
  var span: SourceSpan
  /// The conditions after `when`, one for each block that has one.
  var when: [(node: Int32, file: Int32, scope: Int32)] = []
  var isInitial = false
}

extension LayoutResolver {
  /// Several blocks of one name add up to one configuration.
  mutating func declareConfiguration(
    _ name: NameID, of view: ViewID, span: SourceSpan, file: Int32, when: Int32?, scope: Int32
  ) {
    let index: Int
    if let known = configurationTable[view.index, name.index] {
      index = Int(known)
    } else {
      index = configurationNames.count
      declaredConfigurations.insert(name)
      configurationTable[view.index, name.index] = Int32(index)
      configurationNames.append(ConfigurationDraft(view: view, name: name, file: file, span: span))
    }
    if let when { configurationNames[index].when.append((when, file, scope)) }
  }

  /// `if config N` makes a name of the view it asks.
  mutating func noteConfiguration(_ nameNode: SyntaxNode?, of view: ViewID, in file: Int32) {
    guard let nameNode else { return }
    declareConfiguration(
      name(of: nameNode, in: file), of: view, span: nameNode.span, file: file, when: nil, scope: 0)
  }

  /// Reads the conditions after `when`. They may mention configurations themselves, which can add names.
  mutating func finishConfigurations() {
    var index = 0
    while index < configurationNames.count {
      let draft = configurationNames[index]
      var parts: [Condition] = []
      for (node, file, scope) in draft.when {
        var site = Site(file: file, scope: scope, view: draft.view)
        site.bare = draft.view
        complaints.instance = scopes.instance(of: scope)
        let when = condition(self.node(node, in: file), site) ?? .constant(false)
        parts.append(hasRoom(for: when, at: place(draft.span, in: draft.file)) ? when : .constant(false))
      }
      layout.configurations.append(
        Configuration(
          view: draft.view, name: names.text(of: draft.name), when: parts.isEmpty ? nil : .joiningAny(parts),
          isInitial: false, origin: Origin(file: draft.file, span: draft.span)))
      index += 1
    }
  }

  /// Marks the names that `initial` gives; runs after all clauses, in the order of the document. Of several for a view
  /// the last counts.
  mutating func checkInitialConfigurations() {
    var marked: [ViewID: Int] = [:]
    for (view, name, span, file) in initials {
      let text = names.text(of: name)
      let index: Int
      if let known = configurationTable[view.index, name.index] {
        index = Int(known)
      } else if Configuration.predefined.contains(text) {
        index = layout.configurations.count
        layout.configurations.append(
          Configuration(
            view: view, name: text, when: nil, isInitial: false, origin: Origin(file: file, span: span)))
      } else {
        let own = layout.configurations.filter { $0.view == view }.map(\.name)
        let known = own + Configuration.predefined
        complaints.report(
          .unknownConfiguration(text, path(of: view), nearest: nearestName(to: text, in: known)),
          at: place(span, in: file))
        continue
      }
      if let earlier = marked.updateValue(index, forKey: view) { layout.configurations[earlier].isInitial = false }
      layout.configurations[index].isInitial = true
    }
    // By view, keeping the order of the document.
    let order = layout.configurations.indices.sorted {
      let (left, right) = (layout.configurations[$0].view, layout.configurations[$1].view)
      return left == right ? $0 < $1 : left < right
    }
    layout.configurations = order.map { layout.configurations[$0] }
  }

  /// Whether a view, nil for any, goes by this name; reports when not.
  mutating func configurationIsKnown(_ node: SyntaxNode, of view: ViewID?, in file: Int32) -> Bool {
    let name = name(of: node, in: file)
    let isDeclared =
      view.map { configurationTable[$0.index, name.index] != nil } ?? declaredConfigurations.contains(name)
    if isDeclared || Configuration.predefined.contains(node.name) { return true }
    let declared = layout.configurations.filter { view == nil || $0.view == view }.map(\.name)
    let nearest = nearestName(to: node.name, in: declared + Configuration.predefined)
    let owner = view.map { path(of: $0) } ?? layout.name
    report(.unknownConfiguration(node.name, owner, nearest: nearest), at: node, in: file)
    return false
  }
}

extension Complaint {
  static func unknownConfiguration(_ name: String, _ view: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownConfiguration, "'\(view)' has no configuration '\(name)'\(hint)", replacement: nearest)
  }
}
