/// A view's number in the stream: stable for (scene, path) while the daemon lives, also across reloads.
public struct StreamID: Hashable, Comparable, Sendable {
  /// Unique in its scene.
  public let value: UInt32

  @inlinable public init(_ value: UInt32) { self.value = value }
  @inlinable public static func < (left: StreamID, right: StreamID) -> Bool { left.value < right.value }
}

extension String {
  /// The last name of a path. The key of a record may have points in it: `row["1.5"]`.
  package var lastNameOfPath: String {
    var start = utf8.startIndex
    var (isInKey, isEscaped) = (false, false)
    for index in utf8.indices {
      switch utf8[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInKey: isEscaped = true
      case UInt8(ascii: "\""): isInKey.toggle()
      case UInt8(ascii: ".") where !isInKey: start = utf8.index(after: index)
      default: break
      }
    }
    return String(self[start...])
  }
}

/// Everything a subscriber learns about one view: what it is (`path`, `kind`, its place in the tree), where it is
/// shown, what is shown in it, and how.
public struct ViewRecord: Equatable, Sendable {
  /// Names the view in every other part of the stream.
  public var id: StreamID
  /// Names from below the root, joined by dots; `root` for the root.
  public var path: String
  /// The word that the layout has for it: `label`, `vstack`.
  public var kind: String
  /// The view around it; nil for the topmost.
  public var parent: StreamID?
  /// Position among the parent's views, from 0.
  public var index: Int
  /// Where it is shown, relative to `parent`.
  public var frame: Frame
  /// What is shown in it.
  public var content: ViewContent
  /// How it is drawn; plain unless somebody asked.
  public var appearance: ViewAppearance

  public init(
    id: StreamID, path: String, kind: String, parent: StreamID?, index: Int, frame: Frame,
    content: ViewContent = ViewContent(), appearance: ViewAppearance = ViewAppearance()
  ) {
    self.id = id
    self.path = path
    self.kind = kind
    self.parent = parent
    self.index = index
    self.frame = frame
    self.content = content
    self.appearance = appearance
  }
}

/// What is shown of a view besides its frame. Lengths are in 64ths of a point.
///
/// A scene holds some for each of its views. So the parts stand in the order in which they take least room, and what
/// only scroll views have is behind a reference.
public struct ViewContent: Equatable, Sendable {
  /// 0 … 1.
  public var alpha: Double = 1
  /// Of a view that shows one: as it is drawn, not cut.
  public var text: String?
  /// Guides declared in the view, by name, in the view's space; sorted by name.
  public var guides: [NamedGuide] = []
  private var scrolling: Scrolling?
  /// From the top: first and last baseline; nil where they are the top and the bottom.
  public var baselines: Baselines?
  /// Where the text is to be cut, because not all of it fits; nil if all of it does.
  public var truncation: Truncation?
  /// Whether neither the view nor anything in it is drawn.
  public var isHidden = false
  /// Whether what stands out of the view is cut off.
  public var clips = false

  public init() {}

  /// Of a scroll view: what it scrolls, and how far.
  public var scroll: Scroll? {
    get { scrolling?.scroll }
    set { scrolling = newValue.map(Scrolling.init) }
  }

  private final class Scrolling: Equatable, Sendable {
    let scroll: Scroll

    init(_ scroll: Scroll) { self.scroll = scroll }

    static func == (left: Scrolling, right: Scrolling) -> Bool { left === right || left.scroll == right.scroll }
  }

  /// Where a text is cut that does not fit: behind its beginning, before its end or between the two, with an ellipsis
  /// there; or at the edge, without one.
  public enum Truncation: String, Sendable, CaseIterable {
    case tail, head, middle, clip
  }

  /// Where lines of text stand, from the top of the view.
  public struct Baselines: Hashable, Sendable {
    /// Of the first line.
    public var first: Int32
    /// Of the last line; the same where there is one.
    public var last: Int32

    public init(first: Int32, last: Int32) {
      self.first = first
      self.last = last
    }
  }

  /// A rectangle that the layout names and nothing is drawn for.
  public struct NamedGuide: Hashable, Sendable {
    /// As declared.
    public var name: String
    /// In the space of the view that declares it.
    public var frame: Frame

    public init(name: String, frame: Frame) {
      self.name = name
      self.frame = frame
    }
  }

  /// The content of a scroll view, whose views have frames relative to it. It is seen with its origin at the insets
  /// less the offset, from the view's own.
  public struct Scroll: Hashable, Sendable {
    /// How far the content is moved to the left.
    public var offsetX: Int32
    /// How far the content is moved up.
    public var offsetY: Int32
    /// As wide as its views need.
    public var contentWidth: Int32
    /// As high as its views need.
    public var contentHeight: Int32
    /// Kept free before the content.
    public var insetTop: Int32
    /// Kept free before the content.
    public var insetLeft: Int32
    /// Kept free behind the content.
    public var insetBottom: Int32
    /// Kept free behind the content.
    public var insetRight: Int32

    public init(
      offsetX: Int32, offsetY: Int32, contentWidth: Int32, contentHeight: Int32, insetTop: Int32, insetLeft: Int32,
      insetBottom: Int32, insetRight: Int32
    ) {
      self.offsetX = offsetX
      self.offsetY = offsetY
      self.contentWidth = contentWidth
      self.contentHeight = contentHeight
      self.insetTop = insetTop
      self.insetLeft = insetLeft
      self.insetBottom = insetBottom
      self.insetRight = insetRight
    }

    /// Where the content's origin is seen in the view.
    public var origin: (x: Int64, y: Int64) {
      (Int64(insetLeft) - Int64(offsetX), Int64(insetTop) - Int64(offsetY))
    }
  }
}
