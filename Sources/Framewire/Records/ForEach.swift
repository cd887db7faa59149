/// Views for each record of a list. The body is read once: it says what each of them makes, and `message` is whichever.
///
/// ```swift
/// List("rows", gap: 4) {
///   ForEach(messages) { message in
///     row(.height(64)) {
///       name(.text("From \(message.from)"))
///       If(message.unread) { dot(.alpha(1)) }
///     }
///   }
/// }
/// scene[row.of("a")]                        // the row of the record with this key
/// ```
///
/// Records that are set, come, go and move are a scene's: `scene.insert(…, into: messages)`. A view is the same view as
/// long as its record's key is. What is known while the program builds the layout needs no records: Swift's `for`.
public struct ForEach<Record: LayoutRecord>: Element {
  let loop: RecordLoop
  let block: Block

  /// - Parameters:
  ///   - records: what there is a view for.
  ///   - timing: how views move when there are other records, or other values of them; nil: they are there at once.
  ///   - body: gets the fields of a record, and says what stands here for it.
  public init(
    _ records: Records<Record>, animate timing: Timing? = nil, @BlockBuilder body: (RecordFields<Record>) -> Block
  ) {
    loop = RecordLoop(records.list, timing)
    block = body(RecordFields(loop: loop, fields: records.fields))
  }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.records(loop, block), site) }
}

/// A `ForEach`, which is something else than another one over the same list.
final class RecordLoop: Sendable {
  let list: RecordList
  let timing: Timing?

  init(_ list: RecordList, _ timing: Timing?) {
    self.list = list
    self.timing = timing
  }
}

/// A field of the record at hand.
struct FieldUse: Sendable {
  let loop: RecordLoop
  /// Nil for a property that is no field.
  let name: String?
}

/// The fields of the record at hand, read like the properties that they are of.
@dynamicMemberLookup public struct RecordFields<Record>: Sendable {
  let loop: RecordLoop
  let fields: [RecordField<Record>]

  /// A text, for `.text(…)` and to be compared with one in an `If`.
  public subscript(dynamicMember path: KeyPath<Record, String>) -> RecordText {
    RecordText(parts: [.field(use(of: path))])
  }
  /// A number, wherever a length may stand.
  public subscript(dynamicMember path: KeyPath<Record, Double>) -> Anchor<Length> { number(path) }
  /// A number, wherever a length may stand.
  public subscript(dynamicMember path: KeyPath<Record, Int>) -> Anchor<Length> { number(path) }
  /// A condition: `If(message.unread) { … }`.
  public subscript(dynamicMember path: KeyPath<Record, Bool>) -> Condition { Condition(.field(use(of: path))) }
  /// A colour: `.background(message.tint)`.
  public subscript(dynamicMember path: KeyPath<Record, Colour>) -> RecordColour { RecordColour(use: use(of: path)) }

  private func use(of path: AnyKeyPath) -> FieldUse {
    FieldUse(loop: loop, name: fields.first { $0.path == path }?.name)
  }

  private func number(_ path: AnyKeyPath) -> Anchor<Length> {
    Anchor(Place(node: Node(field: use(of: path)), guide: .frame), .width)
  }
}

/// A colour that a record says.
public struct RecordColour: Sendable {
  let use: FieldUse
}

/// A text with what a record says in it: `"From \(message.from)"`.
public struct RecordText: Sendable, ExpressibleByStringInterpolation {
  enum Part: Sendable {
    case text(String)
    case field(FieldUse)
  }

  var parts: [Part]

  init(parts: [Part]) { self.parts = parts }
  public init(stringLiteral value: String) { parts = [.text(value)] }
  /// What stands between the quotes, piece by piece.
  public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  /// What stands between the quotes.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// What the program says itself.
    public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.text(literal)) } }
    /// A field that is a text.
    public mutating func appendInterpolation(_ text: RecordText) { parts += text.parts }
    @available(*, unavailable, message: "no text has a number of a record in it; give the record a text that says it")
    public mutating func appendInterpolation(_ number: Anchor<Length>) {}
    /// A text of the program's.
    public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
  }

  /// The field is this text.
  public static func == (left: RecordText, right: String) -> Condition { Condition(.text(left, right)) }
  /// The field is another text.
  public static func != (left: RecordText, right: String) -> Condition { !(left == right) }
}

extension Clause {
  /// What a label, a button or an input says, in place of the text with which it was made.
  public static func text(_ text: RecordText) -> Clause { Clause(.text(text)) }
  /// The opacity that a record says, from 0 to 1.
  public static func alpha(_ value: Anchor<Length>) -> Clause { Clause(.property("alpha", .sum(value.sum))) }
  /// The size of the text that a record says.
  public static func fontSize(_ points: Anchor<Length>) -> Clause { Clause(.property("fontSize", .sum(points.sum))) }
  /// The roundness of corners that a record says.
  public static func radius(_ points: Anchor<Length>) -> Clause { Clause(.property("radius", .sum(points.sum))) }
  /// The width of the line at the edge that a record says.
  public static func border(_ width: Anchor<Length>) -> Clause { Clause(.property("border", .sum(width.sum))) }
  /// What the view is filled with, as a record says.
  public static func background(_ colour: RecordColour) -> Clause {
    Clause(.property("background", .field(colour.use)))
  }
  /// The colour of text that a record says.
  public static func color(_ colour: RecordColour) -> Clause { Clause(.property("color", .field(colour.use))) }
  /// What the line at the edge is drawn with, as a record says.
  public static func borderColor(_ colour: RecordColour) -> Clause {
    Clause(.property("borderColor", .field(colour.use)))
  }
}

extension View {
  /// The view of the record with a key, for scenes and frames: `scene[title.of("a")]`. In blocks it stands for nothing.
  ///
  /// - Parameter keys: of each `ForEach` around it, the outermost first; a number as it is written.
  public func of(_ keys: String...) -> RecordView { RecordView(node: Node(node, of: keys)) }
}

/// A view of one record.
public struct RecordView: View {
  /// Which view it is.
  public let node: Node
}
