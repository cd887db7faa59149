import LayoutSyntax

extension LayoutResolver {
  /// Several blocks of one name add up to one configuration.
  mutating func declareConfiguration(_ name: NameID, of view: ViewID, at origin: Origin, when: WrittenNode?) {
    let index = Int(builder.declareConfiguration(name, of: view, at: origin).index)
    if index == written.conditions.count { written.conditions.append([]) }
    if let when { written.conditions[index].append(when) }
  }

  /// `if config N` makes a name of the view it asks.
  mutating func declareAskedConfiguration(_ nameNode: SyntaxNode?, of view: ViewID, in file: Int32) {
    guard let nameNode else { return }
    let name = name(of: nameNode, in: file)
    declareConfiguration(name, of: view, at: Origin(file: file, span: nameNode.span), when: nil)
  }

  /// Reads the conditions after `when`. They may mention configurations themselves, which can add names.
  mutating func readConfigurations() {
    var index = 0
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

  /// Whether a view, nil for any, goes by this name; reports when not.
  mutating func configurationIsKnown(_ node: SyntaxNode, of view: ViewID?, in file: Int32) -> Bool {
    let name = name(of: node, in: file)
    if builder.isConfiguration(name, of: view) { return true }
    report(builder.unknownConfiguration(node.name, of: view), at: node, in: file)
    return false
  }
}
