/// A view while its layout is built.
struct ViewDraft: Sendable {
  /// The name; nil for an unnamed view.
  var name: NameID?
  var kind: ViewKind
  /// The view around this one; nil for the root.
  var parent: ViewID?
  /// The place among the parent's children.
  var index: Int32 = 0
  /// For an unnamed view: which one of its kind in its parent it is, from 1; else 0.
  var ordinal: Int32 = 0
  /// Of its path and its name, which are kept as texts.
  var pathBytes: Int32 = 0
  /// How many children it has so far.
  var childCount: Int32 = 0
  /// The branch of its first declaration.
  var branch: BranchID
  /// Where its kind and name are first written.
  var origin: Origin
  /// The view of the instance in whose component this view is written; the root for the layout's own text.
  var owner = ViewID.root
  /// The component that this view is an instance of; -1 for none.
  var component: Int32 = -1
  /// The repetition over records that it stands in directly; -1 for none.
  var repetition: Int32 = -1
  /// What its clauses outside branches speak of.
  var mentions: Mentions = []
}

/// The views of a layout while it is built.
struct ViewTable: Sendable {
  /// The drafts in order of declaration. That is preorder, unless a branch adds to a view that another one declared.
  var drafts: [ViewDraft]
  /// (parent, name) → view.
  var children = PairTable()
  /// (parent, kind and ordinal) → unnamed view; (parent, kind) → how many there are.
  var unnamed = PairTable()
  /// (view, branch) → `Mentions` of clauses in that branch.
  var mentions = PairTable()
  /// Declarations of views behind their first ones, in document order.
  var repeated: [RepeatedDeclaration] = []
  /// By the number that drafts have of a component: its name.
  var componentNames: [NameID] = []
  /// Whether `drafts` are not in preorder.
  var isOutOfOrder = false

  init(root origin: Origin) {
    drafts = [ViewDraft(name: nil, kind: .view, parent: nil, branch: .always, origin: origin)]
  }

  var count: Int { drafts.count }

  /// Whether a new view of `parent` would stand right behind its subtree: every later view is inside it.
  fileprivate func isOpen(_ parent: ViewID) -> Bool {
    var last = Int32(drafts.count - 1)
    while last > parent.index { last = drafts[Int(last)].parent?.index ?? 0 }
    return last == parent.index
  }
}

/// These questions are asked of the array alone. A method of the builder that changes nothing is handed a copy of the
/// builder, which is larger than anything asked here.
extension [ViewDraft] {
  func parent(of view: ViewID) -> ViewID { self[Int(view.index)].parent ?? .root }
  func kind(of view: ViewID) -> ViewKind { self[Int(view.index)].kind }

  /// What `super` means for a view: its parent, or the content of a parent that scrolls; for the root, the root itself.
  func superArea(of view: ViewID) -> Area {
    let parent = parent(of: view)
    return Area(parent, self[Int(parent.index)].kind.isScroll ? .scrollContent : .frame)
  }
}

/// A view as it is declared.
package struct ViewDeclaration: Sendable {
  var kind: ViewKind
  var name: NameID?
  var origin: Origin
  /// The name without the number of a copy, and where it is written. Complaints are about these.
  var writtenName: NameID?
  var nameOrigin: Origin
  var owner = ViewID.root
  var component: Int32 = -1
  var repetition: Int32 = -1

  /// - Parameter name: nil for a view that is known by its kind and number.
  package init(_ kind: ViewKind, _ name: NameID?, at origin: Origin) {
    self.kind = kind
    self.name = name
    self.origin = origin
    writtenName = name
    nameOrigin = origin
  }
}

/// What became of a declaration.
package enum DeclaredView: Sendable {
  case new(ViewID)
  /// Another branch has already declared the view.
  case again(ViewID)
  /// Another branch has already declared the view with another kind, which has been reported.
  case ofOtherKind(ViewID)
  /// There is too much, which will be reported.
  case refused

  /// The view that was declared, now or before; nil when it was refused.
  package var view: ViewID? {
    switch self {
    case .new(let view), .again(let view), .ofOtherKind(let view): view
    case .refused: nil
    }
  }
}

extension LayoutBuilder {
  /// Declares a view at the end of its parent. Branches may declare the same view again: it is then one view, and what
  /// is said of it adds up.
  package mutating func declare(
    _ declaration: ViewDeclaration, in parent: ViewID, branch: BranchID = .always
  ) -> DeclaredView {
    if let known = knownView(declaration, in: parent, branch) { return known }
    guard spend(on: .views, at: declaration.origin) else { return .refused }
    // Paid for: there are not so many views.
    let view = ViewID(Int32(views.count))
    var draft = ViewDraft(
      name: declaration.name, kind: declaration.kind, parent: parent, branch: branch, origin: declaration.origin)
    draft.owner = declaration.owner
    draft.component = declaration.component
    draft.repetition = declaration.repetition
    draft.pathBytes = pathBytes(of: draft)
    guard spend(Int(draft.pathBytes), on: .names, at: declaration.origin) else { return .refused }
    draft.index = views.drafts[parent].childCount
    views.drafts[parent].childCount += 1
    if let name = draft.name {
      if views.children[parent.index, name.index] == nil { views.children[parent.index, name.index] = view.index }
    } else {
      let kind = UnnamedKey.kind(draft.kind)
      draft.ordinal = (views.unnamed[parent.index, kind] ?? 0) + 1
      views.unnamed[parent.index, kind] = draft.ordinal
      views.unnamed[parent.index, UnnamedKey.view(draft.kind, draft.ordinal)] = view.index
    }
    if !views.isOpen(parent) { views.isOutOfOrder = true }
    views.drafts.append(draft)
    return .new(view)
  }

