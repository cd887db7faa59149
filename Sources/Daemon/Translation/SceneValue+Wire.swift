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
    self.init(
      name: value.name, settable: value.settable, value: value.value, priority: value.priority.map { Double($0) },
      from: source, written: value.written, span: value.place.flatMap { WireSpan($0, in: sources) })
  }
}
