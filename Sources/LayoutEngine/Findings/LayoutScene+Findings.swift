import Geometry
import LayoutModel
public import LayoutSyntax

/// The code of everything that is solved as the file says and yet probably not meant.
public enum SceneFindingCode: String, ComplaintCode {
  case vanishedView = "W4011"
  case strangersOverlap = "W4012"
  case beforeTheScroll = "W4013"
  case missedWish = "W4014"
  case squeezedByOne = "W4015"
  case tookTheRoom = "W4016"
  case cutByTheEdge = "W4017"
  case behindTheScroll = "W4018"
}

extension LayoutScene {
  /// Finds what is solved as the file says and yet probably not meant: a view with content and no size, texts that
  /// overlap and say nothing of each other, and more. All findings are warnings, in document order.
  ///
  /// Nothing is solved for it, and nobody pays for it who does not ask. Cost: the rules times their depth; where views
  /// overlap, the pairs of them.
  public func findings() -> [Diagnostic] {
    guard hasFrames, let solved = lowered.last, solved.solution != nil else { return [] }
    var look = SceneLook(self, solved)
    var families = look.relatives()
    return look.vanishedViews() + look.overlaps(&families) + look.viewsBeforeScrolls() + look.viewsBehindScrolls()
      + look.missedWishes(&families)
      + look.squeezes() + look.takersOfRoom() + look.viewsCutByTheEdge()
  }
}

/// One look at a solved scene.
struct SceneLook {
  let layout: ResolvedLayout
  let facts: LayoutFacts
  let solved: LoweredScene
  let rects: [Rect]
  var lowering: Lowering
  /// By view: whether it and all around it are shown, with any opacity.
  let isSeen: [Bool]
  /// By view: whether something of it, or of a view in it, is to be seen: a text, or a stated content.
  let showsContent: [Bool]
  /// By view: the rules in force that name it, by index.
  let rulesByView: [[Int32]]

  init(_ scene: LayoutScene, _ solved: LoweredScene) {
    layout = scene.layout
    facts = scene.facts
    self.solved = solved
    rects = scene.rects
    lowering = scene.lowering(for: solved.structure, solved.naturals)
    let tree = scene.facts.tree
    var isSeen = [Bool](repeating: true, count: tree.count)
    for index in isSeen.indices {
      let content = scene.contents[index]
      let around = tree.parents[index] < 0 || isSeen[Int(tree.parents[index])]
      isSeen[index] = around && !content.isHidden && content.alpha > 0 && tree.kinds[index] != .guide
    }
    var showsContent = [Bool](repeating: false, count: tree.count)
    for index in showsContent.indices.reversed() where isSeen[index] {
      let natural = solved.naturals[index]
      let asks = natural.width > 0 || tree.kinds[index] == .input
      if asks, tree.kinds[index] != .image { showsContent[index] = true }
      if showsContent[index], tree.parents[index] >= 0 { showsContent[Int(tree.parents[index])] = true }
    }
    var rulesByView = [[Int32]](repeating: [], count: tree.count)
    for index in layout.rules.indices where lowering.holds(index) {
      layout.rules[index].forEachAnchor { anchor in
        if rulesByView[Int(anchor.view.index)].last != Int32(index) {
          rulesByView[Int(anchor.view.index)].append(Int32(index))
        }
      }
    }
    self.isSeen = isSeen
    self.showsContent = showsContent
    self.rulesByView = rulesByView
  }

  func place(of view: ViewID) -> Diagnostic.Place { layout.place(of: layout.views[view].origin) }
  func path(of view: ViewID) -> String { layout.views[view].path }
  func kind(of view: ViewID) -> ViewKind { facts.tree.kinds[view] }

  /// Views in document order, without the root.
  var views: [ViewID] { (1..<max(1, facts.tree.count)).map { ViewID(Int32($0)) } }

  /// Whether a rule of the file is in force and names no hidden view on its left.
  func isInForce(_ index: Int) -> Bool {
    lowering.holds(index) && isSeen[Int(layout.rules[index].item.view.index)]
  }

  // MARK: Views that have vanished

