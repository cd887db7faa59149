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
    guard before.texts != inputs.texts else { return }
    for path in Set(before.texts.keys).union(inputs.texts.keys) where before.texts[path] != inputs.texts[path] {
      if let view = facts.viewsByPath[path], facts.tree.kinds[Int(view.index)].hasText {
        measureText(of: view, measurer)
      }
    }
  }

  private mutating func measureText(of view: ViewID, _ measurer: some TextMeasuring) {
    wrappings[view] = nil
    guard let text = text(of: view) else {
      textSizes[Int(view.index)] = nil
      return
    }
    statistics.measurements += 1
    textSizes[Int(view.index)] = measurer.measure(text, width: nil)
  }

  /// The text shown in `view`: what the outside set, else the file's.
  func text(of view: ViewID) -> String? {
    let declared = layout.views[Int(view.index)]
    return inputs.texts.isEmpty ? declared.text : inputs.texts[declared.path] ?? declared.text
  }

  /// What every view's content asks for in a structure, before any text is wrapped.
  func naturalSizes(in structure: SceneStructure) -> [NaturalSize] {
    var naturals = [NaturalSize](repeating: .none, count: layout.views.count)
    for index in naturals.indices {
      if let size = textSizes[index] { naturals[index] = NaturalSize(size) }
      if structure.hasSettings(ViewID(Int32(index))) {
        naturals[index].take(structure.settings(of: ViewID(Int32(index))), values)
      }
    }
    for (path, stated) in inputs.intrinsicSizes {
      if let view = facts.viewsByPath[path] { naturals[Int(view.index)].take(stated) }
    }
    return naturals
  }

  /// Views whose text may take several lines and whose height is not stated otherwise, ascending.
  func wrappingViews(in structure: SceneStructure) -> [ViewID] {
    layout.views.indices.compactMap { index in
      let view = ViewID(Int32(index))
      guard layout.views[index].kind == .label, textSizes[index] != nil else { return nil }
      if !inputs.intrinsicSizes.isEmpty, inputs.intrinsicSizes[layout.views[index].path] != nil { return nil }
      if structure.hasSettings(view) {
        let settings = structure.settings(of: view)
        if settings.statesIntrinsicSize || settings.lines.map({ values.value(of: $0) }) == 1 { return nil }
      }
      return view
    }
  }

  /// The size of a text in a width that is too small for it in one line.
  mutating func wrapped(_ view: ViewID, to width: Points, _ measurer: some TextMeasuring) -> TextSize {
    if let known = wrappings[view], known.width == width { return known.size }
    statistics.measurements += 1
    let size = measurer.measure(text(of: view) ?? "", width: width)
    wrappings[view] = Wrapping(width: width, size: size)
    return size
  }
}
