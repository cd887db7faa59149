import Drawing
import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Wire

/// How scenes are drawn: what the options of `render` say about every picture.
struct PictureManner {
  /// What is drawn over the scene.
  var overlays: Set<Overlay> = []
  /// Whose constraints are drawn.
  var view: String?
  /// Nil: light or dark, as the scene is.
  var theme: Theme?
  /// Colours that layouts name.
  var palette = Palette()

  static let options = [
    Verb.Option(
      name: "show", value: "WHAT",
      meaning: "drawn over the scene: " + Overlay.allCases.map(\.rawValue).joined(separator: " "),
      repeats: true, completion: .words(Overlay.allCases.map(\.rawValue))),
    Verb.Option(
      name: "view", value: "VIEW", meaning: "whose constraints --show constraints draws", completion: .names(.views)),
    Verb.Option(
      name: "theme", value: "THEME", meaning: "light, dark or print; as the scene is if left out",
      completion: .words(["light", "dark", "print"])),
    Verb.Option(
      name: "paint", value: "NAME=COLOUR", meaning: "what a colour is that layouts name: brand=#0a5bd8", repeats: true),
  ]

  init(from invocation: Invocation) throws(Failure) {
    for word in invocation.values("show").flatMap({ $0.split(whereSeparator: { $0 == "," || $0 == " " }) }) {
      guard let overlay = Overlay(rawValue: String(word)) else {
        let near = nearestName(to: String(word), in: Overlay.allCases.map(\.rawValue))
        throw .usage(
          "--show has no '\(word)'\(didYouMean(near))",
          help: "it has: \(Overlay.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      overlays.insert(overlay)
    }
    view = invocation.value("view")
    guard overlays.contains(.constraints) == (view != nil) else {
      throw view == nil
        ? .usage("--show constraints needs --view VIEW", help: "those of all views at once are a tangle")
        : .usage("--view goes with --show constraints")
    }
    switch invocation.value("theme") {
    case nil: break
    case "light": theme = .light
    case "dark": theme = .dark
    case "print": theme = .print
    case let word?: throw .usage("--theme is light, dark or print, not '\(word)'")
    }
    var named: [String: Colour] = [:]
    for text in invocation.values("paint") {
      let (name, value) = try TypedValue.assignment(text)
      guard let colour = VariableValue.bytes(ofColour: value).map(Colour.init) ?? Palette().colour(named: value) else {
        throw Failure(message: "'\(value)' is no colour", help: "write \(name)=#rrggbb", code: .badValue)
      }
      named[name] = colour
    }
    palette = Palette(named)
  }

  /// Draws a scene as it is now.
  ///
  /// - Parameter unknown: gets the names of colours that nobody has said anything about.
  func picture(of scene: inout some SceneSource, unknown: inout Set<String>) throws(Failure) -> DrawnScene {
    let frames = try scene.frames()
    let isDark = try scene.trait("style") == "dark"
    let theme = theme ?? (isDark ? .dark : .light)
    let drawing = SceneDrawing(
      of: frames, theme: theme, palette: palette, showing: overlays, annotations: try annotations(of: &scene, frames))
    unknown.formUnion(drawing.unknownColours)
    return DrawnScene(artwork: drawing.artwork, theme: theme, frames: frames)
  }

  /// Whether an overlay shows what a scene has to be asked for, besides its frames.
  static func needsScene(_ overlay: Overlay) -> Bool {
    [.margins, .conflicts, .ambiguous, .constraints].contains(overlay)
  }

  private func annotations(of scene: inout some SceneSource, _ frames: FrameSet) throws(Failure) -> Annotations {
    var annotations = Annotations()
    if overlays.contains(.margins), let root = frames.views.first {
      annotations.guides = try scene.reasons(of: root.path).guides.filter { $0.path == root.path }
        .map { Annotations.Guide($0.guide, Rect($0.frame)) }
    }
    if !overlays.isDisjoint(with: [.conflicts, .ambiguous]) {
      for diagnostic in try scene.diagnostics() {
        guard let view = diagnostic.view, let overlay = Self.overlays[diagnostic.code] else { continue }
        annotations.flaws.append(Annotations.Flaw(overlay, view: view, diagnostic.code))
      }
    }
    if let view {
      let reasons = try scene.reasons(of: view)
      annotations.ties = TieFinder(frames).ties(of: view, reasons)
    }
    return annotations
  }

  private static let overlays: [String: Overlay] = [
    SceneCode.conflictingConstraints.rawValue: .conflicts, SceneCode.ambiguous.rawValue: .ambiguous,
  ]
}

/// A scene and the picture of it.
struct DrawnScene {
  let artwork: Artwork
  let theme: Theme
  let frames: FrameSet
}

extension Rect {
  /// - Parameter numbers: x, y, width and height.
  init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
