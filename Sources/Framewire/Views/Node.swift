internal import LayoutModel

/// The identity of a view. It never changes, so anybody may share a view; what is said of it stands in blocks.
public final class Node: Sendable {
  let kind: ViewKind
  /// As given; a layout may have to call it otherwise.
  let name: String?
  let text: String?
  /// What was said where it was made: a stack's gap, its views.
  let own: Block
  /// Of what cannot stand in a block: how it is found.
  let found: Found?
  let site: Site

  init(
    _ kind: ViewKind, _ name: String?, text: String? = nil, own: Block = Block(), found: Found? = nil, _ site: Site
  ) {
    self.kind = kind
    self.found = found
    self.name = name
    self.text = text
    self.own = own
    self.site = site
  }

  /// The view of the record with keys.
  convenience init(_ pattern: Node, of keys: [String]) {
    self.init(pattern.kind, pattern.name, found: .copy(pattern, keys), pattern.site)
  }

  /// A number of a record, which stands where views do in sums.
  convenience init(field: FieldUse) { self.init(.guide, field.name, found: .field(field), field.loop.list.site) }

  /// How something is found that stands in no block.
  enum Found: Sendable {
    /// A view of a file, by its path. It can be in any layout.
    case path(String)
    /// The view that a view is for one record.
    case copy(Node, [String])
    case field(FieldUse)
  }

  /// Of a view of a file.
  var path: String? { if case .path(let path)? = found { path } else { nil } }
  /// Of a number of a record.
  var field: FieldUse? { if case .field(let use)? = found { use } else { nil } }

  /// What it is called in complaints about it.
  var shownName: String { name ?? kind.rawValue }
}

/// Where a program says something: its `#fileID` and line; of a layout that was parsed, the name and line of its text.
public struct Site: Hashable, Sendable, CustomStringConvertible {
  /// `Module/File.swift`, or what a text goes by.
  public let file: String
  /// From 1.
  public let line: Int

  init(_ file: String, _ line: UInt) { self.init(file: file, line: Int(line)) }

  /// A line of a text that is no program.
  init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// `Module/File.swift:12`.
  public var description: String { "\(file):\(line)" }
}

/// A rectangle with anchors: a view, a guide of one, or those of the parent of whatever view is being spoken of.
public struct Place: Equatable, Sendable {
  /// Nil: the parent of the view that is being spoken of.
  var node: Node?
  var guide: GuideKind

  public static func == (left: Place, right: Place) -> Bool { left.node === right.node && left.guide == right.guide }
}

/// The rectangles that every view has, in the words of the layout language.
enum GuideKind: String, Sendable {
  case frame, safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame
}
