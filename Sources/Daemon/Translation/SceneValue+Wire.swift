import LayoutRuntime
import LayoutSyntax
import Wire

extension Wire.Reply.Value {
  init(_ value: SceneValue, in sources: [SourceText]) {
    let source: Source =
      switch value.source {
      case .file: .file
      case .outside: .outside
      case .standard: .default
      }
    let content: Content
    var required: Double?
    switch value.content {
    case .constant(let numbers, let priority):
      content = .constant(numbers)
      required = priority.map { Double($0) }
    case .variable(let number): content = .variable(.number(number))
    case .variableText(let text): content = .variable(.string(text))
    case .flag(let isSet): content = .flag(isSet)
    case .trait(let word): content = .trait(word)
    }
    self.init(
      name: value.name, content: content, priority: required, from: source, written: value.written,
      span: value.place.flatMap { WireSpan($0, in: sources) })
  }
}
