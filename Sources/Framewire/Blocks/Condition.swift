public import Geometry

/// When a branch holds. It lives: it is asked again whenever what it reads changes.
///
/// ```swift
/// .phone   .compact(.y)   .flag("editing")   .width(.atLeast(200))   sidebar.is(.hidden)
/// screen.width >= 600 && !.phone
/// ```
///
/// A trait, `.hidden` or a size without a view asks each view that something inside the branch is for.
public struct Condition: Sendable {
  indirect enum Form: Sendable {
    /// One of the language's own words.
    case word(String)
    case trait(String, String)
    case flag(String)
    /// A flag of a record.
    case field(FieldUse)
    /// Whether a record's text is this one.
    case text(RecordText, String)
    case asking(String, @Sendable () -> Bool)
    case configuration(ConfigurationName)
    case size(Attribute, Bound)
    case compare(SumRelation)
    case of(Node, Condition)
    case not(Condition)
    case all([Condition])
    case any([Condition])
  }

  let form: Form

  /// That a relation of lengths holds as things were measured.
  public init(_ relation: Relation<Length>) { form = .compare(relation.relation) }
  init(_ form: Form) { self.form = form }

  /// Little room along an axis: below 600 points wide, below 480 high.
  public static func compact(_ axis: Axis) -> Condition { Condition(.word("compact.\(axis)")) }
  /// Not compact.
  public static func regular(_ axis: Axis) -> Condition { Condition(.word("regular.\(axis)")) }
  /// The device is a phone.
  public static var phone: Condition { Condition(.word("phone")) }
  /// The device is a tablet.
  public static var pad: Condition { Condition(.word("pad")) }
  /// The device is a computer.
  public static var mac: Condition { Condition(.word("mac")) }
  /// The device is a television.
  public static var tv: Condition { Condition(.word("tv")) }
  /// The screen is a car's.
  public static var carPlay: Condition { Condition(.word("carPlay")) }
  /// The appearance is light.
  public static var light: Condition { Condition(.word("light")) }
  /// The appearance is dark.
  public static var dark: Condition { Condition(.word("dark")) }
  /// Reading goes from left to right.
  public static var ltr: Condition { Condition(.word("ltr")) }
  /// Reading goes from right to left.
  public static var rtl: Condition { Condition(.word("rtl")) }
  /// At least as high as wide.
  public static var portrait: Condition { Condition(.word("portrait")) }
  /// Wider than high.
  public static var landscape: Condition { Condition(.word("landscape")) }
  /// The view is hidden.
  public static var hidden: Condition { Condition(.word("hidden")) }
  /// A trait of any name has this value: `.trait("legibility", is: "bold")`.
  public static func trait(_ name: String, is value: String) -> Condition { Condition(.trait(name, value)) }
  /// A flag is set, which the surroundings and the scene set.
  public static func flag(_ name: String) -> Condition { Condition(.flag(name)) }
  /// What a closure answers, as the flag of this name. It is asked before each turn, and before frames once.
  public static func asking(_ name: String, _ answer: @escaping @Sendable () -> Bool) -> Condition {
    Condition(.asking(name, answer))
  }
  /// A view is in this configuration: that in whose block the branch stands, or `panel.is(.configuration(.visible))`.
  public static func configuration(_ name: ConfigurationName) -> Condition { Condition(.configuration(name)) }
  /// How wide each view is that something inside is for.
  public static func width(_ bound: Bound) -> Condition { Condition(.size(.width, bound)) }
  /// How high each view is that something inside is for.
  public static func height(_ bound: Bound) -> Condition { Condition(.size(.height, bound)) }
  /// All of them hold.
  public static func all(_ parts: Condition...) -> Condition { Condition(.all(parts)) }
  /// One of them holds, or more.
  public static func any(_ parts: Condition...) -> Condition { Condition(.any(parts)) }

  /// It does not hold.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition)) }
  /// Both hold.
  public static func && (left: Condition, right: Condition) -> Condition { Condition(.all([left, right])) }
  /// One of them holds, or both.
  public static func || (left: Condition, right: Condition) -> Condition { Condition(.any([left, right])) }
  /// Both hold.
  public static func && (left: Relation<Length>, right: Condition) -> Condition { Condition(left) && right }
  /// One of them holds, or both.
  public static func || (left: Relation<Length>, right: Condition) -> Condition { Condition(left) || right }
  /// Both hold.
  public static func && (left: Condition, right: Relation<Length>) -> Condition { left && Condition(right) }
  /// One of them holds, or both.
  public static func || (left: Condition, right: Relation<Length>) -> Condition { left || Condition(right) }
}

extension Relation where Kind == Length {
  /// Both hold.
  public static func && (left: Relation, right: Relation) -> Condition { Condition(left) && Condition(right) }
  /// One of them holds, or both.
  public static func || (left: Relation, right: Relation) -> Condition { Condition(left) || Condition(right) }
  /// It does not hold.
  public static prefix func ! (relation: Relation) -> Condition { !Condition(relation) }
}

extension View {
  /// Asks this view: `card.is(.compact(.x))`, `sidebar.is(.hidden)`.
  public func `is`(_ condition: Condition) -> Condition { Condition(.of(node, condition)) }
}

/// The name of a configuration. Names of one's own:
/// `extension ConfigurationName { static let pinned: Self = "pinned" }`.
public struct ConfigurationName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As the layout language has it.
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }

  /// That of a view until another one is chosen.
  public static let main = ConfigurationName("main")
  /// One that every view may have.
  public static let alternative = ConfigurationName("alternative")
  /// One that every view may have.
  public static let visible = ConfigurationName("visible")
  /// One that every view may have; it hides nothing by itself.
  public static let hidden = ConfigurationName("hidden")
}
