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

  /// Makes `written` the next number of an identifier; without an identifier, or after a complaint, it stays as it is.
  mutating func identify(_ written: Quantity, as identifier: IdentifierID?) -> Quantity {
    guard let identifier else { return written }
    let depth = depthInRecords(of: written)
    guard depth == 0 || depth <= depthInRecords(of: layout.identifiers[Int(identifier.index)].view) else {
      let declared = layout.identifiers[Int(identifier.index)]
      report(.differsByRecord(declared.name), at: declared.origin)
      return written
    }
    let component = layout.identifiers[Int(identifier.index)].written.count
    layout.identifiers[Int(identifier.index)].written.append(written)
    return .identified(identifier.index, component: UInt8(truncatingIfNeeded: component), written: written)
  }
}

extension LayoutBuilder {
  /// How many repetitions over records a view stands in.
  func depthInRecords(of view: ViewID) -> Int {
    var current: ViewID? = view
    while let around = current {
      let draft = views.drafts[around]
      if draft.repetition >= 0 { return depth(of: draft.repetition) }
      current = draft.parent
    }
    return 0
  }

  /// How many repetitions there are around the innermost record that a number is of, with that record's own.
  private func depthInRecords(of quantity: Quantity) -> Int {
    if layout.fieldVariables.isEmpty { return 0 }
    return switch quantity {
    case .literal, .pixels: 0
    case .variable(let variable): layout.field(behind: variable).map { depth(of: $0.repetition) } ?? 0
    case .identified(_, _, let written): depthInRecords(of: written)
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      max(depthInRecords(of: left), depthInRecords(of: right))
    }
  }

  private func depth(of repetition: Int32) -> Int {
    sequence(first: repetition) { layout.repetitions[Int($0)].outer }.prefix { $0 >= 0 }.count
  }
}

extension Complaint {
  static func duplicateIdentifier(_ name: String) -> Complaint {
    Complaint(.duplicateIdentifier, "this view has another '#\(name)'")
  }

  static func differsByRecord(_ name: String) -> Complaint {
    Complaint(
      .duplicateIdentifier, "this view would have a '#\(name)' for each record",
      help: ["help: give the '#\(name)' to a clause of a view that stands in the 'for', or leave it out"])
  }
}
