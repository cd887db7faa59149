/// Which part of a scene a subscriber wants to see, and in which coordinates.
///
/// What comes out is a tree again: `parent` is the nearest view that is kept, `index` counts those kept, and
/// nothing outside `root` is revealed. Membership follows from a view's kind and from the paths of the views
/// around it alone, so what a client had of an older revision can be told without keeping that revision. A path says
/// what a view is called and not where it stands: one that was put elsewhere keeps it.
public struct FrameFilter: Hashable, Sendable {
  /// What frames are relative to.
  public enum Space: Hashable, Sendable {
    /// To the nearest kept ancestor; a view without one to the parent of the filter's root.
    case parent
    /// To the scene. A parent that moves moves everything in it.
    case scene
  }

  /// The parts of a view that are sent. What is left out has its default: a frame of zeros, no text.
  public struct Fields: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `ViewRecord.frame`, and all moves.
    public static let frame = Fields(rawValue: 1)
    /// `ViewContent.isHidden`.
    public static let hidden = Fields(rawValue: 2)
    /// `ViewContent.alpha`.
    public static let alpha = Fields(rawValue: 4)
    /// `ViewContent.text` and what it is truncated by.
    public static let text = Fields(rawValue: 8)
    /// `ViewContent.baselines`.
    public static let baselines = Fields(rawValue: 16)
    /// `ViewContent.guides`.
    public static let guides = Fields(rawValue: 32)
    /// `ViewContent.scroll`.
    public static let scroll = Fields(rawValue: 64)
    /// `ViewContent.clips`.
    public static let clips = Fields(rawValue: 128)
    /// `ViewAppearance.look`.
    public static let look = Fields(rawValue: 256)
    /// `ViewAppearance.lines`.
    public static let lines = Fields(rawValue: 512)
    /// What nobody has to ask for: all but `look` and `lines`.
    public static let standard: Fields = [.frame, .hidden, .alpha, .clips, .text, .baselines, .guides, .scroll]
    /// Nothing is left out.
    public static let all: Fields = [.standard, .look, .lines]

    /// Whether they have to do with how views are drawn.
    public var wantAppearance: Bool { !isDisjoint(with: [.look, .lines]) }
  }

  /// Path of the view whose subtree is sent, itself included; nil for everything. It need not exist yet.
  public var root: String?
  /// How many levels below the root are sent; 0 is the root alone, nil all of them.
  public var depth: Int?
  /// Kinds that are sent; nil for all.
  public var kinds: Set<String>?
  /// What is told of each view.
  public var fields: Fields
  /// What frames are relative to.
  public var space: Space

  public init(
    root: String? = nil, depth: Int? = nil, kinds: Set<String>? = nil, fields: Fields = .standard,
    space: Space = .parent
  ) {
    self.root = root
    self.depth = depth
    self.kinds = kinds
    self.fields = fields
    self.space = space
  }

  /// The whole scene, as it is; how it is drawn is left out.
  public static let everything = FrameFilter()

  /// Whether all views are sent, as they stand and with all that nobody has to ask for.
  public var sendsAllViews: Bool { keepsAllViews && fields.isSuperset(of: .standard) }

  /// Whether all views are sent, as they stand.
  var keepsAllViews: Bool { root == nil && depth == nil && kinds == nil && space == .parent }

  /// Whether a view of this kind is kept that stands there.
  ///
  /// - Parameter lineage: the paths of the view and of all around it, its own first.
  public func keeps(lineage: [String], kind: String) -> Bool {
    guard let level = root.map({ lineage.firstIndex(of: $0) }) ?? lineage.count - 1 else { return false }
    return level <= depth ?? .max && kinds?.contains(kind) ?? true
  }
}

extension FrameSet {
  /// What a subscriber with `filter` sees of this set. Linear in the number of views.
  public func filtered(by filter: FrameFilter) -> FrameSet {
    if filter.sendsAllViews { return narrowed(to: filter.fields) }
    var result = FrameSet()
    filter.walk(views, moved: { _ in .none }, scrolled: { _ in .none }) { _, shown, _ in result.views.append(shown) }
    if filter.fields.contains(.look) { result.looks = looks }
    result.dropUnusedLooks()
    return result
  }

  /// The same without what of the appearance is left out.
  private func narrowed(to fields: FrameFilter.Fields) -> FrameSet {
    if fields.isSuperset(of: .all) { return self }
    var result = self
    for position in views.indices where !views[position].appearance.isPlain {
      result.views[position].appearance.narrow(to: fields)
    }
    if !fields.contains(.look) { result.looks = [:] }
    return result
  }
}

