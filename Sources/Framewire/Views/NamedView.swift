internal import LayoutModel

/// A view of a layout that is a text, by its path: what scenes and frames take where a program has no view itself.
///
/// ```swift
/// let title = NamedView("card.title")
/// scene[title].width
/// ```
///
/// `framewire swift-names FILE` writes such constants for a whole file, so that a renamed view is an error of the
/// compiler. A path says the same view in every version of a file. In blocks it stands for nothing.
public struct NamedView: View, CustomStringConvertible {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - path: the names from below the outermost view, joined by dots; `root` for that one.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ path: String, file: String = #fileID, line: UInt = #line) {
    node = Node(.box, path, found: .path(path), Site(file, line))
  }

  /// Its path.
  public var description: String { node.shownName }
}

/// A view of a layout that is a text, and that scrolls, by its path.
public struct NamedScrollView: Scrolling, CustomStringConvertible {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - path: the names from below the outermost view, joined by dots.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ path: String, file: String = #fileID, line: UInt = #line) {
    node = Node(.vscroll, path, found: .path(path), Site(file, line))
  }

  /// Its path.
  public var description: String { node.shownName }
}
