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
    textSizes[Int(view.index)] = measurer.measure(text, width: nil, lines: lineLimit(of: view))
  }

  /// How many lines of text `view` shows; 0: all. Labels wrap unless the file says otherwise.
  private func lineLimit(of view: ViewID) -> Int {
    let declared = layout.views[Int(view.index)]
    for setting in layout.settings[Int(declared.settings.lowerBound)..<Int(declared.settings.upperBound)] {
      if case .property(name: "lines", .number(let lines)) = setting.setting {
        return Int(max(0, min(1e6, values.value(of: lines))))
      }
    }
    return declared.kind == .label ? 0 : 1
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
      guard textSizes[index] != nil, lineLimit(of: view) != 1 else { return nil }
      if !inputs.intrinsicSizes.isEmpty, inputs.intrinsicSizes[layout.views[index].path] != nil { return nil }
      return structure.hasSettings(view) && structure.settings(of: view).statesIntrinsicSize ? nil : view
    }
  }

  /// The size of a text in a width that is too small for it in one line.
  mutating func wrapped(_ view: ViewID, to width: Points, _ measurer: some TextMeasuring) -> TextSize {
    if let known = wrappings[view], known.width == width { return known.size }
    statistics.measurements += 1
    let size = measurer.measure(text(of: view) ?? "", width: width, lines: lineLimit(of: view))
    wrappings[view] = Wrapping(width: width, size: size)
    return size
  }
}
