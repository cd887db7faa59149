import LayoutSyntax

extension LayoutResolver {
  /// Declares a configuration. Several blocks of one name are one configuration.
  mutating func declareConfiguration(_ name: NameID, of view: ViewID, at origin: Origin, when: WrittenNode?) {
    let index = Int(builder.declareConfiguration(name, of: view, at: origin).index)
    if index == written.conditions.count { written.conditions.append([]) }
    if let when { written.conditions[index].append(when) }
  }

  /// Declares the configuration that an `if config N` asks for, as one of the view that it asks.
  mutating func declareAskedConfiguration(_ nameNode: SyntaxNode?, of view: ViewID, in file: Int32) {
    guard let nameNode else { return }
    let name = name(of: nameNode, in: file)
    declareConfiguration(name, of: view, at: Origin(file: file, span: nameNode.span), when: nil)
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
    if builder.isConfiguration(name, of: view) { return true }
    if wants(.unknownConfiguration, at: node, in: file) {
      report(builder.unknownConfiguration(node.name, of: view), at: node, in: file)
    }
    return false
  }
}
