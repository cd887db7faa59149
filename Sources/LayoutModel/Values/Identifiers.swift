import LayoutSyntax

/// Numbers of a placement that an `#id` makes addressable.
extension LayoutResolver {
  /// A new identifier for `#name`; nil without one, or after a complaint. Its numbers follow with `identify`.
  mutating func identifier(_ node: SyntaxNode?, _ seat: Seat) -> Int32? {
    guard let node else { return nil }
    if isReadingAgain { return knownIdentifier(node, seat) }
    let name = name(of: node, in: seat.site.file)
    if let earlier = identifierTable[seat.view.index, name.index] {
      // In two branches that exclude each other it names whichever holds.
      let context = identifierContexts[Int(earlier)]
      if isInside(seat.context, context) || isInside(context, seat.context) {
        let origin = layout.identifiers[Int(earlier)].origin
        complaints.report(
          .duplicateIdentifier(names.text(of: name)), at: place(node, in: seat.site.file),
          notes: [Diagnostic.Note("given here before", at: place(origin.span, in: origin.file))])
        return nil
      }
    }
    let index = Int32(layout.identifiers.count)
    identifierTable[seat.view.index, name.index] = index
    identifierOfNode[seat.view.index, node.index] = index
    identifierContexts.append(seat.context)
    layout.identifiers.append(
      Identifier(
        name: names.text(of: name), view: seat.view, written: [],
        origin: Origin(file: seat.site.file, span: node.span)))
    return index
  }

  /// `written` as the next number of an identifier; itself without one.
  mutating func identify(_ written: Quantity, as identifier: Int32?) -> Quantity {
    guard let identifier else { return written }
    let component = layout.identifiers[Int(identifier)].written.count
    layout.identifiers[Int(identifier)].written.append(written)
    return .identified(identifier, component: UInt8(truncatingIfNeeded: component), written: written)
  }
}

extension Complaint {
  static func duplicateIdentifier(_ name: String) -> Complaint {
    Complaint(.duplicateIdentifier, "this view has another '#\(name)'")
  }
}