  /// A view in which something is to be seen, and which is 0 wide or high though nobody says so. Of views inside of
  /// each other the outermost is told.
  func vanishedViews() -> [Diagnostic] {
    var stated: Set<ViewID> = []
    for index in layout.rules.indices where isInForce(index) {
      let rule = layout.rules[index]
      if rule.item.attribute.isSize, rule.term == nil, case .literal(0) = rule.constant {
        stated.insert(rule.item.view)
      }
    }
    var found: [Diagnostic] = []
    var hasVanished = [Bool](repeating: false, count: facts.tree.count)
    for view in views where isSeen[view] {
      let (index, rect) = (Int(view.index), rects[view])
      let parent = Int(facts.tree.parents[index])
      let isGone = showsContent[index] && (rect.width < 1 / 64 || rect.height < 1 / 64)
      hasVanished[index] = isGone || hasVanished[parent]
      if !isGone, !hasVanished[parent], let crushed = crushed(view) { found.append(crushed) }
      guard isGone, !hasVanished[parent], !stated.contains(view) else { continue }
      // What scrolls gives way, and where both its ends are said it has the room that is there.
      if kind(of: view).isScroll, endsAreSaid(of: view, along: rect.width < 1 / 64 ? .x : .y) { continue }
      found.append(.vanished(path(of: view), isNarrow: rect.width < 1 / 64, at: place(of: view)))
    }
    return found
  }

  /// A text of which hardly anything is left: by feel, less than a character of a quarter that it asks for. What
  /// scrolls or is cut on purpose keeps more than that.
  private func crushed(_ view: ViewID) -> Diagnostic? {
    let (rect, natural) = (rects[view], solved.naturals[view])
    guard kind(of: view).hasText, showsContent[Int(view.index)] else { return nil }
    if rect.width < 12, rect.width * 4 < natural.width {
      return .crushed(path(of: view), to: rect.width, of: natural.width, isNarrow: true, at: place(of: view))
    }
    if rect.height < 8, rect.height * 2 < natural.height {
      return .crushed(path(of: view), to: rect.height, of: natural.height, isNarrow: false, at: place(of: view))
    }
    return nil
  }

  /// Whether the file says where a view begins and where it ends along an axis, or how long it is.
  ///
  /// - Parameter isExact: whether limits do not count.
  func endsAreSaid(of view: ViewID, along axis: Axis, byEqualities isExact: Bool = false) -> Bool {
    var ends: Set<AnchorAttribute> = []
    for index in rulesByView[Int(view.index)] where !isExact || layout.rules[Int(index)].comparison == .equal {
      let item = layout.rules[Int(index)].item
      guard item.view == view, item.attribute.axis == axis else { continue }
      if item.attribute.isSize { return true }
      ends.insert(item.attribute)
    }
    return ends.count > 1
  }

  // MARK: Content that cannot be scrolled to

  func viewsBeforeScrolls() -> [Diagnostic] {
    facts.scrollViews.flatMap { scroll -> [Diagnostic] in
      guard isSeen[scroll] else { return [] }
      return facts.tree.children(of: scroll).compactMap { child in
        let rect = rects[child]
        guard isSeen[child], rect.width > 0, rect.height > 0, rect.x < -0.5 || rect.y < -0.5 else {
          return nil
        }
        return .beforeTheScroll(
          path(of: child), in: path(of: scroll), isAbove: rect.y < -0.5, at: place(of: child))
      }
    }
  }

  /// Of every scroll view the view that ends farthest behind the end of what is scrolled.
  mutating func viewsBehindScrolls() -> [Diagnostic] {
    facts.scrollViews.compactMap { scroll in
      let axis = kind(of: scroll) == .hscroll ? Axis.x : .y
      let content = Anchor(scroll, .scrollContent, axis == .x ? .width : .height)
      guard isSeen[scroll], let length = lowering.size(of: content, in: solved.solver) else { return nil }
      func end(_ view: ViewID) -> Points {
        let rect = rects[view]
        return axis == .x ? rect.x + rect.width : rect.y + rect.height
      }
      let last = facts.tree.children(of: scroll).filter { child in
        let rect = rects[child]
        return isSeen[child] && rect.width > 0 && rect.height > 0
      }.max { end($0) < end($1) }
      guard let last, end(last) > length + 0.5 else { return nil }
      return .behindTheScroll(
        path(of: last), by: end(last) - length, in: path(of: scroll), isBelow: axis == .y, at: place(of: last))
    }
  }

  // MARK: Wishes that are missed

