/// A tree of views with what is said of them: a value, built once, solved as often as one likes, by any task.
///
/// ```swift
/// let title = Label("title", text: "Hello")
/// let page = Layout("page") { screen in
///   title(.center(.x), .top(8))
///   If(screen.width >= 600) { title.width <= 320 }
/// }
/// page.frames(width: 390, height: 844)[title]   // x 175, y 8, 40 × 20
/// print(page.text())                            // the same as a .layout file
/// ```
///
/// A layout is a document: mistakes are diagnostics (`check()`), what is wrong is left out, and the rest is laid out.
public struct Layout: Sendable, CustomStringConvertible {
  /// What it is called, as a file would: `layout NAME { … }`.
  public let name: String
  /// The outermost view.
  public let root: Root
  private(set) var block: Block
  /// Of a layout that was parsed: its text. Its block is empty.
  let parsed: ParsedText?

  /// - Parameters:
  ///   - name: a name of one line, without backticks.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: what stands on the screen.
  public init(
    _ name: String, file: String = #fileID, line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    self.init(name, file: file, line: line) { _ in body() }
  }

  /// - Parameters:
  ///   - name: a name of one line, without backticks.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: gets the outermost view, and says what stands on it.
  public init(
    _ name: String, file: String = #fileID, line: UInt = #line, @BlockBuilder body: (Root) -> Block
  ) {
    self.name = name
    root = Root(node: Node(.view, nil, Site(file, line)))
    block = body(root)
    parsed = nil
  }

  init(_ text: ParsedText) {
    name = text.resolved.name
    let line = text.source.position(of: text.resolved.span.start).line
    root = Root(node: Node(.view, nil, Site(file: text.source.name, line: Int(line))))
    block = Block()
    parsed = text
  }

  /// Says more of the same views, at the end: `scene.layout.add { title.top == image.top }` holds from the next turn
  /// on. What was parsed says everything in its text; there this is told as E2503.
  public mutating func add(@BlockBuilder _ body: () -> Block) { block = block.adding(body()) }

  /// `layout page`; the whole of it is `text()`.
  public var description: String { "layout \(name)" }

  /// The layout as a `.layout` file that people would have written, formatted: names and ids are kept, what is said of
  /// a view stands on its line and in its braces, and components are written out. What is wrong is left out.
  ///
  /// Parsing it gives the same layout: the same frames in all surroundings. A view without a name that stands in
  /// several branches gets one, since there is no other way to say that it is the same. What was parsed is what it was,
  /// in the one style, with whatever else stands in its text.
  public func text() -> String {
    String(decoding: parsed?.formatted ?? CompiledLayout(self).source.bytes, as: UTF8.self)
  }
}
