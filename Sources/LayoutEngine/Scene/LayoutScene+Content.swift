import Geometry
import LayoutModel

/// What the content of each view asks for: its measured text, or what the file or a client states.
extension LayoutScene {
  /// Measures the texts that have changed since the last solve or are set in another way; the first time it measures
  /// all.
  mutating func measureTexts(_ measurer: some TextMeasuring) {
    guard solvedInputs != nil, solvedInputs!.setsTexts(as: inputs, facts) else {
      let setting = TextSetting(layout, facts, inputs, values)
      // What records say that stayed was measured when they came.
      let isKnown = former.map { $0.inputs.setsTexts(as: inputs, facts) && $0.inputs.texts == inputs.texts } ?? false
      let knownViews = isKnown && facts.chosenTexts.isEmpty ? former!.carried.views : []
      for index in layout.views.indices where facts.tree.kinds[index].hasText {
        if !knownViews.isEmpty, knownViews[index] >= 0 { continue }
        measureText(of: ViewID(Int32(index)), setting, measurer)
      }
      return
    }
    let editedTexts = (editedTexts ?? []).filter { facts.tree.kinds[$0].hasText }
    guard solvedInputs!.texts != inputs.texts || !editedTexts.isEmpty else { return }
    let before = solvedInputs!.texts
    let setting = TextSetting(layout, facts, inputs, values)
    for view in editedTexts { measureText(of: view, setting, measurer) }
    for path in Set(before.keys).union(inputs.texts.keys) where before[path] != inputs.texts[path] {
      if let view = viewsByPath[path], facts.tree.kinds[view].hasText {
        measureText(of: view, setting, measurer)
      }
    }
  }

  /// Measures the texts that branches choose or set otherwise, where other conditions hold than when texts were
  /// measured last.
  mutating func measureChosenTexts(_ conditions: [Bool], _ measurer: some TextMeasuring) {
    if facts.chosenTexts.isEmpty || conditions == textConditions { return }
    let former = textConditions
    textConditions = conditions
    let setting = TextSetting(layout, facts, inputs, values)
    for (condition, view) in facts.chosenTexts where facts.tree.kinds[view].hasText {
      let index = Int(condition.index)
      if former.isEmpty || former[index] != conditions[index] { measureText(of: view, setting, measurer) }
    }
  }

  private mutating func measureText(of view: ViewID, _ setting: TextSetting, _ measurer: some TextMeasuring) {
    let index = Int(view.index)
    guard let text = measuredText(of: view) else {
      texts[index] = nil
      return
    }
    let attributes = setting.attributes(of: view, where: textConditions)
    let mayYield = facts.tree.kinds[view] == .label && facts.isInDividingGrid(view)
    if let known = texts[index], known.attributes == attributes, known.text == text,
      known.leastWidth != nil || !mayYield
    {
      return
    }
    statistics.measurements += 1
    let size = measurer.measure(text, attributes, width: nil)
    var leastWidth: Points?
    if mayYield {
      let word = text.longestWord
      let isAll = word.utf8.count == text.utf8.count
      leastWidth = isAll ? size.width : min(size.width, measurer.measure(String(word), attributes, width: nil).width)
    }
    texts[index] = MeasuredText(text, attributes, size, leastWidth: leastWidth)
  }

  /// The text whose size a view asks for: the one that it shows, or in an input without one the placeholder, or
  /// nothing, which is one line high too.
  private func measuredText(of view: ViewID) -> String? {
    let text = Self.text(of: view, in: layout, facts, where: textConditions, given: inputs.texts)
    guard facts.tree.kinds[view] == .input, text?.isEmpty ?? true else { return text }
    for setting in layout.views[view].settings.reversed() {
      if case .property(name: "placeholder", .text(let text)) = layout.settings[Int(setting)].setting { return text }
    }
    return ""
  }

