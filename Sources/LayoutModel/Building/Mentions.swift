import Geometry

/// What clauses speak of: the axes about which a view's line, body or branch says something. A placement leaves to the
/// other clauses what they speak of, also to those behind it. So this has to be known of all clauses before any is
/// placed.
package struct Mentions: OptionSet, Sendable {
  /// A bit for each thing that can be spoken of.
  package let rawValue: Int32

  /// Mentions by their bits.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  static let xPosition = Mentions(rawValue: 1)
  static let yPosition = Mentions(rawValue: 2)
  static let xSize = Mentions(rawValue: 4)
  static let ySize = Mentions(rawValue: 8)
  /// `fill <=`, and `fill >=`.
  package static let fillAtMost = Mentions(rawValue: 16)
  static let pin = Mentions(rawValue: 32)

  static let positions: Mentions = [.xPosition, .yPosition]

  /// What a clause mentions that says where its view stands on an axis: `x`, `y`, `align`, `dock`, an edge, a centre.
  package static func position(_ axis: Axis) -> Mentions { axis == .x ? .xPosition : .yPosition }
  /// What a clause mentions that says how large its view is on an axis.
  package static func size(_ axis: Axis) -> Mentions { axis == .x ? .xSize : .ySize }
  /// What `size` mentions.
  package static let sizes: Mentions = [.xSize, .ySize]

  /// What `fill` and `center` mention; the axis is nil for both axes.
  package static func positions(_ axis: Axis?) -> Mentions { axis.map { .position($0) } ?? .positions }
  /// What `fill` mentions; the axis is nil for both axes.
  package static func fill(_ axis: Axis?, isEqual: Bool) -> Mentions {
    isEqual ? positions(axis) : positions(axis).union(.fillAtMost)
  }
  /// What `pin` mentions, with a size behind it or without.
  package static func pin(_ point: PointOfRect, hasSize: Bool = false) -> Mentions {
    var result: Mentions = hasSize ? [.pin, .sizes] : .pin
    for attribute in point.attributes { result.insert(.position(attribute.axis)) }
    return result
  }
  /// What `at` mentions, with a size or without.
  package static func at(hasSize: Bool) -> Mentions { hasSize ? [.positions, .sizes] : .positions }
  /// What a constraint mentions that begins with this anchor of the view's own.
  package static func constraint(on attribute: AnchorAttribute) -> Mentions {
    attribute.isSize ? .size(attribute.axis) : .position(attribute.axis)
  }
}

extension LayoutBuilder {
  /// Says what the coming clauses of a view, in a branch, speak of.
  package mutating func mention(_ said: Mentions, by view: ViewID, in branch: BranchID = .always) {
    if said.isEmpty { return }
    if branch == .always {
      views.drafts[view].mentions.formUnion(said)
    } else {
      let before = views.mentions[view.index, branch.index] ?? 0
      views.mentions[view.index, branch.index] = before | said.rawValue
    }
  }

  /// What the view's clauses in this branch and those around it speak of.
  package mutating func mentioned(_ view: ViewID, in branch: BranchID) -> Mentions {
    var said = views.drafts[view].mentions
    var current = branch
    while current != .always {
      said.formUnion(Mentions(rawValue: views.mentions[view.index, current.index] ?? 0))
      current = branches.all[Int(current.index)].parent
    }
    return said
  }
}
