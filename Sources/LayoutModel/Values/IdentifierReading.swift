import LayoutSyntax

extension LayoutResolver {
  /// The identifier that `#name` declares; nil without one, and after a complaint.
  mutating func identifier(_ node: SyntaxNode?, _ standing: Standing) -> IdentifierID? {
    guard let node else { return nil }
    if following.isReadingAgain { return knownIdentifier(node, standing) }
    let name = name(of: node, in: standing.site.file)
    let identifier = builder.identifier(
      name, of: standing.view, in: standing.branch, at: Origin(file: standing.site.file, span: node.span))
    if let identifier { following.identifiers[standing.view.index, node.index] = identifier.index }
    return identifier
  }
}
