import Geometry
import LayoutSyntax

/// A setting of which only the whole layout tells whether anything reads it.
struct DoubtfulSetting {
  enum Sort {
    /// `hug`, `grow` and their kind: for a view whose content has a natural size. A scroll view has one along the axis
    /// that it scrolls; nil: both axes are meant. In a flow with `justify fill` it says who takes what is left.
    case contentWish(Axis?, mayBeName: Bool)
    /// `gapAfter`: for a view in a stack or list, or in a drawer from which views are put into one.
    case gapAfter
    /// `animate`: for a list, its header and its footer.
    case animation
    /// `self`: for a view in a stack, flow or grid.
    case ownAlignment
    /// `span`, `cell`: for a view in a grid.
    case gridPlace
    /// `margins`: for a view whose margins something asks for.
    case margins
    /// `center`: for a view that its stack does not make as wide, or as high, as itself. Nil: both axes are meant.
    case center(Axis?)
    /// `leading` or `trailing` as a place across a row, where it means its top or its bottom: for a stack that turns.
    case sideAcrossRow(ItemsAlignment)
    /// `borderColor`: for a view that says, at least in a branch, how wide its border is.
    case borderColour
  }

  var sort: Sort
  /// The word as it is written.
  var word: String
  var view: ViewID
  var origin: Origin

  init(_ sort: Sort, _ word: String, _ view: ViewID, _ origin: Origin) {
    self.sort = sort
    self.word = word
    self.view = view
    self.origin = origin
  }
}

/// Tells of settings that the kind of their view does not read. Nobody should have to find out by looking at frames.
extension LayoutResolver {
  /// Looks whether a property is read by views of its kind, now or when all is known.
  mutating func noteReaders(of property: PropertyDescription, _ node: SyntaxNode, _ file: Int32, _ seat: Seat) {
    let kind = kind(of: seat.view)
    if let readers = property.readers, !readers.contains(kind) {
      report(.unreadSetting("\(property.name):", of: kind, readers: readers), at: node, in: file)
    }
    switch property.name {
    case "gapAfter": note(.gapAfter, "gapAfter:", seat)
    case "animate": note(.animation, "animate:", seat)
    case "borderColor": note(.borderColour, node.text, seat)
    default: break
    }
  }

  /// Takes note of where views stand across their line, if in a row that means an edge that the word is not of.
  mutating func noteSide(_ alignment: ItemsAlignment, _ clause: String, _ seat: Seat) {
    if alignment == .leading || alignment == .trailing { note(.sideAcrossRow(alignment), clause, seat) }
  }

  /// Takes note of a setting for `warnOfUnreadSettings()`. No edit of a literal changes who reads it.
  mutating func note(_ sort: DoubtfulSetting.Sort, _ word: String, _ seat: Seat) {
    if following.isReadingAgain { return }
    later.doubtfulSettings.append(DoubtfulSetting(sort, word, seat.view, seat.origin))
  }

