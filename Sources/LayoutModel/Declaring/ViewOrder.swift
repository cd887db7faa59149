import LayoutSyntax

/// Puts views in preorder and makes the resolved ones of them.
extension LayoutResolver {
  /// Renumbers the views so that each stands behind its parent and its earlier siblings, when branches added to
  /// views that others had declared.
  mutating func reorderViews() {
    var childrenOf = [[Int32]](repeating: [], count: drafts.count)
    for view in drafts.indices.dropFirst() {
      childrenOf[Int(drafts[view].parent?.index ?? 0)].append(Int32(view))
    }
    var order: [Int32] = []
    var open: [Int32] = [0]
    while let view = open.popLast() {
      order.append(view)
      open.append(contentsOf: childrenOf[Int(view)].reversed())
    }
    var newIndex = [Int32](repeating: 0, count: drafts.count)
    for (new, old) in order.enumerated() { newIndex[Int(old)] = Int32(new) }
    func renumbered(_ view: ViewID) -> ViewID { ViewID(newIndex[Int(view.index)]) }

    drafts = order.map { old in
      var draft = drafts[Int(old)]
      draft.parent = draft.parent.map(renumbered)
      draft.owner = renumbered(draft.owner)
      return draft
    }
    for index in items.indices { items[index].view = renumbered(items[index].view) }
    for index in contexts.indices { contexts[index].view = renumbered(contexts[index].view) }
    for index in defaults.indices { defaults[index].view = renumbered(defaults[index].view) }
    for index in transitionDrafts.indices { transitionDrafts[index].view = renumbered(transitionDrafts[index].view) }
    for index in scopes.values.indices {
      if let view = scopes.values[index].view { scopes.setView(renumbered(view), of: index) }
    }
    for index in layout.configurations.indices {
      layout.configurations[index].view = renumbered(layout.configurations[index].view)
    }
    for index in configurationNames.indices {
      configurationNames[index].view = renumbered(configurationNames[index].view)
    }
    for name in viewOfName.indices where viewOfName[name] >= 0 { viewOfName[name] = newIndex[Int(viewOfName[name])] }
    for index in instances.indices { instances[index].view = renumbered(instances[index].view) }
    contents = contents.mapping(first: { newIndex[Int($0)] }, value: { newIndex[Int($0)] })
    owned = owned.mapping(first: { newIndex[Int($0)] }, value: { $0 < 0 ? $0 : newIndex[Int($0)] })
    repeated = repeated.mapping(first: { newIndex[Int($0)] }, value: { $0 })
    children = children.mapping(first: { newIndex[Int($0)] }, value: { newIndex[Int($0)] })
    mentions = mentions.mapping(first: { newIndex[Int($0)] }, value: { $0 })
    configurationTable = configurationTable.mapping(first: { newIndex[Int($0)] }, value: { $0 })
    unnamed = PairTable()
    for (view, draft) in drafts.enumerated() where draft.name == nil {
      guard let parent = draft.parent else { continue }
      unnamed[parent.index, UnnamedKey.view(draft.kind, draft.ordinal)] = Int32(view)
    }
  }

  /// Drafts become views; settings are put behind their views.
  mutating func finishViews() {
    sortSettings()
    var ends = [Int32](repeating: 0, count: drafts.count)
    for view in drafts.indices.reversed() {
      ends[view] = max(ends[view], Int32(view) + 1)
      if let parent = drafts[view].parent { ends[Int(parent.index)] = max(ends[Int(parent.index)], ends[view]) }
    }
    layout.views.reserveCapacity(drafts.count)
    layout.composedTexts = composedTexts.sorted { $0.key < $1.key }.map {
      ComposedText(view: ViewID($0.key), template: $0.value)
    }
    var paths = PathWriter()
    var nextSetting: Int32 = 0
    for view in drafts.indices {
      let firstSetting = nextSetting
      while Int(nextSetting) < layout.settings.count, layout.settings[Int(nextSetting)].view.index == view {
        nextSetting += 1
      }
      let path = paths.path(of: drafts[view], endingAt: ends[view], names)
      var name = ""
      // Below the root the path is the name, and one string serves for both.
      if let own = drafts[view].name { name = drafts[view].parent == .root ? path : names.text(of: own) }
      // On its own: as an argument it would be read from a copy of the whole resolver.
      let text = givenTexts.isEmpty ? text(of: drafts[view]) : givenTexts[Int32(view)] ?? text(of: drafts[view])
      layout.views.append(
        ResolvedView(
          name: name, path: path, kind: drafts[view].kind,
          parent: drafts[view].parent, index: drafts[view].index, subtreeEnd: ends[view],
          text: text, settings: firstSetting..<nextSetting,
          origin: Origin(file: drafts[view].file, span: drafts[view].span)))
    }
  }

  /// What stands in quotes at a view's name; nil without that, and when there are too many texts.
  mutating func text(of draft: ViewDraft) -> String? {
    guard draft.text >= 0, textBytes <= limits.textBytes,
      let text = ViewSyntax(node(draft.node, in: draft.file)).text
    else { return nil }
    return hasRoom(for: text, at: place(draft.span, in: draft.file)) ? text : nil
  }

  /// By view, keeping the order of the document within each.
  private mutating func sortSettings() {
    var isSorted = true
    for index in layout.settings.indices.dropFirst()
    where layout.settings[index].view < layout.settings[index - 1].view {
      isSorted = false
      break
    }
    if isSorted { return }
    var starts = [Int32](repeating: 0, count: drafts.count + 1)
    for setting in layout.settings { starts[Int(setting.view.index) + 1] += 1 }
    for view in drafts.indices { starts[view + 1] += starts[view] }
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

/// Writes the paths of views in preorder: each is put behind its parent's, whose bytes are still there.
private struct PathWriter {
  private var letters: [UInt8] = []
  /// The views around the next one: where their paths end in `letters`, and one past their subtree.
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
