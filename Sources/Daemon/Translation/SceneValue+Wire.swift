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
    let literals = value.literals.map { places in
      places.compactMap { place in
        WireSpan(place, in: sources).map { span in
          Literal(span: span, text: sources.first { $0.name == place.file }?.text(in: place.span) ?? "")
        }
      }
    }
    self.init(
      name: value.name, settable: value.settable, value: value.value, priority: value.priority.map { Double($0) },
      from: source, key: value.key, written: value.written, span: value.place.flatMap { WireSpan($0, in: sources) },
      clause: value.clause, literals: literals)
  }
}
