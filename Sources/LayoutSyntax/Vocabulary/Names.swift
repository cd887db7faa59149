/// An anchor as written. `edges`, `center` and `size` are composites of the others.
public enum AnchorName: String, CaseIterable, Sendable {
  case top, bottom, leading, trailing, left, right
  case centerX, centerY, firstBaseline, lastBaseline, width, height
  case edges, center, size

  /// Nil for a word that is none of these.
  public init?(_ word: Word) {
    switch word {
    case .top: self = .top
    case .bottom: self = .bottom
    case .leading: self = .leading
    case .trailing: self = .trailing
    case .left: self = .left
    case .right: self = .right
    case .centerX: self = .centerX
    case .centerY: self = .centerY
    case .firstBaseline: self = .firstBaseline
    case .lastBaseline: self = .lastBaseline
    case .width: self = .width
    case .height: self = .height
    case .edges: self = .edges
    case .center: self = .center
    case .size: self = .size
    default: return nil
    }
  }
}

/// One of the six edges of a rectangle.
public enum EdgeName: String, CaseIterable, Sendable {
  case top, bottom, leading, trailing, left, right

  /// Nil for a word that is none of these.
  public init?(_ word: Word) {
    switch word {
    case .top: self = .top
    case .bottom: self = .bottom
    case .leading: self = .leading
    case .trailing: self = .trailing
    case .left: self = .left
    case .right: self = .right
    default: return nil
    }
  }
}

/// A guide every view has, by its name.
public enum GuideName: String, CaseIterable, Sendable {
  case safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame

  /// Nil for a word that is none of these.
  public init?(_ word: Word) {
    switch word {
    case .safe: self = .safe
    case .margins: self = .margins
    case .readable: self = .readable
    case .keyboard: self = .keyboard
    case .keyboardSafe: self = .keyboardSafe
    case .scrollContent: self = .scrollContent
    case .scrollFrame: self = .scrollFrame
    default: return nil
    }
  }
}

/// An axis as written: `x` goes across, `y` down.
public enum AxisName: String, CaseIterable, Sendable {
  case x, y

  /// Nil for a word that is none of these.
  public init?(_ word: Word) {
    switch word {
    case .x: self = .x
    case .y: self = .y
    default: return nil
    }
  }
}

/// The operator of a constraint or comparison. `<` and `>` mean one device pixel less or more than their `=` twin.
public enum Relation: UInt8, Sendable {
  case equal = 1, atLeast, atMost, less, greater

  /// As written.
  public var text: String {
    switch self {
    case .equal: "=="
    case .atLeast: ">="
    case .atMost: "<="
    case .less: "<"
    case .greater: ">"
    }
  }
}

/// `...` includes the upper end, `..<` does not.
public enum RangeOperator: UInt8, Sendable {
  case closed = 1, halfOpen
}

/// The operator between two values.
public enum ArithmeticOperator: UInt8, Sendable {
  case add = 1, subtract, multiply, divide, remainder
}

/// The unit written at a number; without one a length is in points.
public enum NumberUnit: UInt8, Sendable {
  case none, points, pixels
}

/// How a view stands on an axis: `x MODE`, `align y MODE`.
public enum PlacementMode: UInt8, Sendable {
  case fill = 1, center, overflow, attach, edge, none
}

/// Where a view goes relative to another: `below k`, `rest after k`.
public enum Adjacency: UInt8, Sendable {
  case below = 1, above, before, after
}
