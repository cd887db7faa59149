/// What does not go together is an expression all the same, and says where it stands why it does not.
///
/// So the type checker is done at once and reports our sentence, for every such line of a block. Left to fail, a long
/// sum costs it ten seconds and ends with "unable to type-check this expression in reasonable time". No two operators
/// fit the same operands, or the type checker would try both for each operator of a sum.

/// A relation of the two axes. It is nothing that a block takes.
public struct MixedAxes: Sendable {}
/// A relation of a position and a length. It is nothing that a block takes.
public struct PositionAgainstLength: Sendable {}
/// A relation of a position and a number. It is nothing that a block takes.
public struct PositionAgainstNumber: Sendable {}
/// A relation of a sum that makes no sense. It is nothing that a block takes.
public struct WrongSum: Sendable {}
/// What a sum that makes no sense is about.
public enum Mistake: AnchorKind {}

@available(*, unavailable, message: "one side is horizontal and the other one vertical")
extension MixedAxes: Element {
  public func statement(at site: Site) -> Statement { fatalError() }
}

extension MixedAxes {
  /// With a priority it is the same mistake.
  public static func ~ (mistake: MixedAxes, priority: Priority) -> MixedAxes { mistake }
}

@available(*, unavailable, message: "one side is a position and the other one a length")
extension PositionAgainstLength: Element {
  public func statement(at site: Site) -> Statement { fatalError() }
}

extension PositionAgainstLength {
  /// With a priority it is the same mistake.
  public static func ~ (mistake: PositionAgainstLength, priority: Priority) -> PositionAgainstLength { mistake }
}

@available(*, unavailable, message: "a position is no number; say from where, as in Super.top + 10")
extension PositionAgainstNumber: Element {
  public func statement(at site: Site) -> Statement { fatalError() }
}

extension PositionAgainstNumber {
  /// With a priority it is the same mistake.
  public static func ~ (mistake: PositionAgainstNumber, priority: Priority) -> PositionAgainstNumber { mistake }
}

@available(
  *, unavailable,
  message: "positions do not add (their difference along one axis is a length), and anchors are not multiplied"
)
extension WrongSum: Element {
  public func statement(at site: Site) -> Statement { fatalError() }
}

extension WrongSum {
  /// With a priority it is the same mistake.
  public static func ~ (mistake: WrongSum, priority: Priority) -> WrongSum { mistake }
}

// MARK: Relations

extension Anchor where Kind == Horizontal {
  public static func == (left: Anchor, right: Anchor<Vertical>) -> MixedAxes { MixedAxes() }
  public static func <= (left: Anchor, right: Anchor<Vertical>) -> MixedAxes { MixedAxes() }
  public static func >= (left: Anchor, right: Anchor<Vertical>) -> MixedAxes { MixedAxes() }
  public static func < (left: Anchor, right: Anchor<Vertical>) -> MixedAxes { MixedAxes() }
  public static func > (left: Anchor, right: Anchor<Vertical>) -> MixedAxes { MixedAxes() }
}

extension Anchor where Kind == Vertical {
  public static func == (left: Anchor, right: Anchor<Horizontal>) -> MixedAxes { MixedAxes() }
  public static func <= (left: Anchor, right: Anchor<Horizontal>) -> MixedAxes { MixedAxes() }
  public static func >= (left: Anchor, right: Anchor<Horizontal>) -> MixedAxes { MixedAxes() }
  public static func < (left: Anchor, right: Anchor<Horizontal>) -> MixedAxes { MixedAxes() }
  public static func > (left: Anchor, right: Anchor<Horizontal>) -> MixedAxes { MixedAxes() }
}

extension Anchor where Kind: PositionKind {
  public static func == (left: Anchor, right: Anchor<Length>) -> PositionAgainstLength { PositionAgainstLength() }
  public static func <= (left: Anchor, right: Anchor<Length>) -> PositionAgainstLength { PositionAgainstLength() }
  public static func >= (left: Anchor, right: Anchor<Length>) -> PositionAgainstLength { PositionAgainstLength() }
  public static func < (left: Anchor, right: Anchor<Length>) -> PositionAgainstLength { PositionAgainstLength() }
  public static func > (left: Anchor, right: Anchor<Length>) -> PositionAgainstLength { PositionAgainstLength() }

