import Geometry
import LayoutModel
import LayoutSyntax

/// Siblings that cover each other though nothing says how they stand to each other.
///
/// Only texts and what is pressed or written in are looked at, alone or in stacks: a box over a box is a sheet or a
/// background as often as a mistake. A text counts where its letters are, not where its view ends. Views that rules
/// tie to each other, also by way of other views, are left in peace.
extension SceneLook {
  func overlaps(_ families: inout Families) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for parent in [ViewID.root] + views where isSeen[parent] {
      let kind = kind(of: parent)
      if kind.arrangesViews { continue }
      let pieces = pieces(in: parent)
      var told: Set<[ViewID]> = []
      for (index, second) in pieces.enumerated() {
        for first in pieces[..<index] where first.child != second.child {
          guard first.rect.overlaps(second.rect, byMoreThan: 1), !told.contains([first.child, second.child]),
            families.root(of: first.child) != families.root(of: second.child)
          else { continue }
          told.insert([first.child, second.child])
          found.append(
            .strangersOverlap(
              path(of: first.child), path(of: second.child), other: place(of: first.child), at: place(of: second.child))
          )
        }
        if found.count >= Self.mostOverlaps { return found }
      }
    }
    return found
  }

  /// How many are told: who has more has forgotten something that one of these tells.
  private static let mostOverlaps = 20
  /// How many pieces of a parent are compared with each other. A page with more is a table, and its pairs too many.
  private static let mostPieces = 400

  /// Something to be read, pressed or written in.
  private struct Piece {
    /// The child of the parent in question that it is, or stands in.
    var child: ViewID
    /// In the space of that parent.
    var rect: Rect
  }

  private func pieces(in parent: ViewID) -> [Piece] {
    var pieces: [Piece] = []
    func add(_ view: ViewID, of child: ViewID, x: Points, y: Points) {
      let index = Int(view.index)
      guard isSeen[index], pieces.count < Self.mostPieces else { return }
      let rect = rects[index]
      switch kind(of: view) {
      case .button, .input, .label:
        guard showsContent[index], rect.width > 0, rect.height > 0 else { return }
        let letters =
          kind(of: view) == .label ? letters(of: view) : Rect(x: 0, y: 0, width: rect.width, height: rect.height)
        pieces.append(
          Piece(
            child: child,
            rect: Rect(
              x: x + rect.x + letters.x, y: y + rect.y + letters.y, width: letters.width, height: letters.height)))
      case .vstack, .hstack:
        for inner in facts.tree.children(of: view) { add(inner, of: child, x: x + rect.x, y: y + rect.y) }
      default: return
      }
    }
    for child in facts.tree.children(of: parent) { add(child, of: child, x: 0, y: 0) }
    return pieces
  }

  /// Where the letters of a label are in it.
  func letters(of view: ViewID) -> Rect {
    let (rect, natural) = (rects[view], solved.naturals[view])
    let width = min(rect.width, natural.width)
    let height = min(rect.height, natural.height)
    var alignment = "leading"
    for setting in layout.views[view].settings {
      if case .property(name: "align", .word(let word)) = layout.settings[Int(setting)].setting { alignment = word }
    }
    if solved.structure.isRightToLeft(view), alignment != "center" {
      alignment = alignment == "leading" ? "trailing" : "leading"
    }
    let free = rect.width - width
    let x = alignment == "leading" ? 0 : alignment == "center" ? free / 2 : free
    return Rect(x: x, y: (rect.height - height) / 2, width: width, height: height)
  }

  /// Siblings that rules tie to each other, or views in them.
  func relatives() -> Families {
    var families = Families(count: facts.tree.count)
    for index in layout.rules.indices where lowering.holds(index) {
      let rule = layout.rules[index]
      for term in rule.terms { families.join(rule.item.view, term.anchor.view, facts.tree) }
    }
    return families
  }
}

/// Which views belong together: a forest with shortened paths.
struct Families {
  private var parents: [Int32]

  init(count: Int) { parents = (0..<Int32(count)).map { $0 } }

  mutating func root(of view: ViewID) -> Int32 {
    var root = view.index
    while parents[Int(root)] != root {
      parents[Int(root)] = parents[Int(parents[Int(root)])]
      root = parents[Int(root)]
    }
    return root
  }

  /// Joins the two siblings in which two views stand.
  mutating func join(_ first: ViewID, _ second: ViewID, _ tree: ViewTree) {
    var (left, right) = (first.index, second.index)
    // Numbers grow downwards, so the larger of two is never around the other.
    while left != right {
      let (leftParent, rightParent) = (tree.parents[Int(left)], tree.parents[Int(right)])
      if leftParent == rightParent { break }
      if left > right { left = leftParent } else { right = rightParent }
    }
    if left == right { return }
    parents[Int(root(of: ViewID(left)))] = root(of: ViewID(right))
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect, byMoreThan slack: Points) -> Bool {
    min(x + width, other.x + other.width) - max(x, other.x) > slack
      && min(y + height, other.y + other.height) - max(y, other.y) > slack
  }
}
