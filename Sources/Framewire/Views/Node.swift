internal import LayoutModel

/// The identity of a view. It never changes, so anybody may share a view; what is said of it stands in blocks.
public final class Node: Sendable {
  let kind: ViewKind
  /// As given; a layout may have to call it otherwise.
  let name: String?
  let text: String?
  /// What was said where it was made: a stack's gap, its views.
  let own: Block
  /// Of a view of a file, that is named by its path. It can be in any layout.
  let path: String?
  let site: Site

  init(
    _ kind: ViewKind, _ name: String?, text: String? = nil, own: Block = Block(), path: String? = nil, _ site: Site
  ) {
    self.kind = kind
    self.path = path
    self.name = name
    self.text = text
    self.own = own
    self.site = site
  }

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