  public static func == (left: Anchor, right: Double) -> PositionAgainstNumber { PositionAgainstNumber() }
  public static func <= (left: Anchor, right: Double) -> PositionAgainstNumber { PositionAgainstNumber() }
  public static func >= (left: Anchor, right: Double) -> PositionAgainstNumber { PositionAgainstNumber() }
  public static func < (left: Anchor, right: Double) -> PositionAgainstNumber { PositionAgainstNumber() }
  public static func > (left: Anchor, right: Double) -> PositionAgainstNumber { PositionAgainstNumber() }
}

extension Anchor where Kind == Length {
  public static func == (left: Anchor, right: Anchor<some PositionKind>) -> PositionAgainstLength {
    PositionAgainstLength()
  }
  public static func <= (left: Anchor, right: Anchor<some PositionKind>) -> PositionAgainstLength {
    PositionAgainstLength()
  }
  public static func >= (left: Anchor, right: Anchor<some PositionKind>) -> PositionAgainstLength {
    PositionAgainstLength()
  }
  public static func < (left: Anchor, right: Anchor<some PositionKind>) -> PositionAgainstLength {
    PositionAgainstLength()
  }
  public static func > (left: Anchor, right: Anchor<some PositionKind>) -> PositionAgainstLength {
    PositionAgainstLength()
  }
}

// MARK: Sums

extension Anchor where Kind: PositionKind {
  public static func + (left: Anchor, right: Anchor<some PositionKind>) -> Anchor<Mistake> { left.like(Mistake.self) }
}

extension Anchor where Kind == Length {
  public static func + (left: Anchor, right: Anchor<some PositionKind>) -> Anchor<Mistake> { left.like(Mistake.self) }
  public static func - (left: Anchor, right: Anchor<some PositionKind>) -> Anchor<Mistake> { left.like(Mistake.self) }
}

extension Anchor where Kind == Horizontal {
  public static func - (left: Anchor, right: Anchor<Vertical>) -> Anchor<Mistake> { left.like(Mistake.self) }
}

extension Anchor where Kind == Vertical {
  public static func - (left: Anchor, right: Anchor<Horizontal>) -> Anchor<Mistake> { left.like(Mistake.self) }
}

extension Anchor {
  public static func + (left: Anchor, right: Anchor<Mistake>) -> Anchor<Mistake> { right }
  public static func - (left: Anchor, right: Anchor<Mistake>) -> Anchor<Mistake> { right }
  public static func * (left: Anchor, right: Anchor<some AnchorKind>) -> Anchor<Mistake> { left.like(Mistake.self) }
  public static func / (left: Anchor, right: Anchor<some AnchorKind>) -> Anchor<Mistake> { left.like(Mistake.self) }
  public static func / (left: Double, right: Anchor) -> Anchor<Mistake> { right.like(Mistake.self) }
}

extension Anchor where Kind: MeasuredKind {
  public static func == (left: Anchor, right: Anchor<Mistake>) -> WrongSum { WrongSum() }
  public static func <= (left: Anchor, right: Anchor<Mistake>) -> WrongSum { WrongSum() }
  public static func >= (left: Anchor, right: Anchor<Mistake>) -> WrongSum { WrongSum() }
  public static func < (left: Anchor, right: Anchor<Mistake>) -> WrongSum { WrongSum() }
  public static func > (left: Anchor, right: Anchor<Mistake>) -> WrongSum { WrongSum() }
}

extension Anchor where Kind == Mistake {
  public static func == (left: Anchor, right: Anchor<some AnchorKind>) -> WrongSum { WrongSum() }
  public static func <= (left: Anchor, right: Anchor<some AnchorKind>) -> WrongSum { WrongSum() }
  public static func >= (left: Anchor, right: Anchor<some AnchorKind>) -> WrongSum { WrongSum() }
  public static func < (left: Anchor, right: Anchor<some AnchorKind>) -> WrongSum { WrongSum() }
  public static func > (left: Anchor, right: Anchor<some AnchorKind>) -> WrongSum { WrongSum() }

  public static func == (left: Anchor, right: Double) -> WrongSum { WrongSum() }
  public static func <= (left: Anchor, right: Double) -> WrongSum { WrongSum() }
  public static func >= (left: Anchor, right: Double) -> WrongSum { WrongSum() }
  public static func < (left: Anchor, right: Double) -> WrongSum { WrongSum() }
  public static func > (left: Anchor, right: Double) -> WrongSum { WrongSum() }
}
