/// The number of an identifier: its index in `ResolvedLayout.identifiers`.
package struct IdentifierID: Hashable, Sendable {
  let index: Int32
}

/// The identifiers of a layout while it is built.
struct IdentifierTable: Sendable {
  /// (view, name) → identifier, to find names given twice.
  fileprivate var known = PairTable()
  /// By identifier: its branch.
  fileprivate var branches: [BranchID] = []
}

/// The numbers of a placement or constraint, which an `#id` makes addressable.
extension LayoutBuilder {
  /// Declares an identifier of a view; nil after a complaint. Its numbers are those of the placement or constraint that
  /// it is handed to.
  ///
  /// - Parameter origin: where the name is written.
  package mutating func identifier(
    _ name: NameID, of view: ViewID, in branch: BranchID = .always, at origin: Origin
  ) -> IdentifierID? {
    if let earlier = identifiers.known[view.index, name.index] {
      // Two branches that exclude each other may use one name: it means whichever holds.
      let other = identifiers.branches[Int(earlier)]
      if isInside(branch, other) || isInside(other, branch) {
        let place = layout.place(of: layout.identifiers[Int(earlier)].origin)
        report(
          .duplicateIdentifier(names.text(of: name)), at: origin, notes: [.init("given here before", at: place)])
        return nil
      }
    }
    guard spend(on: .parts, at: origin), spend(names.length(of: name), on: .names, at: origin) else { return nil }
    let index = Int32(layout.identifiers.count)
    identifiers.known[view.index, name.index] = index
    identifiers.branches.append(branch)
    layout.identifiers.append(Identifier(name: names.text(of: name), view: view, written: [], origin: origin))
    return IdentifierID(index: index)
  }

  /// Makes `written` the next number of an identifier; without an identifier it stays as it is.
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
