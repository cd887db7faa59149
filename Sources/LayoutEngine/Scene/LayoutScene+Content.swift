import Geometry
import LayoutModel

/// What each view's content asks for: its text measured, or what the file or a client states.
extension LayoutScene {
  /// Measures the texts that changed since the last solve; all of them the first time.
  mutating func measureTexts(_ measurer: some TextMeasuring) {
    guard let before = solvedInputs else {
      for index in layout.views.indices where layout.views[index].kind.hasText {
        measureText(of: ViewID(Int32(index)), measurer)
      }
      return
    }
    if before.variables != inputs.variables {
      for view in facts.viewsWithLines { measureText(of: view, measurer) }
    }
    guard before.texts != inputs.texts else { return }
    for path in Set(before.texts.keys).union(inputs.texts.keys) where before.texts[path] != inputs.texts[path] {
      if let view = viewsByPath[path], facts.tree.kinds[Int(view.index)].hasText {
        measureText(of: view, measurer)
      }
    }
  }

  private mutating func measureText(of view: ViewID, _ measurer: some TextMeasuring) {
    let index = Int(view.index)
    guard let text = text(of: view) else {
      texts[index] = nil
      return
    }
    let lines = lineLimit(of: view)
    if let known = texts[index], known.lines == lines, known.text == text { return }
    statistics.measurements += 1
    texts[index] = MeasuredText(text: text, lines: lines, size: measurer.measure(text, width: nil, lines: lines))
  }

  /// How many lines of text `view` shows; 0: all. Labels wrap unless the file says otherwise.
  private func lineLimit(of view: ViewID) -> Int {
    let index = Int(view.index)
    for setting in layout.views[index].settings {
      if case .property(name: "lines", .number(let lines)) = layout.settings[Int(setting)].setting {
        return Int(max(0, min(1e6, values.value(of: lines))))
      }
    }
    return facts.tree.kinds[index] == .label ? 0 : 1
  }

  /// The text shown in `view`: what the outside set, else the file's.
  func text(of view: ViewID) -> String? {
    let index = Int(view.index)
    if !inputs.texts.isEmpty, let text = inputs.texts[layout.views[index].path] { return text }
    return layout.views[index].text
  }

  /// What every view's content asks for in a structure, before any text is wrapped.
  func naturalSizes(in structure: SceneStructure) -> [NaturalSize] {
    var naturals = [NaturalSize](repeating: .none, count: layout.views.count)
    for index in naturals.indices {
      if let text = texts[index] { naturals[index] = NaturalSize(text.size) }
      let settings = structure.settingsIndex(of: ViewID(Int32(index)))
      if structure.distinctSettings[settings].statesContent {
        naturals[index].take(structure.distinctSettings[settings], values)
      }
    }
    for (path, stated) in inputs.intrinsicSizes {
      if let view = viewsByPath[path] { naturals[Int(view.index)].take(stated) }
    }
    return naturals
  }

  /// Views whose text may take several lines and whose height is not stated otherwise, ascending.
  func wrappingViews(in structure: SceneStructure) -> [ViewID] {
    layout.views.indices.compactMap { index in
      let view = ViewID(Int32(index))
      guard let text = texts[index], text.lines != 1 else { return nil }
      if !inputs.intrinsicSizes.isEmpty, inputs.intrinsicSizes[layout.views[index].path] != nil { return nil }
      return structure.distinctSettings[structure.settingsIndex(of: view)].statesIntrinsicSize ? nil : view
    }
  }

  /// The size of a text in a width that is too small for it in one line.
  mutating func wrapped(_ view: ViewID, to width: Points, _ measurer: some TextMeasuring) -> TextSize {
    let index = Int(view.index)
    guard let text = texts[index] else { preconditionFailure("view \(index) has no text to wrap") }
    if let known = text.wrapping, known.width == width { return known.size }
    statistics.measurements += 1
    let size = measurer.measure(text.text, width: width, lines: text.lines)
    texts[index]!.wrapping = MeasuredText.Wrapping(width: width, size: size)
    return size
  }
}

/// A text and the room it takes.
struct MeasuredText: Sendable {
  let text: String
  /// How many lines are shown; 0: all.
  let lines: Int
  /// Unwrapped.
  let size: TextSize
  /// As last wrapped, so that it is measured once a width.
  var wrapping: Wrapping?

  struct Wrapping: Sendable {
    var width: Points
    var size: TextSize
  }
}
