internal import LayoutModel

/// A view that scrolls up and down, and only when it must. Its content is as wide as it is, and at least as high.
///
/// In it `Super` and `.super` are the content, so something must reach its end: a view that fills it, or has
/// `.bottom(0)`.
public struct VScroll: Scrolling {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - inset: how far the content's edges are from the view's.
  ///   - avoidsKeyboard: whether it can be scrolled clear of the keyboard.
  ///   - staysAtEnd: whether it opens at the end, and stays there while the content grows, unless scrolled away.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: what is in the content.
  public init(
    _ name: String? = nil, inset: Insets = 0, avoidsKeyboard: Bool = false, staysAtEnd: Bool = false,
    file: String = #fileID, line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    node = Node(.vscroll, name, own: Block.scroll(0, inset, avoidsKeyboard, staysAtEnd, site).adding(body()), site)
  }
}

/// A view that scrolls to the sides, and only when it must. Its content is as high as it is, and at least as wide.
///
/// In it `Super` and `.super` are the content, so something must reach its end: a view that fills it, or has
/// `.trailing(0)`.
public struct HScroll: Scrolling {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - inset: how far the content's edges are from the view's.
  ///   - avoidsKeyboard: whether it can be scrolled clear of the keyboard.
  ///   - staysAtEnd: whether it opens at the end, and stays there while the content grows, unless scrolled away.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: what is in the content.
  public init(
    _ name: String? = nil, inset: Insets = 0, avoidsKeyboard: Bool = false, staysAtEnd: Bool = false,
    file: String = #fileID, line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    node = Node(.hscroll, name, own: Block.scroll(0, inset, avoidsKeyboard, staysAtEnd, site).adding(body()), site)
  }
}

/// A column that scrolls: each view as wide as the list and as high as what is in it asks.
///
/// ```swift
/// List("rows", gap: 4, inset: 10, header: title) { for row in rows { row } }
/// ```
public struct List: Scrolling {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - gap: points between neighbours.
  ///   - inset: how far the content's edges are from the view's.
  ///   - header: stands first, and goes by the name `header`. When its height changes the list makes room in 300 ms.
  ///   - footer: stands last, and goes by the name `footer`; like the header.
  ///   - avoidsKeyboard: whether it can be scrolled clear of the keyboard.
  ///   - staysAtEnd: whether it opens at the end, and stays there while the content grows, unless scrolled away.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: the rows.
  public init(
    _ name: String? = nil, gap: Double = 0, inset: Insets = 0, header: (any View)? = nil, footer: (any View)? = nil,
    avoidsKeyboard: Bool = false, staysAtEnd: Bool = false, file: String = #fileID, line: UInt = #line,
    @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    func edge(_ view: (any View)?, _ name: String) -> Block {
      guard let view else { return Block() }
      return Block([Statement(.view(Declaration(node: view.node, clauses: [], body: Block(), role: name)), site)])
    }
    let settings = Block.scroll(gap, inset, avoidsKeyboard, staysAtEnd, site)
    let rows = edge(header, "header").adding(body()).adding(edge(footer, "footer"))
    node = Node(.list, name, own: settings.adding(rows), site)
  }
}

extension Block {
  fileprivate static func scroll(
    _ gap: Double, _ inset: Insets, _ avoidsKeyboard: Bool, _ staysAtEnd: Bool, _ site: Site
  ) -> Block {
    var clauses: [Clause] = []
    if gap != 0 { clauses.append(.gap(gap)) }
    if inset != 0 { clauses.append(.inset(inset)) }
    if avoidsKeyboard { clauses.append(.avoidsKeyboard) }
    if staysAtEnd { clauses.append(.staysAtEnd) }
    return Block(clauses, site)
  }
}
