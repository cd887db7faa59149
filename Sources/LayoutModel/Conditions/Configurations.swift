import LayoutSyntax

extension LayoutResolver {
  /// Declares a configuration. Several blocks of one name are one configuration.
  mutating func declareConfiguration(
    _ name: NameID, of view: ViewID, at origin: Origin, when: WrittenNode?, isAsked: Bool = false
  ) {
    let index = Int(builder.declareConfiguration(name, of: view, at: origin).index)
    let isNew = index == written.conditions.count
    if isNew { written.conditions.append([]) }
    if !isAsked {
      written.askedConfigurations.remove(index)
    } else if isNew {
      written.askedConfigurations.insert(index)
    }
    if let when { written.conditions[index].append(when) }
  }

  /// Declares the configuration that an `if config N` asks for, as one of the view that it asks.
  mutating func declareAskedConfiguration(_ nameNode: SyntaxNode?, of view: ViewID, in file: Int32) {
    guard let nameNode else { return }
    let name = name(of: nameNode, in: file)
    declareConfiguration(name, of: view, at: Origin(file: file, span: nameNode.span), when: nil, isAsked: true)
  }

  /// Warns where a condition asks for a configuration that nothing else in the files speaks of, while there is another
  /// with nearly this name. Any other name may be one that only the outside knows.
  mutating func warnOfMistypedConfigurations() {
    let drafts = builder.configurations.drafts
    guard !written.askedConfigurations.isEmpty else { return }
    let declared = drafts.indices.filter { !written.askedConfigurations.contains($0) }
    let known = Set(declared.map { drafts[$0].name }).union(builder.configurations.initials.map(\.name))
    let others = known.map { builder.names.text(of: $0) } + Configuration.predefined
    for index in written.askedConfigurations.sorted() where !known.contains(drafts[index].name) {
      let (name, origin) = (builder.names.text(of: drafts[index].name), drafts[index].origin)
      guard !Configuration.predefined.contains(name), let nearest = nearestName(to: name, in: others.sorted()),
        !isWrittenAgain(name, but: origin)
      else { continue }
      builder.report(.mistypedConfiguration(name, nearest: nearest), at: origin)
    }
  }

  /// Whether a name stands anywhere in the files but at one place.
  private func isWrittenAgain(_ name: String, but origin: Origin) -> Bool {
    let bytes = Array(name.utf8)
    return files.indices.contains { file in
      files[file].tree.tokens.contains { token in
        token.kind == .identifier && Int(token.end - token.start) == bytes.count
          && (file != Int(origin.file) || token.start != origin.span.start)
          && files[file].bytes[Int(token.start)..<Int(token.end)].elementsEqual(bytes)
      }
    }
  }

  /// Reads the conditions after `when`. They may ask for configurations themselves, which can add more of them.
  mutating func readConfigurations() {
    var index = builder.layout.configurations.count
    while index < written.conditions.count {
      let view = builder.configurations.drafts[index].view
      var conditions: [Condition] = []
      for written in written.conditions[index] {
        var site = Site(file: written.file, scope: written.scope, view: view)
        site.bare = view
        builder.complaints.instance = scopes.instance(of: written.scope)
        conditions.append(condition(node(written.node, in: written.file), site) ?? .constant(false))
      }
      builder.settleConfiguration(ConfigurationID(index: Int32(index)), when: conditions)
      index += 1
    }
  }

  /// Whether a view, or any view for nil, has a configuration of this name; reports when not.
  mutating func configurationIsKnown(_ node: SyntaxNode, of view: ViewID?, in file: Int32) -> Bool {
    let name = name(of: node, in: file)
    let declaring = view.map(declaring)
    if builder.isConfiguration(name, of: declaring) { return true }
    if wants(.unknownConfiguration, at: node, in: file) {
      report(builder.unknownConfiguration(node.name, of: declaring), at: node, in: file)
    }
    return false
  }
}

extension Complaint {
  fileprivate static func mistypedConfiguration(_ name: String, nearest: String) -> Complaint {
    Complaint(
      .mistypedConfiguration, "nothing else speaks of a configuration '\(name)'\(didYouMean(nearest))",
      replacement: nearest)
  }
}
