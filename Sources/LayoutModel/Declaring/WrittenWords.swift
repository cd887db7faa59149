import Geometry
import LayoutSyntax

// What the words of a document are in the model.

extension PointOfRect {
  /// The point that is written; nil when its words contradict each other (`top.bottom`).
  init?(_ position: PositionSyntax) {
    guard let first = EdgeName(position.first)?.attribute else {
      self = .center
      return
    }
    guard let second = position.second else {
      self.init(first)
      return
    }
    self.init(first, EdgeName(second)?.attribute ?? first.axis.other.center)
  }
}

extension Adjacency {
  /// The line of the placed view that touches the opposite line of its neighbour.
  package var ownLine: AnchorAttribute {
    switch self {
    case .below: .top
    case .above: .bottom
    case .before: .trailing
    case .after: .leading
    }
  }
}

extension Relation {
  /// The comparison, closed, and the device pixels that an open one keeps away from its bound.
  var sign: RelationSign {
    switch self {
    case .equal: .equal
    case .atMost: RelationSign(.atMost)
    case .atLeast: RelationSign(.atLeast)
    case .less: RelationSign(.atMost, pixels: -1)
    case .greater: RelationSign(.atLeast, pixels: 1)
    }
  }
}

extension Axis {
  init(_ name: AxisName) { self = name == .x ? .x : .y }
}

extension AnchorName {
  /// The attribute that the anchor's name stands for; nil for `edges`, `center` and `size`.
  var attribute: AnchorAttribute? {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .leading: .leading
    case .trailing: .trailing
    case .left: .left
    case .right: .right
    case .centerX: .centerX
    case .centerY: .centerY
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    case .width: .width
    case .height: .height
    case .edges, .center, .size: nil
    }
  }
}

extension EdgeName {
  var attribute: AnchorAttribute {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .leading: .leading
    case .trailing: .trailing
    case .left: .left
    case .right: .right
    }
  }
}

extension GuideName {
  var guide: Guide {
    switch self {
    case .safe: .safe
    case .margins: .margins
    case .readable: .readable
    case .keyboard: .keyboard
    case .keyboardSafe: .keyboardSafe
    case .scrollContent: .scrollContent
    case .scrollFrame: .scrollFrame
    }
  }
}

extension ViewKind {
  /// The kind that a word of the language names.
  init?(_ word: Word) {
    switch word {
    case .view: self = .view
    case .box: self = .box
    case .label: self = .label
    case .button: self = .button
    case .image: self = .image
    case .input: self = .input
    case .spacer: self = .spacer
    case .vstack: self = .vstack
    case .hstack: self = .hstack
    case .vscroll: self = .vscroll
    case .hscroll: self = .hscroll
    case .list: self = .list
    case .hflow: self = .hflow
    case .vflow: self = .vflow
    case .grid: self = .grid
    default: return nil
    }
  }
}
