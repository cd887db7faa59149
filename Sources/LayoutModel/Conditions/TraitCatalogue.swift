import LayoutSyntax
import Settables

/// A trait that means something to Framewire itself. Any other trait may have any value, for conditions to ask for.
///
/// There is one catalogue for all who name traits: so files, `Apply` and the tool refuse the same values in the same
/// words.
public struct TraitDescription: Sendable {
  /// Which values the trait may have.
  public enum Form: Equatable, Sendable {
    /// One of these.
    case word([String])
    /// A number of points, at least 0.
    case length
  }

  /// The name in conditions and in `trait`.
  public var name: String
  /// Which values the trait may have.
  public var form: Form
  /// Whether the trait can be set; else it follows from something else.
  var isSettable: Bool
  /// Whether its values are words of the language, which ask for them by themselves: `phone`.
  private var isAskedByWords: Bool
  /// One line for the reference and for editors.
  public var summary: String

  private init(
    _ name: String, _ form: Form, isSettable: Bool = true, isAskedByWords: Bool = true, _ summary: String
  ) {
    self.name = name
    self.form = form
    self.isSettable = isSettable
    self.isAskedByWords = isAskedByWords
    self.summary = summary
  }

  /// All entries, in alphabetical order.
  public static let catalogue: [TraitDescription] = [
    TraitDescription(
      "contentSize", .word(ContentSize.allCases.map(\.rawValue)), isAskedByWords: false,
      "how big texts are to be; `large` unless said. Text styles follow it and the guide `readable`, and `auto` rows"
        + " stand up from `accessibilityMedium` on"),
    TraitDescription("direction", .word(["ltr", "rtl"]), "of reading; `ltr` unless said"),
    TraitDescription(
      "idiom", .word(["phone", "pad", "mac", "tv", "carPlay"]), "what the scene is shown on; nothing unless said"),
    TraitDescription(
      "orientation", .word(["portrait", "landscape"]), isSettable: false, "follows the size and cannot be set"),
    TraitDescription(
      "readableWidth", .length,
      "how wide the guide `readable` is at most; unless said it follows `contentSize`, and is 672 at `large`"),
    TraitDescription(
      "sizeClass.x", .word(["compact", "regular"]), "follows the scene's width until it is set: compact below 600"),
    TraitDescription(
      "sizeClass.y", .word(["compact", "regular"]), "follows the scene's height until it is set: compact below 480"),
    TraitDescription("style", .word(["light", "dark"]), "of colours; `light` unless said"),
  ]

  /// The trait and value that a word of the language means: `phone` is `idiom` `phone`, `compact.x` is `sizeClass.x`
  /// `compact`.
  package static let meanings: [String: (name: String, value: String)] = {
    var meanings: [String: (name: String, value: String)] = [:]
    for trait in catalogue where trait.isAskedByWords {
      guard case .word(let words) = trait.form else { continue }
      let axis = trait.name.drop { $0 != "." }
      for word in words { meanings[word + axis] = (trait.name, word) }
    }
    return meanings
  }()

  /// The words that say a trait that can be set, in alphabetical order.
  package static let settableWords = meanings.keys.filter { named(meanings[$0]!.name)!.isSettable }.sorted()

  /// The entry of a name; nil for a trait that means nothing to Framewire.
  public static func named(_ name: String) -> TraitDescription? { catalogue.first { $0.name == name } }

  /// Why a trait cannot be set to a value, and what was probably meant; nil when it can be.
  public static func objection(toSetting name: String, to value: String?) -> Objection? {
    guard let known = named(name) else { return nil }
    guard known.isSettable else { return Objection(words: "'\(name)' \(known.summary)") }
    return value.flatMap { objection(to: $0, of: name) }
  }

  /// Why a trait can never have a value; nil when it can.
  package static func objection(to value: String, of name: String) -> Objection? {
    guard let known = named(name) else { return nil }
    switch known.form {
    case .word(let words):
      if words.contains(value) { return nil }
      return Objection(
        words: "'\(name)' is one of \(words.joined(separator: ", ")), not '\(value)'",
        nearest: nearestName(to: value, in: words))
    case .length:
      if let length = Double(value), length.isFinite, length >= 0 { return nil }
      return Objection(words: "'\(name)' is a length of at least 0, not '\(value)'")
    }
  }

  /// Why a value is refused.
  public struct Objection: Equatable, Sendable {
    /// What to tell the user: a whole sentence.
    public var words: String
    /// The value that was probably meant; nil where none is near.
    public var nearest: String?
  }
}

/// The trait `contentSize`: how large the user wants texts to be. The last five are the accessibility sizes.
public enum ContentSize: String, CaseIterable, Sendable {
  case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
  case accessibilityExtraExtraExtraLarge

  /// - Parameter trait: the trait's value. Nil, or a value that is no size, means `large`.
  public init(trait: String?) { self = trait.flatMap(Self.init(rawValue:)) ?? .large }

  /// The place among all sizes, counted from 0, the smallest.
  public var index: Int { Self.allCases.firstIndex(of: self)! }
}

extension LayoutResolver {
  /// Reads what `trait NAME: value` sets, on a view or in surroundings; nil after a complaint.
  mutating func traitSetting(_ node: SyntaxNode, _ site: Site) -> (name: String, value: String)? {
    guard let written = node.value(at: 0) else { return nil }
    let name = TraitName.written(node)
    var value = TraitName.value(written)
    // The value of a trait that is a length may be a name or a sum. Values of other traits are taken as they are
    // written.
    if TraitDescription.named(name)?.form == .length, written.kind != .number, written.kind != .word {
      guard let length = literal(written, site) else { return nil }
      value = length.asWritten
    }
    guard let objection = TraitDescription.objection(toSetting: name, to: value) else {
      if builder.complaints.instance == 0, site.file == 0, !following.isReadingAgain,
        TraitDescription.named(name) == nil
      {
        later.givenNames.append(GivenName(.trait(name), at: node.first(.name)?.span ?? node.span))
      }
      return (name, value)
    }
    let isSettable = TraitDescription.named(name)?.isSettable ?? true
    report(.impossibleTrait(objection), at: isSettable ? written : node, in: site.file)
    return nil
  }
}

extension Complaint {
  static func impossibleTrait(_ objection: TraitDescription.Objection) -> Complaint {
    Complaint(.impossibleSurroundings, objection.words, replacement: objection.nearest)
  }
}
