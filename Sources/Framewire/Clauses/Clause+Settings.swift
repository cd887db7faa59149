/// What a view is like. In a branch these hold while it does; of two the one in a branch wins, then the later one.
extension Clause {
  /// Not shown, and in a stack without room.
  public static var hidden: Clause { Clause(.hidden) }
  /// Points between the views of a stack or list, of a line and between lines of a flow, or between columns and rows.
  public static func gap(_ gap: Double) -> Clause { Clause(.gap(gap, lines: nil)) }
  /// A stack's padding, or how far a content is from its scroll view's edges.
  public static func inset(_ inset: Insets) -> Clause { Clause(.inset(inset)) }
  /// How the views of a column stand across it.
  public static func items(_ items: ColumnItems) -> Clause { Clause(.items(items.rawValue)) }
  /// How the views of a row stand across it.
  public static func rowItems(_ items: RowItems) -> Clause { Clause(.items(items.rawValue)) }
  /// How a stack shares its length out.
  public static func distribute(_ distribution: Distribution) -> Clause {
    Clause(.distribute(distribution))
  }
  /// How far the view's `margins` are from its edges; 8 unless said.
  public static func margins(_ margins: Insets) -> Clause { Clause(.margins(margins)) }
  /// A trait of the view and all that is in it: `.trait("direction", "rtl")`.
  public static func trait(_ name: String, _ value: String) -> Clause { Clause(.trait(name, value)) }
  /// The configuration that the view begins in; `.main` unless said.
  public static func initial(_ name: ConfigurationName) -> Clause { Clause(.initial(name)) }
  /// How whatever branches and configurations change of the view gets there, where they do not say it themselves.
  public static func conditions(animate timing: Timing) -> Clause { Clause(.conditions(timing)) }
  /// All branches and configurations in the view's block are chosen at once when something is set, and not once a turn.
  public static var directConditions: Clause { Clause(.directConditions) }
  /// In a branch: takes away what is said elsewhere of these, while the branch holds. Nothing else is overridden.
  public static func remove(_ attributes: Attribute...) -> Clause { Clause(.remove(attributes)) }

  /// How many lines a text may have; 0: any number.
  public static func lines(_ count: Int) -> Clause { Clause(.property("lines", .number(Double(count)))) }
  /// The opacity from 0 to 1; it is animated with the frame.
  public static func alpha(_ value: Double) -> Clause { Clause(.property("alpha", .number(value))) }
  /// Points behind the view, in place of the gap of its stack or list.
  public static func gapAfter(_ gap: Double) -> Clause { Clause(.property("gapAfter", .number(gap))) }
  /// The size of the text, in place of its style's.
  public static func fontSize(_ points: Double) -> Clause { Clause(.property("fontSize", .number(points))) }
  /// How round the corners are, for whoever draws.
  public static func radius(_ points: Double) -> Clause { Clause(.property("radius", .number(points))) }
  /// What a text is: `largeTitle`, `headline`, `body`, `caption1`, …, or a style of whoever draws.
  public static func style(_ style: String) -> Clause { Clause(.property("style", .word(style))) }
  /// How thick the strokes of the text are.
  public static func weight(_ weight: FontWeight) -> Clause { Clause(.property("weight", .word(weight.rawValue))) }
  /// The same as fonts count it, from 1 to 1000.
  public static func weight(_ number: Double) -> Clause { Clause(.property("weight", .number(number))) }
  /// Where a text is cut that does not fit.
  public static func truncate(_ how: Truncation) -> Clause { Clause(.property("truncate", .word(how.rawValue))) }
  /// What the view is for, to those who draw or read it aloud.
  public static func role(_ role: String) -> Clause { Clause(.property("role", .word(role))) }
  /// How lines of text stand in their view.
  public static func lines(align edge: LineAlignment) -> Clause { Clause(.property("align", .word(edge.rawValue))) }
  /// The family of text, by its name.
  public static func font(_ family: String) -> Clause { Clause(.property("font", .text(family))) }
  /// Shown in an input without text.
  public static func placeholder(_ text: String) -> Clause { Clause(.property("placeholder", .text(text))) }
  /// Whether what stands out of the view is cut off.
  public static func clips(_ clips: Bool = true) -> Clause { Clause(.property("clips", .word("\(clips)"))) }
  /// What the view is filled with, for whoever draws: `"ff8800"`, three, four, six or eight hexadecimal digits.
  public static func background(_ colour: Colour) -> Clause { Clause(.property("background", .colour(colour))) }
  /// The colour of text, for whoever draws; digits as of `background`.
  public static func color(_ colour: Colour) -> Clause { Clause(.property("color", .colour(colour))) }
  /// How wide a line along the inside of the view's edge is, for whoever draws.
  public static func border(_ width: Double) -> Clause { Clause(.property("border", .number(width))) }
  /// What that line is drawn with; digits as of `background`.
  public static func borderColor(_ colour: Colour) -> Clause { Clause(.property("borderColor", .colour(colour))) }
  /// Something that only whoever draws knows, passed on as it is. The name has letters, digits and `_`.
  public static func data(_ name: String, _ value: Double) -> Clause {
    Clause(.property("data_\(name)", .number(value)))
  }
  /// Something that only whoever draws knows, passed on as it is. The name has letters, digits and `_`.
  public static func data(_ name: String, _ value: String) -> Clause { Clause(.property("data_\(name)", .text(value))) }
  /// Whether something is so that only whoever draws knows. The name has letters, digits and `_`.
  public static func data(_ name: String, _ value: Bool) -> Clause {
    Clause(.property("data_\(name)", .word("\(value)")))
  }
  /// Whether a list makes room in a motion when this header or footer changes.
  public static func animatesChanges(_ animates: Bool) -> Clause {
    Clause(.property("animate", .word("\(animates)")))
  }
  /// The name that the view had before; it goes on as the same view.
  public static func was(_ name: String) -> Clause { Clause(.property("was", .word(name))) }
  /// Can be scrolled clear of the keyboard.
  static var avoidsKeyboard: Clause { Clause(.property("avoid", .word("keyboard"))) }
  /// Opens at the end of its content, and stays there while nobody scrolls away.
  static var staysAtEnd: Clause { Clause(.property("stay", .word("end"))) }
}

/// How thick the strokes of a text are, from 100 to 900 as fonts count it.
public enum FontWeight: String, Sendable {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
}

/// Where a text is cut that does not fit; `clip`: at the edge of its view, without an ellipsis.
public enum Truncation: String, Sendable { case tail, head, middle, clip }

/// How lines of text stand in their view.
public enum LineAlignment: String, Sendable { case leading, center, trailing }

/// What stands behind `NAME:`.
enum PropertyValue: Sendable {
  case number(Double)
  case text(String)
  case word(String)
  case colour(Colour)
  /// A number of a record, and what arithmetic makes of it.
  case sum(Sum)
  case field(FieldUse)
}
