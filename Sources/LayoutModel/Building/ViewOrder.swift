/// The numbers of views before and after they were put into preorder.
package struct Renumbering: Sendable {
  /// By new number: the former one.
  let former: [Int32]
  /// By former number: the new one.
  let current: [Int32]

  /// The new number of a view.
  package func callAsFunction(_ view: ViewID) -> ViewID { ViewID(current[Int(view.index)]) }
}

/// Puts views in preorder, and makes resolved views of the drafts.
extension LayoutBuilder {
  /// Numbers the views anew when they are not in preorder, because a branch added to a view that another one had
  /// declared.
  ///
  /// - Returns: the new numbers; nil when all views keep theirs.
  @discardableResult package mutating func settleViews() -> Renumbering? {
    guard views.isOutOfOrder else { return nil }
    views.isOutOfOrder = false
    var childrenOf = [[Int32]](repeating: [], count: views.count)
    for view in views.drafts.indices.dropFirst() {
      childrenOf[Int(views.drafts[view].parent?.index ?? 0)].append(Int32(view))
    }
    var former: [Int32] = []
    var open: [Int32] = [0]
    while let view = open.popLast() {
      former.append(view)
      open.append(contentsOf: childrenOf[Int(view)].reversed())
    }
    var current = [Int32](repeating: 0, count: views.count)
    for (new, old) in former.enumerated() { current[Int(old)] = Int32(new) }
    let renumbering = Renumbering(former: former, current: current)
    views.renumber(renumbering)
    for index in branches.all.indices { branches.all[index].view = renumbering(branches.all[index].view) }
    configurations.renumber(renumbering)
    for index in layout.repetitions.indices {
      layout.repetitions[index].parent = renumbering(layout.repetitions[index].parent)
    }
    return renumbering
  }

  /// Makes views of the drafts, and sorts settings by view.
  mutating func finishViews() {
    sortSettings()
    layout.composedTexts = texts.composed.sorted { $0.key < $1.key }.map {
      ComposedText(view: $0.key, template: $0.value)
    }
    var ends = [Int32](repeating: 0, count: views.count)
    for view in views.drafts.indices.reversed() {
      ends[view] = max(ends[view], Int32(view) + 1)
      if let parent = views.drafts[view].parent { ends[parent] = max(ends[parent], ends[view]) }
    }
    layout.views.reserveCapacity(views.count)
    var paths = PathWriter()
    var nextSetting: Int32 = 0
    var nextText = 0
    texts.sort()
    if !layout.repetitions.isEmpty {
      layout.patterns = views.drafts.indices.filter { views.drafts[$0].repetition >= 0 }.map {
        PatternView(view: ViewID(Int32($0)), repetition: views.drafts[$0].repetition)
      }
    }
    for view in views.drafts.indices {
      let firstSetting = nextSetting
      while Int(nextSetting) < layout.settings.count, layout.settings[Int(nextSetting)].view.index == view {
        nextSetting += 1
      }
      let path = paths.path(of: views.drafts[view], endingAt: ends[view], names)
      var name = ""
      // Below the root the path is the name, so one string serves for both.
      if let own = views.drafts[view].name { name = views.drafts[view].parent == .root ? path : names.text(of: own) }
      var text: String?
      while nextText < texts.named.count, Int(texts.named[nextText].view.index) <= view {
        text = texts.named[nextText].text
        nextText += 1
      }
      if !texts.given.isEmpty, let given = texts.given[ViewID(Int32(view))] { text = given }
      layout.views.append(
        ResolvedView(
          name: name, path: path, kind: views.drafts[view].kind, parent: views.drafts[view].parent,
          index: views.drafts[view].index, subtreeEnd: ends[view], text: text, settings: firstSetting..<nextSetting,
          origin: views.drafts[view].origin))
    }
  }

  /// Sorts settings by view; those of one view keep the order of the document.
  private mutating func sortSettings() {
    var isSorted = true
    for index in layout.settings.indices.dropFirst()
    where layout.settings[index].view < layout.settings[index - 1].view {
      isSorted = false
      break
    }
    if isSorted { return }
    var starts = [Int32](repeating: 0, count: views.count + 1)
    for setting in layout.settings { starts[Int(setting.view.index) + 1] += 1 }
    for view in views.drafts.indices { starts[view + 1] += starts[view] }
    var order = [Int32](repeating: 0, count: layout.settings.count)
    for (index, setting) in layout.settings.enumerated() {
      order[Int(starts[Int(setting.view.index)])] = Int32(index)
      starts[Int(setting.view.index)] += 1
    }
    layout.settings = order.map { layout.settings[Int($0)] }
    settingPlaces = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { settingPlaces[Int(index)] = Int32(place) }
  }
}

extension ViewTable {
  fileprivate mutating func renumber(_ renumbering: Renumbering) {
    drafts = renumbering.former.map { old in
      var draft = drafts[Int(old)]
      draft.parent = draft.parent.map { renumbering($0) }
      draft.owner = renumbering(draft.owner)
      return draft
    }
    for index in repeated.indices { repeated[index].view = renumbering(repeated[index].view) }
    let current = renumbering.current
    children = children.mapping(first: { current[Int($0)] }, value: { current[Int($0)] })
    mentions = mentions.mapping(first: { current[Int($0)] }, value: { $0 })
    unnamed = PairTable()
    for (view, draft) in drafts.enumerated() where draft.name == nil {
      guard let parent = draft.parent else { continue }
      unnamed[parent.index, UnnamedKey.view(draft.kind, draft.ordinal)] = Int32(view)
    }
  }
}

extension ConfigurationTable {
  fileprivate mutating func renumber(_ renumbering: Renumbering) {
    for index in drafts.indices { drafts[index].view = renumbering(drafts[index].view) }
    known = known.mapping(first: { renumbering.current[Int($0)] }, value: { $0 })
  }
}

/// Writes the paths of views in preorder. Each path follows its parent's, whose letters are still there.
private struct PathWriter {
  private var letters: [UInt8] = []
  /// The views around the next one: where the path of each ends in `letters`, and one past its subtree.
  private var open: [(length: Int, subtreeEnd: Int32)] = []
  private var next: Int32 = 0

  /// The path of the next view; `root` for the first.
  mutating func path(of draft: ViewDraft, endingAt subtreeEnd: Int32, _ names: NameTable) -> String {
    defer { next += 1 }
    guard draft.parent != nil else { return "root" }
    while let last = open.last, last.subtreeEnd <= next { open.removeLast() }
    letters.removeSubrange((open.last?.length ?? 0)...)
    if !letters.isEmpty { letters.append(UInt8(ascii: ".")) }
    if let name = draft.name {
      names.append(name, to: &letters)
    } else {
      letters.append(contentsOf: "\(draft.kind.rawValue)[\(draft.ordinal)]".utf8)
    }
    if subtreeEnd > next + 1 { open.append((letters.count, subtreeEnd)) }
    return String(decoding: letters, as: UTF8.self)
  }
}
