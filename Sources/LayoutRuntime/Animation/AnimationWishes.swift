/// Whether what a transaction changes is to be animated: true, false, or nil for "as the file says"; the same for all
/// of its operations, or one for each.
public struct AnimationWishes: Equatable, Sendable, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
  private enum Kind: Equatable {
    case common(Bool?)
    case each([Bool?])
  }

  private let kind: Kind

  /// The same for all.
  public init(_ wish: Bool?) { kind = .common(wish) }

  /// One for each operation, in their order.
  public init(each wishes: [Bool?]) { kind = .each(wishes) }

  public init(booleanLiteral value: Bool) { self.init(value) }
  public init(nilLiteral: ()) { self.init(nil as Bool?) }

  subscript(operation: Int) -> Bool? {
    switch kind {
    case .common(let wish): wish
    case .each(let wishes): wishes[operation]
    }
  }
}
