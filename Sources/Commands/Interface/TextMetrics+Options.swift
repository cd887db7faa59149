import LayoutEngine
import TextMeasurement

extension Verb.Option {
  /// The option of every verb that solves layouts by itself.
  static let text = Verb.Option(
    name: "text", value: "METRICS",
    meaning: "fonts (the default), or fixed: a character of body text is 8 points wide, a line 20 high",
    completion: .words(["fonts", "fixed"]))

  static let font = Verb.Option(
    name: "font", value: "PATH", meaning: "a font file, or a folder of them, that 'font:' in layouts can name",
    repeats: true, completion: .files)
}

extension TextMetrics {
  /// Reads `--text` and `--font`.
  init(from invocation: Invocation) throws(Failure) {
    let fonts = invocation.values("font")
    switch try Verb.choice("text", of: ["fonts", "fixed"], in: invocation) {
    case "fixed":
      guard fonts.isEmpty else { throw .usage("--font has no effect with --text fixed") }
      self = .fixed
    default: self = .fonts(fonts)
    }
  }
}

extension Verb {
  /// The measurer that `--text` and `--font` ask for.
  static func textMeasurer(from invocation: Invocation) throws(Failure) -> any TextMeasuring {
    let metrics = try TextMetrics(from: invocation)
    do throws(FontMeasurerError) { return try metrics.makeMeasurer() } catch { throw Failure(error) }
  }
}

extension Failure {
  init(_ error: FontMeasurerError) {
    switch error {
    case .font: self.init(message: "\(error)", help: "fonts are .ttf and .otf files", code: .noInput)
    case .system: self.init(message: "\(error)", help: "--text fixed does without fonts", code: .internalError)
    }
  }
}
