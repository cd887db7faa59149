/// How a view looks, besides where it is and what text it has: what its layout says for those who draw, as it holds
/// now.
///
/// Lengths are in 64ths of a point. Nothing here has a say in the frames.
public struct Look: Hashable, Sendable {
  /// What the view is filled with; nil: nothing.
  public var background: Paint?
  /// What its text is drawn with; nil: whoever draws decides.
  public var color: Paint?
  /// Of its rounded corners.
  public var radius: Int32 = 0
  /// The width of the line along the inside of its edge; 0: none.
  public var border: Int32 = 0
  /// What that line is drawn with; nil: whoever draws decides.
  public var borderColor: Paint?
  /// The picture that it shows.
  public var image: Image?
  /// Shown in an input without text.
  public var placeholder: String?
  /// What the view is for, in the file's words.
  public var role: String?
  /// Where lines of text stand in the view; nil where there are none.
  public var align: Alignment?
  /// What a text is, in the file's words: `headline`, or the name of a style of those who draw.
  public var style: String?
  /// How its text is set; nil for views without.
  public var font: Font?
  /// Properties that the file invents for those who draw, by name without the `data_`; sorted by name.
  public var data: [Datum] = []

  public init() {}

  /// Whether there is nothing to be said.
  public var isPlain: Bool { self == Look() }

  /// A colour, or the name of one.
  public enum Paint: Hashable, Sendable {
    /// Red, green, blue and opacity, a byte each, as 0xrrggbbaa; sRGB, not multiplied by the opacity.
    case colour(UInt32)
    /// A name that only who draws knows.
    case named(String)

    /// As the stream has it: `#rrggbbaa`, or the name.
    public var text: String {
      switch self {
      case .named(let name): return name
      case .colour(let bytes):
        let digits = String(bytes, radix: 16)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }

    /// Reads what `text` writes: eight digits behind a `#` are a colour, whatever else is a name.
    public init(_ text: String) {
      let digits = text.dropFirst()
      if text.hasPrefix("#"), digits.utf8.count == 8, let bytes = UInt32(digits, radix: 16), !digits.hasPrefix("+") {
        self = .colour(bytes)
      } else {
        self = .named(text)
      }
    }
  }

  /// A picture in a file.
  public struct Image: Hashable, Sendable {
    /// As the layout reaches it: from the folder that is served.
    public var path: String
    /// In 64ths of a point; nil while the file is not there, or has no size.
    public var width: Int32?
    /// In 64ths of a point; nil while the file is not there, or has no size.
    public var height: Int32?
    /// Another one whenever the file was saved: who has drawn it reads it again.
    public var version: Int

    public init(path: String, width: Int32? = nil, height: Int32? = nil, version: Int = 0) {
      self.path = path
      self.width = width
      self.height = height
      self.version = version
    }
  }

  /// Where lines of text stand in their view.
  public enum Alignment: String, Sendable, CaseIterable {
    case leading, center, trailing
  }

  /// How a text is set, with the trait `contentSize` taken into account.
  public struct Font: Hashable, Sendable {
    /// As the file names it; nil: the measurer's own.
    public var family: String?
    /// The side of the em square, in 64ths of a point.
    public var size: Int32
    /// As fonts count it: 400 is regular, 700 is bold.
    public var weight: Int
    /// How many lines are shown at most; 0: as many as there are.
    public var lines: Int
    /// Whether paragraphs without a direction of their own run from right to left.
    public var isRightToLeft: Bool

    public init(family: String? = nil, size: Int32, weight: Int, lines: Int, isRightToLeft: Bool) {
      self.family = family
      self.size = size
      self.weight = weight
      self.lines = lines
      self.isRightToLeft = isRightToLeft
    }
  }

  /// A property that only who draws knows.
  public struct Datum: Hashable, Sendable {
    /// Without the `data_` before it.
    public var name: String
    /// As its literal has it.
    public var value: Value

    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }

    /// What a literal can be.
    public enum Value: Hashable, Sendable {
      /// A number; a length is in points, a duration in milliseconds.
      case number(Double)
      /// A colour is `#rrggbbaa`.
      case text(String)
      case truth(Bool)
    }
  }
}

/// The number of a look in a scene, by which views refer to it.
///
/// It stays while the look moves, so what many views share is said once. When no view has the look any more, the number
/// is free for another one.
public struct LookID: Hashable, Comparable, Sendable {
  /// From 1.
  public let value: UInt32

  @inlinable public init(_ value: UInt32) { self.value = value }
  @inlinable public static func < (left: LookID, right: LookID) -> Bool { left.value < right.value }
}

/// What a number stands for, from now on.
public struct NumberedLook: Equatable, Sendable {
  /// The number.
  public var id: LookID
  /// How views with it look.
  public var look: Look

  public init(id: LookID, look: Look) {
    self.id = id
    self.look = look
  }
}

/// How a view is drawn: how it looks, and the lines that its text was broken into.
public struct ViewDrawing: Equatable, Sendable {
  /// How it looks.
  public var look: Look
  /// From the top; empty without text. Of an input without text, those of its placeholder.
  public var lines: [TextLine]

  public init(look: Look = Look(), lines: [TextLine] = []) {
    self.look = look
    self.lines = lines
  }
}

/// How a view is drawn, as a stream tells it: with a number for its look.
///
/// Only those who ask are told, so it is no part of a view's content.
public struct ViewAppearance: Equatable, Sendable {
  /// Nil where nothing is to be said.
  public var look: LookID?
  /// From the top; empty without text.
  public var lines: [TextLine]

  public init(look: LookID? = nil, lines: [TextLine] = []) {
    self.look = look
    self.lines = lines
  }

  /// Whether there is nothing to be said.
  public var isPlain: Bool { look == nil && lines.isEmpty }
}

/// A line of a text, as it was measured: whoever draws it breaks nothing.
///
/// Lengths are in 64ths of a point, in the view's own space.
public struct TextLine: Hashable, Sendable {
  /// What is to be read on the line, with the ellipsis where it is cut; without the blanks and the end of line that
  /// broke it.
  public var text: String
  /// Where what it stands for begins in the view's text, and where that ends, in bytes of UTF-8. A line that is cut
  /// stands for all that follows.
  public var range: Range<Int>
  /// Of its left end.
  public var x: Int32
  /// From the top of the view.
  public var baseline: Int32
  /// As it is drawn.
  public var width: Int32
  /// Whether it belongs to a paragraph that is read from right to left, which orders its words and signs.
  public var isRightToLeft: Bool

  public init(text: String, range: Range<Int>, x: Int32, baseline: Int32, width: Int32, isRightToLeft: Bool = false) {
    self.text = text
    self.range = range
    self.x = x
    self.baseline = baseline
    self.width = width
    self.isRightToLeft = isRightToLeft
  }
}