extension FrameDiff {
  /// What of this diff a subscriber sees that is sent all views.
  public func narrowed(to fields: FrameFilter.Fields) -> FrameDiff {
    if fields.isSuperset(of: .all) || onlyMoves && fields.contains(.frame) { return self }
    var result = self
    if !fields.contains(.frame) {
      result.set = []
      for index in views.indices { result.views[index].frame = .zero }
    }
    if !fields.isSuperset(of: .standard) {
      let hasContent = !fields.isDisjoint(with: .standard.subtracting(.frame))
      result.changed =
        hasContent ? changed.map { Change(id: $0.id, content: $0.content.narrowed(to: fields)) } : []
      for index in views.indices { result.views[index].content = views[index].content.narrowed(to: fields) }
    }
    if !fields.contains(.look) { result.looks = [] }
    for index in views.indices where !views[index].appearance.isPlain {
      result.views[index].appearance.narrow(to: fields)
    }
    if fields.wantAppearance {
      for index in restyled.indices { result.restyled[index].appearance.narrow(to: fields) }
    } else {
      result.restyled = []
    }
    return result
  }
}

extension ViewAppearance {
  fileprivate mutating func narrow(to fields: FrameFilter.Fields) {
    if !fields.contains(.look) { look = nil }
    if !fields.contains(.lines) { lines = [] }
  }
}

extension FrameFilter {
  /// A view on the way from the root to the one the walk is at.
  private struct Ancestor {
    var id: StreamID
    /// Levels below the filter's root; nil outside of it.
    var level: Int?
    /// The nearest kept view, this one included, as a place in the stack.
    var kept: Int?
    /// The origin of what is in this view, in 64ths: in the space that frames of views below are told in, and in the
    /// scene.
    var origin: (x: Int64, y: Int64)
    var originInScene: (x: Int64, y: Int64)
    /// The last revision in which either of them changed.
    var moved: Revision
    var movedInScene: Revision
    var keptChildren = 0
  }

  /// Visits the kept views in tree order, each as the subscriber sees it.
  ///
  /// - Parameters:
  ///   - moved: the last revision in which the frame at a position changed.
  ///   - scrolled: the last one in which what a view there scrolls changed.
  ///   - body: gets the position in `views`, the view as shown, and the last revision in which its shown frame
  ///     may have changed: its own, or that of an ancestor which the subscriber does not see.
  func walk(
    _ views: [ViewRecord], moved: (Int) -> Revision, scrolled: (Int) -> Revision,
    _ body: (Int, ViewRecord, Revision) -> Void
  ) {
    var stack: [Ancestor] = []
    var keptRoots = 0
    for (position, view) in views.enumerated() {
      while let last = stack.last, last.id != view.parent { stack.removeLast() }
      let above = stack.last
      let level = root == nil || view.path == root ? above?.level.map { $0 + 1 } ?? 0 : above?.level.map { $0 + 1 }
      let isFilterRoot = level == 0

      let ownMove = moved(position)
      let inParent = isFilterRoot || above == nil ? (x: 0, y: 0) : above!.origin
      let inScene = above?.originInScene ?? (x: 0, y: 0)
      let movedHere = isFilterRoot ? ownMove : max(ownMove, above?.moved ?? .none)
      let movedInScene = max(ownMove, above?.movedInScene ?? .none)
      let x = Int64(view.frame.x)
      let y = Int64(view.frame.y)

      let isKept = level.map { $0 <= depth ?? .max } ?? false && kinds?.contains(view.kind) ?? true
      let keptAbove = isFilterRoot ? nil : above?.kept
      if isKept {
        var shown = view
        let origin = space == .scene ? inScene : inParent
        shown.frame.x = Int32(clamping: origin.x + x)
        shown.frame.y = Int32(clamping: origin.y + y)
        if !fields.contains(.frame) { shown.frame = .zero }
        if !fields.isSuperset(of: .standard) { shown.content = view.content.narrowed(to: fields) }
        if !shown.appearance.isPlain { shown.appearance.narrow(to: fields) }
        shown.parent = keptAbove.map { stack[$0].id }
        if kinds != nil || isFilterRoot {
          if let keptAbove {
            shown.index = stack[keptAbove].keptChildren
            stack[keptAbove].keptChildren += 1
          } else {
            shown.index = keptRoots
            keptRoots += 1
          }
        }
        body(position, shown, space == .scene ? movedInScene : movedHere)
      }
      let content = view.content.scroll?.origin ?? (x: 0, y: 0)
      let movedContent = scrolled(position)
      stack.append(
        Ancestor(
          id: view.id, level: level, kept: isKept ? stack.count : keptAbove,
          // Who sees the scroll view is told of its content's place by it.
          origin: isKept ? (0, 0) : (inParent.x + x + content.x, inParent.y + y + content.y),
          originInScene: (inScene.x + x + content.x, inScene.y + y + content.y),
          moved: isKept ? .none : max(movedHere, movedContent), movedInScene: max(movedInScene, movedContent)))
    }
  }
}

extension ViewContent {
  fileprivate func narrowed(to fields: FrameFilter.Fields) -> ViewContent {
    var result = ViewContent()
    if fields.contains(.hidden) { result.isHidden = isHidden }
    if fields.contains(.alpha) { result.alpha = alpha }
    if fields.contains(.clips) { result.clips = clips }
    if fields.contains(.text) {
      result.text = text
      result.truncation = truncation
    }
    if fields.contains(.baselines) { result.baselines = baselines }
    if fields.contains(.guides) { result.guides = guides }
    if fields.contains(.scroll) { result.scroll = scroll }
    return result
  }
}
