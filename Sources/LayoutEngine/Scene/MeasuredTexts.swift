import LayoutModel

/// The texts of a scene as they were measured, by view; nil for a view without one.
struct MeasuredTexts: Sendable {
  private(set) var items: [MeasuredText?]
  /// What it takes to measure all of them again, since they may wrap otherwise.
  private(set) var load: Int

  init(_ items: [MeasuredText?] = []) {
    self.items = items
    load = items.reduce(0) { $0 + ($1?.load ?? 0) }
  }

  subscript(view: ViewID) -> MeasuredText? { items[Int(view.index)] }

  subscript(index: Int) -> MeasuredText? {
    get { items[index] }
    set {
      load += (newValue?.load ?? 0) - (items[index]?.load ?? 0)
      items[index] = newValue
    }
  }
}

extension String {
  /// Bytes from which on a text is long.
  fileprivate static let longText = 512

  /// About how long it takes to measure the text, in letters of the plainest kind, of which a thousand take a fifth of
  /// a millisecond. Letters beyond ASCII may come from a font each, and are then fifty times slower. Of a short text
  /// nothing is said: 0.
  var measuringLoad: Int {
    guard utf8.count >= String.longText else { return 0 }
    return utf8.reduce(0) { $0 + ($1 < 0x80 ? 1 : 16) }
  }
}

extension LayoutScene {
  /// About how long it takes to measure what a solve with these inputs may have to measure, in plain letters of long
  /// texts.
  public func textLoad(with inputs: SceneInputs) -> Int {
    var load = texts.load + facts.chosenTextLoad
    // The first solve measures what the file says.
    if texts.items.isEmpty {
      for index in layout.views.indices { load += layout.views[index].text?.measuringLoad ?? 0 }
    }
    // What nobody has set anew is compared by where it is, without a look at each.
    if solvedInputs?.texts != inputs.texts {
      for (path, text) in inputs.texts where text.utf8.count >= String.longText && solvedInputs?.texts[path] != text {
        load += text.measuringLoad
      }
    }
    if solvedInputs?.values != inputs.values {
      for case (let name, .text(let text)) in inputs.values where solvedInputs?.values[name] != .text(text) {
        load += text.measuringLoad
      }
    }
    for (list, records) in inputs.records where solvedInputs?.records[list] != records {
      for record in records {
        for case .text(let text) in record.values { load += text.measuringLoad }
      }
    }
    return load
  }
}