  /// The text shown in `view`: the one that the outside set by path, else that of the last branch that gives one and
  /// holds, else the file's.
  ///
  /// - Parameter conditions: which of the layout's hold; empty: none.
  static func text(
    of view: ViewID, in layout: ResolvedLayout, _ facts: LayoutFacts, where conditions: [Bool], given: [String: String]
  ) -> String? {
    let index = Int(view.index)
    if !given.isEmpty, let text = given[layout.views[index].path] { return text }
    if !facts.chosenTexts.isEmpty, !conditions.isEmpty {
      for setting in layout.views[index].settings.reversed() {
        guard let condition = layout.settings[Int(setting)].condition, conditions[Int(condition.index)],
          case .property(name: "text", .text(let text)) = layout.settings[Int(setting)].setting
        else { continue }
        return text
      }
    }
    return layout.views[index].text
  }

  /// By view: what its content asks for in a structure, before any text is wrapped.
  func naturalSizes(in structure: SceneStructure) -> [NaturalSize] {
    var naturals = [NaturalSize](repeating: .none, count: layout.views.count)
    for use in layout.pictures {
      guard case .size(let width, let height, _) = inputs.pictures[use.path] else { continue }
      naturals[use.view].width = width
      naturals[use.view].height = height
    }
    for index in naturals.indices { readSize(of: index, in: structure, into: &naturals[index]) }
    for (path, stated) in inputs.intrinsicSizes {
      if let view = viewsByPath[path] { naturals[view].override(by: stated) }
    }
    return naturals
  }

  /// The same where only texts were edited since `known`, which costs these. Texts that were not stay wrapped as they
  /// are.
  ///
  /// - Parameter known: the natural sizes that were solved, with wrapped texts and lengths of contents.
  func naturalSizes(in structure: SceneStructure, asIn known: [NaturalSize]) -> [NaturalSize] {
    var naturals = known
    // What nobody writes to is not copied, nor compared with what is solved.
    for view in facts.scrollViews where !naturals[view].contentLength.isNaN {
      naturals[view].contentLength = .nan
    }
    for view in editedTexts ?? [] where texts[view] != nil {
      let index = Int(view.index)
      var natural = naturals[index]
      readSize(of: index, in: structure, into: &natural)
      if !inputs.intrinsicSizes.isEmpty, let stated = inputs.intrinsicSizes[layout.views[index].path] {
        natural.override(by: stated)
      }
      if natural != naturals[index] { naturals[index] = natural }
    }
    return naturals
  }

  /// What the content of a view asks for, as it is solved, and whether the file states that; nil where it asks for
  /// nothing.
  package func naturalSize(of view: ViewID) -> (size: IntrinsicSize, isStated: Bool)? {
    guard hasFrames, let current = lowered.last else { return nil }
    let natural = current.naturals[view]
    var size = IntrinsicSize(
      width: natural.width.isNaN ? nil : natural.width, height: natural.height.isNaN ? nil : natural.height)
    if natural.firstBaseline != 0 || natural.lastBaseline != 0 {
      (size.firstBaseline, size.lastBaseline) = (natural.firstBaseline, natural.lastBaseline)
    }
    if size == IntrinsicSize() { return nil }
    let settings = current.structure.distinctSettings[current.structure.settingsIndex(of: view)]
    return (size, settings.statesContent)
  }

  /// What the text of a view asks for before it is wrapped, where the outside says nothing of it.
  func naturalSize(ofText view: ViewID, in structure: SceneStructure) -> NaturalSize {
    var natural = NaturalSize.none
    readSize(of: Int(view.index), in: structure, into: &natural)
    return natural
  }

  /// What the text of a view asks for, or the file says of its content.
  private func readSize(of index: Int, in structure: SceneStructure, into natural: inout NaturalSize) {
    if let text = texts[index] {
      natural = NaturalSize(text.size)
      natural.leastWidth = text.leastWidth ?? 0
      // An input in which nothing stands is as wide as somebody says.
      if text.text.isEmpty, facts.tree.kinds[index] == .input { natural.width = .nan }
    }
    let settings = structure.settingsIndex(of: ViewID(Int32(index)))
    if structure.distinctSettings[settings].statesContent {
      natural.override(by: structure.distinctSettings[settings], values)
    }
  }