  /// Reports the settings that nothing reads, when everything is known, and spacers that take no room.
  mutating func warnOfUnreadSettings() {
    for view in builder.views.drafts where view.kind == .spacer {
      guard let parent = view.parent, kind(of: parent).packsViews else { continue }
      builder.report(.spacerWithoutRoom(kind(of: parent)), at: view.origin)
    }
    if later.doubtfulSettings.isEmpty { return }
    var hidden: Set<ViewID> = []
    var stated: Set<ViewID> = []
    // Those that have something to say of where they, or their views, stand across a stack.
    var aligned: Set<ViewID> = []
    var bordered: Set<ViewID> = []
    // Stacks that are a column at times, and flows that give what is left of a line to their views.
    var (turning, filling): (Set<ViewID>, Set<ViewID>) = ([], [])
    for setting in builder.layout.settings {
      switch setting.setting {
      case .hidden: hidden.insert(setting.view)
      case .intrinsicSize: stated.insert(setting.view)
      case .property(name: "border", _): bordered.insert(setting.view)
      case .items, .ownAlignment: aligned.insert(setting.view)
      case .automaticAxis, .turned:
        aligned.insert(setting.view)
        turning.insert(setting.view)
      case .justify(.fill): filling.insert(setting.view)
      default: break
      }
    }
    var askedMargins: Set<ViewID>?
    for doubtful in later.doubtfulSettings {
      let (kind, parent) = (kind(of: doubtful.view), parent(of: doubtful.view))
      let around = self.kind(of: parent)
      let complaint: Complaint?
      switch doubtful.sort {
      case .contentWish(let axis, let mayBeName):
        let isRead = kind.hasText || kind == .image || stated.contains(doubtful.view)
        let scrolled: Axis = kind == .hscroll ? .x : .y
        let line: Axis? = around == .hflow ? .x : around == .vflow ? .y : nil
        let isAlongLine = line.map { (axis ?? $0) == $0 } ?? false
        if isAlongLine, ["grow", "hug", "nogrow", "exact"].contains(doubtful.word), filling.contains(parent) {
          complaint = nil
        } else if isAlongLine, doubtful.word == "grow", !hidden.contains(parent), !mayBeName || isRead {
          complaint = .growthWithoutFill(around, line ?? .x)
        } else if isRead || kind.isScroll && axis.map({ $0 == scrolled }) ?? true {
          complaint = nil
        } else if kind.isScroll {
          complaint = .unreadSetting(doubtful.word, of: kind, where: "along the axis that it scrolls, \(scrolled)")
        } else {
          var wish = Complaint.wishWithoutContent(doubtful.word, of: kind)
          if mayBeName { wish.takeAsName(doubtful.word) }
          complaint = wish
        }
      case .gapAfter:
        let isRead = around.arrangesViews && around != .grid || hidden.contains(parent)
        complaint = isRead ? nil : .unreadSetting(doubtful.word, of: kind, where: "in a stack, a list or a flow")
      case .ownAlignment:
        let isRead = around.isStack || around.packsViews || hidden.contains(parent)
        complaint = isRead ? nil : .unreadSetting(doubtful.word, of: kind, where: "in a stack, a flow or a grid")
      case .gridPlace:
        let isRead = around == .grid || hidden.contains(parent)
        complaint = isRead ? nil : .unreadSetting(doubtful.word, of: kind, where: "in a grid")
      case .margins:
        let asked = askedMargins ?? builder.layout.viewsAskedForMargins
        askedMargins = asked
        complaint = asked.contains(doubtful.view) ? nil : .marginsOfNobody(kind)
      case .center(let axis):
        let across: Axis = around == .vstack ? .x : .y
        let isFilled = around.isStack && !aligned.contains(parent) && !aligned.contains(doubtful.view)
        let isRead = !isFilled || axis ?? across != across || hidden.contains(parent)
        complaint = isRead ? nil : .centerInFilledStack(around, across, alone: axis != nil)
      case .sideAcrossRow(let side):
        let row = doubtful.word == "self" ? parent : doubtful.view
        let isRead = !self.kind(of: row).isRow || turning.contains(row) || hidden.contains(row)
        complaint = isRead ? nil : .columnWordInRow(doubtful.word, side, self.kind(of: row))
      case .borderColour:
        complaint = bordered.contains(doubtful.view) ? nil : .colourWithoutBorder(doubtful.word, of: kind)
      case .animation:
        let name = builder.views.drafts[doubtful.view].name.map { builder.names.text(of: $0) }
        let isRead = kind == .list || around == .list && (name == "header" || name == "footer")
        complaint =
          isRead ? nil : .unreadSetting(doubtful.word, of: kind, where: "on a list, its 'header' and 'footer'")
      }
      if let complaint { builder.report(complaint, at: doubtful.origin) }
    }
  }
}

extension Complaint {
  static func unreadSetting(_ word: String, of kind: ViewKind, readers: [ViewKind]) -> Complaint {
    let names = readers.map(\.rawValue)
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names.last! : names[0]
    // A clause stands in quotes, and a sentence does not.
    let subject = word.contains(" in ") ? word : "'\(word)'"
    return Complaint(
      .unreadSetting, "\(subject) has no effect on a \(kind.rawValue)", replacement: "",
      help: ["help: it says something of \(list)"])
  }

  static func unreadSetting(_ word: String, of kind: ViewKind, where: String) -> Complaint {
    Complaint(
      .unreadSetting, "'\(word)' has no effect on this \(kind.rawValue)", replacement: "",
      help: ["help: it says something \(`where`)"])
  }

