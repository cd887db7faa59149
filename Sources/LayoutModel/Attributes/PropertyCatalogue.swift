public import Settables

/// A property `NAME: value` that Framewire, or a program that draws, knows. One entry here is all that a new one needs.
public struct PropertyDescription: Sendable {
  /// What may be written behind the colon.
  public enum Form: Sendable {
    case number
    case length
    case word([String])
    case text
    case colour
    case boolean
    /// Anything may be written: the program that draws decides.
    case any
  }

  /// The name as it is written before the colon.
  public var name: String
  /// What may be written behind the colon.
  public var form: Form
  /// One line for the reference and for editors.
  public var summary: String

  /// Whether a branch may set the property.
  package var mayChange = false

  /// Whether the property is about how a view looks. It then means nothing for a view that is never drawn.
  package var isDrawn = true

  /// The kinds of views that it says something of; nil: all.
  package var readers: [ViewKind]?

  /// The numbers that it takes; one beyond them counts as the nearest of them.
  public var range: NumberRange

  /// Whether a number with a fraction counts as the whole one below it.
  package var isWhole = false

  init(
    _ name: String, _ form: Form, _ summary: String, of readers: [ViewKind]? = nil,
    numbers range: NumberRange = .any, isWhole: Bool = false, mayChange: Bool = false, isDrawn: Bool = true
  ) {
    self.name = name
    self.form = form
    self.summary = summary
    self.readers = readers
    self.mayChange = mayChange
    self.isDrawn = isDrawn
    self.range = range
    self.isWhole = isWhole
  }

  /// In points. A larger text is a slip, and must not use up the memory.
  private static let mostFontSize: Double = 2000

  /// All entries, in alphabetical order.
  public static let catalogue: [PropertyDescription] = [
    PropertyDescription(
      "align", .word(["leading", "center", "trailing"]), "how lines of text stand in their view", of: ViewKind.texts,
      mayChange: true),
    PropertyDescription(
      "alpha", .number, "opacity from 0 to 1; animated with the frame", numbers: .within(0...1), mayChange: true),
    PropertyDescription("animate", .boolean, "false: a list's header and footer change at once", isDrawn: false),
    PropertyDescription(
      "avoid", .word(["safe", "keyboard", "nothing"]),
      "what a scroll view keeps its content clear of: what covers the scene's edges (unsaid), the keyboard too, or nothing",
      of: ViewKind.scrollViews,
      isDrawn: false),
    PropertyDescription("background", .colour, "what a view is filled with", mayChange: true),
    PropertyDescription(
      "border", .length, "the width of a line along the inside of a view's edge", numbers: .from(0),
      mayChange: true),
    PropertyDescription("borderColor", .colour, "what a view's border is drawn with", mayChange: true),
    PropertyDescription(
      "clips", .boolean, "whether what stands out of the view is cut off; what scrolls does so unless it says false"),
    PropertyDescription("color", .colour, "of text", of: ViewKind.texts, mayChange: true),
    PropertyDescription("font", .any, "the family of text, by name", of: ViewKind.texts, mayChange: true),
    PropertyDescription(
      "fontSize", .length, "of text, in points, instead of its style's", of: ViewKind.texts,
      numbers: .within(1...mostFontSize), mayChange: true),
    PropertyDescription("gapAfter", .length, "replaces the gap of its stack or list behind this view", isDrawn: false),
    PropertyDescription("image", .any, "the file that an image shows, in quotes"),
    PropertyDescription(
      "lines", .number, "how many lines text may have; 0 is any number", of: ViewKind.texts, numbers: .from(0),
      isWhole: true, mayChange: true),
    PropertyDescription("placeholder", .text, "shown in an input without text", of: [.input]),
    PropertyDescription("radius", .length, "of rounded corners", numbers: .from(0), mayChange: true),
    PropertyDescription(
      "role", .any, "what a view is for, to those who draw or read it aloud", isDrawn: false),
    PropertyDescription(
      "stay", .word(["end"]),
      "a scroll view opens at the end of its content, and stays there while that grows, unless scrolled away",
      of: ViewKind.scrollViews, isDrawn: false),
    PropertyDescription(
      "style", .any, "what a text is: largeTitle, title1, headline, body, … or a named style of those who draw",
      mayChange: true),
    PropertyDescription(
      "text", .text, "what a view says, where it is put together or chosen: `text: \"Row \" + i`", of: ViewKind.texted,
      mayChange: true),
    PropertyDescription(
      "truncate", .word(TextTruncation.allCases.map(\.rawValue)),
      "where a text is cut that has more lines than it may, or too little room; tail, but clip in an input",
      of: ViewKind.texts, mayChange: true),
    PropertyDescription("was", .any, "the name this view had before; it goes on as the same view", isDrawn: false),
    PropertyDescription(
      "weight", .any, "of text: regular, bold, …, or 1 to 1000", of: ViewKind.texts, numbers: .within(1...1000),
      mayChange: true),
  ]

  /// What a number counts as: itself, or the nearest one of the range.
  package func counted(_ number: Double) -> Double {
    let number = isWhole ? number.rounded(.down) : number
    return switch range {
    case .any, .above: number
    case .from(let least): max(least, number)
    case .within(let range): max(range.lowerBound, min(range.upperBound, number))
    }
  }

  /// A number beyond the range, and the one that it counts as; nil of all other values.
  package func correction(of value: PropertyValue) -> (number: Double, meant: Double)? {
    guard case .number(.literal(let number)) = value else { return nil }
    let meant = counted(number)
    return meant == number ? nil : (number, meant)
  }

  /// What a property begins with that a file invents for those who draw: it is passed on as it is.
  package static let customPrefix = "data_"

  /// Whether a property is one of those, and has a name of its own.
  package static func isCustom(_ name: String) -> Bool {
    name.utf8.count > customPrefix.utf8.count && name.hasPrefix(customPrefix)
  }

  /// The entry of a property; nil for a property that is in no entry.
  package static func named(_ name: String) -> PropertyDescription? { numberByName[name].map { catalogue[$0] } }

  private static let numberByName = Dictionary(
    uniqueKeysWithValues: catalogue.enumerated().map { ($1.name, $0) })
}