  /// Constraints from `@high` up that do not come true. Where a limit leaves no room to the view, or to one that
  /// it is tied to, it is meant to be outdone: `width == super.width @high` beside `width <= 960`. An aspect carries a
  /// limit over to the other axis.
  mutating func missedWishes(_ families: inout Families) -> [Diagnostic] {
    let wishes = layout.rules.indices.filter { index in
      let priority = layout.rules[index].priority
      return priority >= NamedPriority.high && priority < NamedPriority.required && isInForce(index)
    }
    if wishes.isEmpty { return [] }
    let limits = tightLimits(&families)
    var found: [Diagnostic] = []
    var told: Set<Origin> = []
    for index in wishes {
      let rule = layout.rules[index]
      let excess = self.excess(of: index)
      var isLimited = false
      rule.forEachAnchor { anchor in
        let limit = Limit(family: families.root(of: anchor.view), axis: anchor.attribute.axis)
        isLimited = isLimited || limits.contains(limit)
      }
      guard excess > 0.5, !isLimited, told.insert(rule.origin).inserted else { continue }
      found.append(
        .missedWish(
          layout.relation(of: rule), of: path(of: rule.item.view), by: excess, because: sizer(missing: rule),
          at: layout.place(of: rule.origin)))
    }
    return found
  }

  /// The words about the view that makes a stack as wide (a row: as high) as itself, where that is what a wish about
  /// the stack wishes otherwise.
  private func sizer(missing wish: Rule) -> String? {
    let stack = wish.item.view
    guard let axis = solved.structure.stackAxes[stack]?.other,
      wish.item.attribute == (axis == .x ? .width : .height), let child = sizingChild(of: stack, along: axis)?.0
    else { return nil }
    let length = length(of: child, axis).words
    return "'\(path(of: child))' makes '\(path(of: stack))' \(length) \(axis == .x ? "wide" : "high"); "
      + "put it into a `view` of its own, or say `items center`"
  }

  /// Views that belong together, and an axis along which a required inequality of theirs leaves no room.
  private struct Limit: Hashable {
    var family: Int32
    var axis: Axis
  }

  private mutating func tightLimits(_ families: inout Families) -> Set<Limit> {
    var limits: Set<Limit> = []
    var turned: Set<Int32> = []
    for index in layout.rules.indices where lowering.holds(index) {
      let rule = layout.rules[index]
      if let term = rule.term, term.anchor.attribute.axis != rule.item.attribute.axis {
        turned.insert(families.root(of: rule.item.view))
      }
      guard rule.priority >= NamedPriority.required, rule.comparison != .equal else { continue }
      lowering.makeForm(of: index)
      guard lowering.form.value(in: solved.solver).magnitude < 0.5 else { continue }
      rule.forEachAnchor { anchor in
        limits.insert(Limit(family: families.root(of: anchor.view), axis: anchor.attribute.axis))
      }
    }
    for limit in limits where turned.contains(limit.family) {
      limits.insert(Limit(family: limit.family, axis: limit.axis.other))
    }
    return limits
  }

  /// By how many points a rule is missed; 0 where it holds.
  private mutating func excess(of index: Int) -> Double {
    lowering.makeForm(of: index)
    let value = lowering.form.value(in: solved.solver)
    switch layout.rules[index].comparison {
    case .equal: return value.magnitude
    case .atMost: return max(0, value)
    case .atLeast: return max(0, 0 - value)
    }
  }
}

extension Diagnostic {
  private init(
    _ code: SceneFindingCode, _ message: String, of view: String, at place: Place, _ notes: [Note]
  ) {
    self.init(code.code, .warning, message, at: place, notes: notes)
    self.view = view
  }

  fileprivate static func vanished(_ view: String, isNarrow: Bool, at place: Place) -> Diagnostic {
    let (side, axis) = isNarrow ? ("wide", "width") : ("high", "height")
    return Diagnostic(
      .vanishedView, "'\(view)' shows something and is 0 \(side)", of: view, at: place,
      [Note("help: give it a \(axis), or let what is in it reach its edges; `framewire explain` says what decides it")])
  }