  /// Views whose text may take several lines and whose height is not stated otherwise, ascending.
  func wrappingViews(in structure: SceneStructure) -> [ViewID] {
    layout.views.indices.compactMap { wraps(ViewID(Int32($0)), in: structure) ? ViewID(Int32($0)) : nil }
  }

  /// Whether a view is one of those.
  func wraps(_ view: ViewID, in structure: SceneStructure) -> Bool {
    guard let text = texts[view], text.attributes.lines != 1 else { return false }
    if !inputs.intrinsicSizes.isEmpty, inputs.intrinsicSizes[layout.views[view].path] != nil { return false }
    return !structure.distinctSettings[structure.settingsIndex(of: view)].statesIntrinsicSize
  }

  /// Measures a text in a width that is too small to hold it in one line.
  mutating func wrapped(_ view: ViewID, to width: Points, _ measurer: some TextMeasuring) -> TextSize {
    let index = Int(view.index)
    guard let text = texts[index] else { preconditionFailure("view \(index) has no text to wrap") }
    if let known = text.wrapping, known.width == width { return known.size }
    statistics.measurements += 1
    let size = measurer.measure(text.text, text.attributes, width: width)
    texts[index] = text.wrapped(to: width, size)
    return size
  }
}

extension SceneInputs {
  /// Whether equal texts are equally large for other inputs. Their size may be in pixels, so it depends on the scale,
  /// or a variable.
  @inline(__always) fileprivate func setsTexts(as other: SceneInputs, _ facts: LayoutFacts) -> Bool {
    environment.traits == other.environment.traits && environment.scale == other.environment.scale
      && (!facts.hasDynamicSettings || variables == other.variables)
  }
}

/// A text and the room it takes.
///
/// It is a class, and so is its wrapping: half of all views have no text and most texts are never wrapped, and either
/// then costs a reference.
final class MeasuredText: Sendable {
  let text: String
  let attributes: TextAttributes
  /// The size without wrapping.
  let size: TextSize
  /// The width of its longest word, where the view may be asked to give way; else nil.
  let leastWidth: Points?
  /// The last wrapping, kept so that a text is measured once for each width.
  let wrapping: Wrapping?
  /// What it takes to measure the text again.
  let load: Int

  final class Wrapping: Sendable {
    let width: Points
    let size: TextSize

    init(width: Points, size: TextSize) {
      self.width = width
      self.size = size
    }
  }

  convenience init(_ text: String, _ attributes: TextAttributes, _ size: TextSize, leastWidth: Points?) {
    self.init(text, attributes, size, leastWidth, wrapping: nil, load: text.measuringLoad)
  }

  private init(
    _ text: String, _ attributes: TextAttributes, _ size: TextSize, _ leastWidth: Points?, wrapping: Wrapping?,
    load: Int
  ) {
    self.text = text
    self.attributes = attributes
    self.size = size
    self.leastWidth = leastWidth
    self.wrapping = wrapping
    self.load = load
  }

  /// The same text with another wrapping.
  func wrapped(to width: Points, _ size: TextSize) -> MeasuredText {
    MeasuredText(text, attributes, self.size, leastWidth, wrapping: Wrapping(width: width, size: size), load: load)
  }
}

extension String {
  /// The word with the most letters; the first one of several. Lines also break around each ideograph, kana and
  /// syllable of Hangul.
  fileprivate var longestWord: Substring {
    var (longest, length) = (startIndex..<startIndex, 0)
    var (start, count) = (startIndex, 0)
    func isBreak(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value <= 0x20 || (0x2000...0x200B).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
        || (0x2E80...0xD7FF).contains(scalar.value)
    }
    var index = startIndex
    while index < endIndex {
      let next = unicodeScalars.index(after: index)
      if isBreak(unicodeScalars[index]) {
        if count == 0, length == 0, unicodeScalars[index].value >= 0x2E80 { (longest, length) = (index..<next, 1) }
        (start, count) = (next, 0)
      } else {
        count += 1
        if count > length { (longest, length) = (start..<next, count) }
      }
      index = next
    }
    return self[longest]
  }
}