  static func spacerWithoutRoom(_ around: ViewKind) -> Complaint {
    Complaint(
      .unreadSetting, "a spacer is an empty view in a \(around.rawValue), and takes nothing that is left",
      help: ["help: where the room goes that views leave is said by 'justify'"])
  }

  static func marginsOfNobody(_ kind: ViewKind) -> Complaint {
    let help =
      kind.arrangesViews || kind.isScroll
      ? "a \(kind.rawValue) keeps what is in it away from its edges by 'inset'"
      : "what is in it says that it fills them, as in `fill margins`"
    return Complaint(
      .unreadSetting, "'margins' has no effect on this \(kind.rawValue): nothing asks for them",
      help: ["help: \(help)"])
  }

  /// - Parameter alone: whether it is about this axis alone, so that nothing is left of it.
  static func centerInFilledStack(_ stack: ViewKind, _ across: Axis, alone: Bool) -> Complaint {
    let size = across == .x ? "wide" : "high"
    return Complaint(
      .unreadSetting,
      "'center' has no effect along \(across) in a \(stack.rawValue), which makes its views as \(size) as itself",
      replacement: alone ? "self center" : nil,
      help: ["help: `self center` leaves the view its own size, `items center` all views of the stack"])
  }

  static func growthWithoutFill(_ flow: ViewKind, _ axis: Axis) -> Complaint {
    Complaint(
      .unreadSetting,
      "'grow' has no effect along \(axis) in a \(flow.rawValue) whose lines leave what they have left",
      replacement: "",
      help: ["help: with `justify fill` the \(flow.rawValue) gives that to its views, or to those that say `grow`"])
  }

  /// `hstack items trailing`: in a row the word means an edge across it, and what is meant is rather its end.
  static func columnWordInRow(_ clause: String, _ side: ItemsAlignment, _ kind: ViewKind) -> Complaint {
    let meant: ItemsAlignment = side == .leading ? .top : .bottom
    let help =
      switch kind {
      case .grid: "where views stand across their columns says `\(clause) x \(side)`"
      case .hstack:
        clause == "self"
          ? "where a view goes along it says a `spacer` before it or behind it"
          : "where its views go along it says a `spacer`, before the first or behind the last"
      default: "where its views go along their line says `justify \(side)`"
      }
    return Complaint(
      .unreadSetting, "'\(clause)' is about the height of a \(kind.rawValue), where '\(side)' is '\(meant)'",
      replacement: kind == .grid ? "\(clause) x \(side)" : "\(clause) \(meant)", help: ["help: " + help])
  }

  static func colourWithoutBorder(_ written: String, of kind: ViewKind) -> Complaint {
    Complaint(
      .unreadSetting, "'borderColor:' has no effect on this \(kind.rawValue), which has no border",
      replacement: "border: 1 \(written)", help: ["help: 'border:' says how wide it is"])
  }

  static func wishWithoutContent(_ word: String, of kind: ViewKind) -> Complaint {
    Complaint(
      .unreadSetting, "'\(word)' has no effect on a \(kind.rawValue), which has no natural size", replacement: "",
      help: ["help: where somebody else draws its content, say how large that is with 'intrinsic'"])
  }
}

extension ViewKind {
  /// Whether views stand beside each other in it, so that across it is up and down.
  var isRow: Bool { self == .hstack || self == .hflow || self == .grid }
}

extension ResolvedLayout {
  /// The views whose guides `margins` or `readable` a rule, a condition or a test speaks of.
  fileprivate var viewsAskedForMargins: Set<ViewID> {
    var asked: Set<ViewID> = []
    func ask(_ anchor: Anchor) {
      if anchor.guide == .margins || anchor.guide == .readable { asked.insert(anchor.view) }
    }
    for rule in rules {
      ask(rule.item)
      for term in rule.terms { ask(term.anchor) }
    }
    for condition in conditions { condition.forEachAnchor(ask) }
    for configuration in configurations { configuration.when?.forEachAnchor(ask) }
    for step in tests.lazy.flatMap(\.steps) {
      guard case .expect(let expectation) = step.action else { continue }
      for question in expectation.questions {
        switch question {
        case .holds(let condition, _): condition.forEachAnchor(ask)
        case .relation(let relation):
          for part in relation.left.parts + relation.right.parts { for term in part.terms { ask(term.anchor) } }
        default: break
        }
      }
    }
    return asked
  }
}