  /// What a view is that the parent has already; nil when this is a new one, or a mistake.
  private mutating func knownView(
    _ declaration: ViewDeclaration, in parent: ViewID, _ branch: BranchID
  ) -> DeclaredView? {
    guard let name = declaration.name, let known = views.children[parent.index, name.index] else { return nil }
    let earlier = views.drafts[Int(known)]
    let text = names.text(of: declaration.writtenName ?? name)
    let note = declaredBefore(at: earlier.origin)
    guard !isInside(branch, earlier.branch), !isInside(earlier.branch, branch) else {
      report(.duplicateView(text), at: declaration.nameOrigin, notes: [note])
      return nil
    }
    views.repeated.append(
      RepeatedDeclaration(view: ViewID(known), branch: branch, place: views.drafts[parent].childCount))
    if declaration.kind != earlier.kind || declaration.component != earlier.component {
      let kinds = (
        kindName(declaration.kind, declaration.component), kindName(earlier.kind, earlier.component)
      )
      report(.otherKind(text, kinds.0, kinds.1), at: declaration.nameOrigin, notes: [note])
      return .ofOtherKind(ViewID(known))
    }
    return .again(ViewID(known))
  }

  private func kindName(_ kind: ViewKind, _ component: Int32) -> String {
    component < 0 ? kind.rawValue : names.text(of: views.componentNames[Int(component)])
  }

  /// Reports views that would have two parents. If each of two branches uses a name for one view, both mean the same
  /// view.
  ///
  /// - Parameters:
  ///   - then: the views declared in one branch, by order of declaration.
  ///   - otherwise: the views declared in the other.
  ///   - owner: only its views are compared, because names inside a component mean nothing outside.
  package mutating func checkMoves(_ then: Range<Int>, _ otherwise: Range<Int>, ownedBy owner: ViewID = .root) {
    if then.isEmpty || otherwise.isEmpty { return }
    var ofThen: [NameID: (view: Int, count: Int)] = [:]
    for view in then where views.drafts[view].owner == owner {
      if let name = views.drafts[view].name { ofThen[name, default: (view, 0)].count += 1 }
    }
    var ofElse: [NameID: Int] = [:]
    for view in otherwise where views.drafts[view].owner == owner {
      if let name = views.drafts[view].name { ofElse[name, default: 0] += 1 }
    }
    for view in otherwise where views.drafts[view].owner == owner {
      guard let name = views.drafts[view].name, ofElse[name] == 1, let first = ofThen[name], first.count == 1,
        views.drafts[first.view].parent != views.drafts[view].parent
      else { continue }
      report(
        .movedView(names.text(of: name), path(of: views.drafts.parent(of: ViewID(Int32(first.view))))),
        at: views.drafts[view].origin, notes: [declaredBefore(at: views.drafts[first.view].origin)])
    }
  }

  /// How many views have been declared so far, the root among them.
  package var viewCount: Int { views.count }

  /// How long the path of a new view is: its parent's and its own name. Nearly: that of an unnamed view counts as if
  /// its number had the most digits.
  private func pathBytes(of draft: ViewDraft) -> Int32 {
    let parent = draft.parent.map { views.drafts[$0].pathBytes } ?? 0
    let own = draft.name.map { names.length(of: $0) } ?? 16
    return parent + 1 + Int32(clamping: own)
  }

  /// The path of a view: the names from below the root to it; `root` for the root.
  func path(of view: ViewID) -> String {
    let draft = views.drafts[view]
    guard let parent = draft.parent else { return "root" }
    let own = draft.name.map { names.text(of: $0) } ?? "\(draft.kind.rawValue)[\(draft.ordinal)]"
    return parent == .root ? own : path(of: parent) + "." + own
  }
}

/// Keys of `ViewTable.unnamed`.
enum UnnamedKey {
  /// The key for how many unnamed views of one kind there are.
  static func kind(_ kind: ViewKind) -> Int32 { code(kind) << 24 }
  /// The key for the `ordinal`-th unnamed view of one kind, from 1.
  static func view(_ kind: ViewKind, _ ordinal: Int32) -> Int32 { code(kind) << 24 | ordinal }

  private static func code(_ kind: ViewKind) -> Int32 {
    switch kind {
    case .view: 1
    case .box: 2
    case .label: 3
    case .button: 4
    case .image: 5
    case .input: 6
    case .spacer: 7
    case .vstack: 8
    case .hstack: 9
    case .vscroll: 10
    case .hscroll: 11
    case .list: 12
    case .guide: 13
    case .hflow: 14
    case .vflow: 15
    case .grid: 16
    }
  }
}

extension ViewKind {
  package var isStack: Bool { self == .vstack || self == .hstack }

  /// Whether a view of this kind puts its views one after the other, be it in lines, so that views can be added to it
  /// and taken from it.
  public var arrangesViews: Bool { isStack || packsViews || self == .list }
}

extension Complaint {
  static func duplicateView(_ name: String) -> Complaint {
    Complaint(.duplicateView, "there is another '\(name)' in the same view")
  }

  static func otherKind(_ name: String, _ kind: String, _ earlier: String) -> Complaint {
    Complaint(.movedView, "'\(name)' is a \(kind) here and a \(earlier) in another branch; it is one view")
  }

  static func movedView(_ name: String, _ parent: String) -> Complaint {
    Complaint(.movedView, "'\(name)' is in '\(parent)' in the other branch; a view cannot change its parent")
  }
}
