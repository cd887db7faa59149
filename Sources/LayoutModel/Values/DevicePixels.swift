import LayoutSyntax

/// Tells of lengths in device pixels that were meant in points, as those of CSS are: where the file has a scene at
/// another scale, `width 300px` is half as wide as somebody thinks.
extension LayoutResolver {
  /// A line of so many device pixels is meant as one: by feel, with room for thick ones at high scales.
  private static let widestLine: Double = 4

  /// Reports them, when the surroundings are known.
  mutating func warnOfPixels() {
    let layout = builder.layout
    let stated =
      [layout.environment.scale] + layout.previews.map(\.environment.scale) + layout.tests.map(\.environment.scale)
    guard let scale = stated.lazy.compactMap({ $0 }).first(where: { $0 != 1 }) else { return }
    builder.complaints.instance = 0
    for token in files[0].tree.tokens {
      guard let (written, pixels) = Self.pixels(token, in: files[0].tree.source) else { continue }
      builder.complaints.report(.devicePixels(written, pixels / scale, scale), at: place(token.span, in: 0))
    }
  }

  /// Whether one of the edited literals is, or was, one to tell of.
  func tellsOfPixels(_ edits: [LiteralEdit], in newer: [SourceFile]) -> Bool {
    edits.indices.contains { file in
      edits[file].literals.contains { literal in
        [files[file].tree, newer[file].tree].contains {
          Self.pixels($0.tokens[Int(literal)], in: $0.source) != nil
        }
      }
    }
  }

  /// The number of a length in device pixels that is more than a line.
  private static func pixels(_ token: SyntaxToken, in source: SourceText) -> (written: String, Double)? {
    guard token.word == .px, token.kind == .number else { return nil }
    let written = String(source.text(in: token.span).dropLast(2))
    guard let pixels = Double(written), pixels > widestLine else { return nil }
    return (written, pixels)
  }
}

extension Complaint {
  fileprivate static func devicePixels(_ written: String, _ points: Double, _ scale: Double) -> Complaint {
    func text(_ number: Double) -> String {
      let rounded = (number * 100).rounded() / 100
      return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
    return Complaint(
      .devicePixels, "\(written)px are \(text(points)) points at a scale of \(text(scale))", replacement: written,
      help: ["help: a length in points has no unit; 'px' is for lines as thin as the device has them"])
  }
}
