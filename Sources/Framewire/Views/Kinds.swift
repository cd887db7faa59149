internal import LayoutModel

/// A plain view. It has no natural size.
public struct Box: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what the view goes by; nil for one that nobody asks for.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String? = nil, file: String = #fileID, line: UInt = #line) {
    node = Node(.box, name, Site(file, line))
  }
}

/// A text that wraps. It has the natural size of its text.
public struct Label: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what the view goes by; nil for one that nobody asks for.
  ///   - text: what it says.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String? = nil, text: String? = nil, file: String = #fileID, line: UInt = #line) {
    node = Node(.label, name, text: text, Site(file, line))
  }
}

/// A text on one line that can be pressed. It has the natural size of its text.
public struct Button: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what the view goes by; nil for one that nobody asks for.
  ///   - text: what it says.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String? = nil, text: String? = nil, file: String = #fileID, line: UInt = #line) {
    node = Node(.button, name, text: text, Site(file, line))
  }
}

/// A line to write in. It is as high as a line of text.
public struct Input: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what the view goes by; nil for one that nobody asks for.
  ///   - text: what it says.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String? = nil, text: String? = nil, file: String = #fileID, line: UInt = #line) {
    node = Node(.input, name, text: text, Site(file, line))
  }
}

/// A picture. `file` is read by whoever serves layouts; in a program say how big it is with `.intrinsic(…)`.
public struct Image: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what the view goes by; nil for one that nobody asks for.
  ///   - file: the picture's path, which a file of this layout would name.
  ///   - fileID: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String? = nil, _ file: String? = nil, fileID: String = #fileID, line: UInt = #line) {
    node = Node(.image, name, text: file, Site(fileID, line))
  }
}

/// A rectangle that is constrained like a view and never shown:
/// `Guide("page")(.at(x: 0, y: 0, width: 100, height: 30))`.
public struct Guide: View {
  /// Which guide it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(_ name: String, file: String = #fileID, line: UInt = #line) {
    node = Node(.guide, name, Site(file, line))
  }
}

/// What takes the rest of a stack, or a given part of it. It is never drawn, and asks for nothing across the stack.
public struct Spacer: View {
  /// Which view it is.
  public let node: Node

  /// Takes what is left over.
  ///
  /// - Parameters:
  ///   - min: at least so many points.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(min: Double = 0, file: String = #fileID, line: UInt = #line) {
    node = Self.node(.atLeast, min > 0 ? min : nil, Site(file, line))
  }

  /// Takes exactly so many points along its stack.
  public init(_ length: Double, file: String = #fileID, line: UInt = #line) {
    node = Self.node(.equal, length, Site(file, line))
  }

  private static func node(_ comparison: Comparison, _ length: Double?, _ site: Site) -> Node {
    let own = length.map { Block([Statement(.clause(Clause(.spacer(comparison, $0))), site)]) }
    return Node(.spacer, nil, own: own ?? Block(), site)
  }
}

/// The screen, or whatever a layout is shown in: `Layout("panes") { screen in … }`.
public struct Root: View {
  /// Which view it is.
  public let node: Node
}