  fileprivate static func beforeTheScroll(
    _ view: String, in scroll: String, isAbove: Bool, at place: Place
  ) -> Diagnostic {
    let (side, edge) = isAbove ? ("above", "top") : ("left of", "left")
    return Diagnostic(
      .beforeTheScroll, "'\(view)' stands \(side) the beginning of '\(scroll)', where nobody can scroll to", of: view,
      at: place,
      [Note("help: let it begin at 0, as in `\(edge) 0`, and the content reach further instead")])
  }

  fileprivate static func behindTheScroll(
    _ view: String, by length: Double, in scroll: String, isBelow: Bool, at place: Place
  ) -> Diagnostic {
    let (side, edge) = isBelow ? ("below", "bottom") : ("right of", "trailing")
    return Diagnostic(
      .behindTheScroll,
      "'\(view)' ends \(length.words) \(side) the end of what '\(scroll)' scrolls, where nobody can scroll to",
      of: view, at: place,
      [Note("help: let the content reach as far, by `\(edge) <= super.\(edge)` on it, or `\(edge) 0`")])
  }

  fileprivate static func crushed(
    _ view: String, to length: Double, of natural: Double, isNarrow: Bool, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .vanishedView, "'\(view)' shows \(length.words) of its text's \(natural.words)", of: view, at: place,
      [
        Note(
          "help: its neighbours leave it no room; `noshrink \(isNarrow ? "x" : "y")` or another limit keeps it, "
            + "`framewire explain \(view)` says what decides it")
      ])
  }

  fileprivate static func missedWish(
    _ relation: String, of view: String, by excess: Double, because reason: String?, at place: Place
  ) -> Diagnostic {
    let help = reason ?? "`framewire explain \(view)` says what outdoes it; lower it below @high if that is meant"
    return Diagnostic(
      .missedWish, "'\(relation)' is missed by \(excess.words)", of: view, at: place, [Note("help: " + help)])
  }

  static func tookTheRoom(
    _ stack: String, _ length: Double, around content: Double, of scroll: String, isHigh: Bool, at place: Place
  ) -> Diagnostic {
    let (side, end, size) = isHigh ? ("high", "bottom", "height") : ("wide", "right", "width")
    return Diagnostic(
      .tookTheRoom,
      "'\(stack)' is \(length.words) \(side) and what is in it \(content.words): it has the room that '\(scroll)' leaves",
      of: stack, at: place,
      [
        Note(
          "help: end what '\(scroll)' scrolls with a `spacer`, or by `\(end) <= super.\(end)`; or say how \(side) "
            + "'\(stack)' is, as in `\(size) \(content.words)`")
      ])
  }

  static func cutByTheEdge(_ view: String, by length: Double, at place: Place) -> Diagnostic {
    Diagnostic(
      .cutByTheEdge, "'\(view)' is cut by the edge of the scene: \(length.words) of it cannot be seen", of: view,
      at: place,
      [
        Note(
          "help: `framewire explain \(view)` says what holds it there; a `vscroll` around it makes room on any screen")
      ])
  }

  static func goesOnBelow(_ view: String, by length: Double, _ edge: String, at place: Place) -> Diagnostic {
    let edge = edge == "root" ? "the scene" : edge == view ? "its own edge" : "'\(edge)', which clips"
    return Diagnostic(
      .cutByTheEdge, "'\(view)' goes on \(length.words) below \(edge), where nobody sees it", of: view, at: place,
      [Note("help: put it into a scroll view, as in `vscroll page fill { … }`; or let it be no longer")])
  }

  static func strangersOverlap(_ first: String, _ second: String, other: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .strangersOverlap, "'\(second)' covers '\(first)', and nothing says how they stand to each other", of: second,
      at: place,
      [
        Note("this is covered", at: other),
        Note("help: say so, as in `below \(first.lastNameOfPath) gap 8` or `top >= …bottom + 8`"),
      ])
  }

  static func squeezed(
    by child: String, to length: Double, _ stack: String, _ other: String, asking natural: Double, isColumn: Bool,
    at place: Place
  ) -> Diagnostic {
    let (side, axis) = isColumn ? ("wide", "width") : ("high", "height")
    return Diagnostic(
      .squeezedByOne, "'\(child)' makes '\(stack)' \(length.words) \(side), and '\(other)' asks for \(natural.words)",
      of: child, at: place,
      [Note("help: `items center` leaves each view its own \(axis); or say how \(side) '\(stack)' is")])
  }
}
