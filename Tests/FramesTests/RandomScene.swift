import Frames
import TestSupport

/// A tree of views that is edited at random in every way a picture can change: moves, contents, new views,
/// removed subtrees, re-ordering, re-parenting, other kinds. Of every other seed the views keep the path under which
/// they first came, wherever they stand.
struct RandomScene {
  private final class Node {
    let id: StreamID
    var name: String
    var kind: String
    var frame: Frame
    var content = ViewContent()
    var look = Look()
    var lines: [TextLine] = []
    /// Nil: that of where it stands.
    var path: String?
    var children: [Node] = []

    init(id: StreamID, name: String, kind: String, frame: Frame) {
      self.id = id
      self.name = name
      self.kind = kind
      self.frame = frame
    }

    var subtree: [Node] { [self] + children.flatMap(\.subtree) }
  }

  static let kinds = ["box", "label", "button"]

  var generator: SeededGenerator
  private let root: Node
  private let keepsPaths: Bool
  private var lastID: UInt32 = 0
  private var departed: [Node] = []
  private var history = FrameHistory()

  init(seed: UInt64, views: Int) {
    generator = SeededGenerator(seed: seed)
    keepsPaths = seed % 2 == 0
    root = Node(id: StreamID(0), name: "root", kind: "view", frame: Frame(x: 0, y: 0, width: 6400, height: 6400))
    for _ in 1..<max(views, 2) { insert() }
  }

  var frames: FrameSet {
    var records: [ViewRecord] = []
    func add(_ node: Node, path: String, below prefix: String, parent: StreamID?, index: Int) {
      records.append(
        ViewRecord(
          id: node.id, path: path, kind: node.kind, parent: parent, index: index, frame: node.frame,
          content: node.content))
      for (index, child) in node.children.enumerated() {
        let path = child.path ?? prefix + child.name
        if keepsPaths { child.path = path }
        add(child, path: path, below: path + ".", parent: node.id, index: index)
      }
    }
    add(root, path: "root", below: "", parent: nil, index: 0)
    return FrameSet(records)
  }

  /// How the views of `frames` are drawn.
  var drawings: [ViewDrawing] { root.subtree.map { ViewDrawing(look: $0.look, lines: $0.lines) } }

  /// `frames` with their appearance, as a scene publishes them.
  var picture: FrameSet {
    mutating get {
      _ = history.publish(frames, drawn: drawings)
      return history.current
    }
  }

  var somePath: String { mutating get { frames.views.randomElement(using: &generator)!.path } }

  mutating func edit() {
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      switch Int.random(in: 0..<16, using: &generator) {
      case 0: insert()
      case 1: remove()
      case 2: reorder()
      case 3: reparent()
      case 4: someNode.kind = RandomScene.kinds.randomElement(using: &generator)!
      case 5...7: someNode.content = content()
      case 8: restyle()
      case 9: recolour()
      case 10: someNode.lines = lines()
      default: someNode.frame = frame()
      }
    }
  }

  private mutating func restyle() {
    let radius = Int32.random(in: 0...3, using: &generator)
    someNode.look.radius = radius
  }

  /// All views of a look come to have another one, as where a colour moves.
  private mutating func recolour() {
    let former = someNode.look
    let colour = UInt32.random(in: 0...2, using: &generator)
    for node in root.subtree where node.look == former { node.look.background = .colour(colour) }
  }

  private mutating func lines() -> [TextLine] {
    (0..<Int32.random(in: 0...2, using: &generator)).map {
      TextLine(text: "line", range: Int($0)..<Int($0) + 4, x: 0, baseline: 64 * $0, width: 100)
    }
  }

  mutating func filter() -> FrameFilter {
    var filter = FrameFilter()
    if generator.chance(60) { filter.root = somePath }
    if generator.chance(10) { filter.root = "v1.nobody" }
    if generator.chance(40) { filter.depth = Int.random(in: 0...3, using: &generator) }
    // All kinds, too: what then is sent needs no look at the views.
    if generator.chance(40) {
      let count = Int.random(in: 1...3, using: &generator)
      filter.kinds = Set(RandomScene.kinds.shuffled(using: &generator).prefix(count))
    }
    if generator.chance(30) {
      filter.fields = FrameFilter.Fields(rawValue: UInt16.random(in: 0..<1024, using: &generator))
    }
    if generator.chance(40) { filter.fields.formUnion([.look, .lines]) }
    if generator.chance(40) { filter.space = .scene }
    return filter
  }

  private var someNode: Node { mutating get { root.subtree.randomElement(using: &generator)! } }

  private mutating func frame() -> Frame {
    func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &generator) }
    return Frame(x: number(-640...640), y: number(-640...640), width: number(0...640), height: number(0...640))
  }

  private mutating func content() -> ViewContent {
    var content = ViewContent()
    content.isHidden = generator.chance(30)
    if generator.chance(50) { content.text = "text \(Int.random(in: 0..<5, using: &generator))" }
    if generator.chance(20) { content.truncation = .tail }
    if generator.chance(30) { content.alpha = 0.5 }
    content.clips = generator.chance(20)
    if generator.chance(30) { content.baselines = ViewContent.Baselines(first: 64, last: 128) }
    if generator.chance(20) { content.guides = [ViewContent.NamedGuide(name: "g", frame: frame())] }
    if generator.chance(20) { content.scroll = scroll() }
    return content
  }

  private mutating func scroll() -> ViewContent.Scroll {
    let (rest, inset) = (frame(), frame())
    return ViewContent.Scroll(
      offsetX: rest.x, offsetY: rest.y, contentWidth: rest.width, contentHeight: rest.height, insetTop: inset.y,
      insetLeft: inset.x, insetBottom: inset.height, insetRight: inset.width)
  }

  private mutating func insert() {
    let parent = someNode
    let node: Node
    if !departed.isEmpty && generator.chance(50) {
      node = departed.removeLast()
    } else {
      lastID += 1
      node = Node(
        id: StreamID(lastID), name: "v\(lastID)", kind: RandomScene.kinds.randomElement(using: &generator)!,
        frame: frame())
    }
    parent.children.insert(node, at: Int.random(in: 0...parent.children.count, using: &generator))
  }

  private mutating func remove() {
    let parent = someNode
    guard !parent.children.isEmpty else { return }
    departed.append(parent.children.remove(at: Int.random(in: 0..<parent.children.count, using: &generator)))
  }

  private mutating func reorder() { someNode.children.shuffle(using: &generator) }

  private mutating func reparent() {
    let parent = someNode
    guard !parent.children.isEmpty else { return }
    let node = parent.children.remove(at: Int.random(in: 0..<parent.children.count, using: &generator))
    let target = root.subtree.randomElement(using: &generator)!
    target.children.insert(node, at: Int.random(in: 0...target.children.count, using: &generator))
  }
}
