/// Index of an identifier in `ResolvedLayout.identifiers`.
package struct IdentifierID: Hashable, Sendable {
  let index: Int32
}

/// The identifiers of a layout while it is built.
struct IdentifierTable: Sendable {
  /// (view, name) → identifier, to find names given twice.
  fileprivate var known = PairTable()
  /// The branch of each identifier.
  fileprivate var branches: [BranchID] = []
}

/// Numbers of a placement that an `#id` makes addressable.
extension LayoutBuilder {
  /// A new identifier of a view; nil after a complaint. Its numbers are those of what it is handed on to.
  ///
  /// - Parameter origin: where the name stands.
  package mutating func identifier(
    _ name: NameID, of view: ViewID, in branch: BranchID = .always, at origin: Origin
  ) -> IdentifierID? {
    if let earlier = identifiers.known[view.index, name.index] {
      // In two branches that exclude each other it names whichever holds.
      let other = identifiers.branches[Int(earlier)]
      if isInside(branch, other) || isInside(other, branch) {
        let place = layout.place(of: layout.identifiers[Int(earlier)].origin)
        report(
          .duplicateIdentifier(names.text(of: name)), at: origin, notes: [.init("given here before", at: place)])
        return nil
      }
    }
    let index = Int32(layout.identifiers.count)
    identifiers.known[view.index, name.index] = index
    identifiers.branches.append(branch)
    layout.identifiers.append(Identifier(name: names.text(of: name), view: view, written: [], origin: origin))
    return IdentifierID(index: index)
  }

  /// `written` as the next number of an identifier; itself without one.
  mutating func identify(_ written: Quantity, as identifier: IdentifierID?) -> Quantity {
    guard let identifier else { return written }
    let component = layout.identifiers[Int(identifier.index)].written.count
    layout.identifiers[Int(identifier.index)].written.append(written)
    return .identified(identifier.index, component: UInt8(truncatingIfNeeded: component), written: written)
  }
}

extension Complaint {
  static func duplicateIdentifier(_ name: String) -> Complaint {
    Complaint(.duplicateIdentifier, "this view has another '#\(name)'")
  }
}
