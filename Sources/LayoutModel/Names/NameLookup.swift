import LayoutSyntax
import Settables

/// Finds views by name: first among the view's children, then among its siblings, then outwards; then anywhere in the
/// layout, if only one view has the name.
///
/// Text in a component sees the views of its own instance and no others, and nobody else sees those. So each view has
/// an *owner*: the view of the instance in whose component it is written, or the root for the layout's own text. A name
/// means a view with the owner of the text that the name stands in.
///
/// Tests reach further: below a view that they see they see everything, as whoever follows the scene does.
extension LayoutResolver {
  /// The view that a `path` or `reference` node names, seen from `site`. It is nil after a complaint. It is also nil,
  /// without a complaint, for the neighbour that the first or last copy of a `for` does not have.
  ///
  /// - Parameter count: how many names at the end are not names of views.
  mutating func view(named node: SyntaxNode, leavingOut count: Int = 0, _ site: Site) -> ViewID? {
    let from = site.view ?? .root
    var current: ViewID?
    var isFirst = true
    recordKeys = []
    var left = count == 0 ? Int.max : Array(node.children).count - count
    for part in node.children {
      if left == 0 { break }
      left -= 1
      guard spend(steps: 1, at: node, site) else { return nil }
      switch part.kind {
      case .superSegment:
        current = parent(of: from)
        isFirst = false
      case .pathSegment:
        let next = isFirst ? head(part, site) : member(part, of: current ?? from, in: node, site)
        guard let next else { return nil }
        current = next
        isFirst = false
      default: break
      }
    }
    return recordKeys.isEmpty ? current : current.flatMap { keyedView($0, recordKeys, at: node, site) }
  }

  /// The child of `parent` that a name means in the text of `owner`. The method is mutating so that the resolver is
  /// lent and not copied.
  mutating func child(_ name: NameID, of parent: ViewID, for owner: ViewID) -> ViewID? {
    let direct = builder.views.children[parent.index, name.index]
    if let found = direct {
      if expansion.instances.count == 1 || builder.views.drafts[Int(found)].owner == owner { return ViewID(found) }
    }
    if expansion.instances.count == 1 { return nil }
    if let found = viewNames.contents[parent.index, name.index], builder.views.drafts[Int(found)].owner == owner {
      return ViewID(found)
    }
    return namesReachInside ? direct.map { ViewID($0) } : nil
  }

  /// The nearest view of a name: a child of `view`, else a sibling, else one further out.
  mutating func nearestChild(_ name: NameID, from view: ViewID, for owner: ViewID) -> ViewID? {
    var scope: ViewID? = view
    while let around = scope {
      if let found = child(name, of: around, for: owner) { return found }
      if around == owner { break }
      scope = builder.views.drafts[around].parent
    }
    return nil
  }

  /// A complaint about the name of a list, or of the record of a `for`, where a view is expected.
  private func recordsAsView(_ name: NameID, _ text: String, _ site: Site) -> Complaint? {
    guard let found = scopes.find(name, from: site.scope) else { return nil }
    let declared = scopes.values[found]
    if declared.repetition >= 0 { return .recordAsView(text) }
    return node(declared.node, in: declared.file).first(.listType) != nil ? .listAsView(text) : nil
  }

  /// Finds the first name of a path.
  private mutating func head(_ segment: SyntaxNode, _ site: Site) -> ViewID? {
    guard let nameNode = segment.first(.name) else { return nil }
    if segment.value(at: 0) != nil { return indexedHead(segment, nameNode, site) }
    let name = name(of: nameNode, in: site.file)
    let owner = owner(of: site.scope)
    if let found = nearestChild(name, from: site.view ?? .root, for: owner) { return found }
    let text = builder.names.text(of: name)
    if text == "root" { return .root }
    let count = owner == .root ? viewNames.count(name) : viewNames.owned[owner.index, name.index] == nil ? 0 : 2
    if owner == .root {
      if let only = viewNames.only(name) { return only }
      if count == 0, text == builder.layout.name { return .root }
    } else {
      if let only = viewNames.owned[owner.index, name.index], only >= 0 { return ViewID(only) }
      let instance = expansion.instances[Int(scopes.instance(of: site.scope))]
      if count == 0, components.all[Int(instance.component)].name == name { return owner }
    }
    if count == 0, viewNames.repeated[owner.index, name.index] != nil {
      if let own = copyAround(name, nameNode, site, owner) { return own }
      guard wants(.ambiguousName, at: nameNode, in: site.file) else { return nil }
      let (first, last) = copies(of: text, owner)
      let isPattern = first.hasSuffix(PatternName.placeholder)
      report(isPattern ? .whichRecord(text) : .whichCopy(text, first, last), at: nameNode, in: site.file)
      return nil
    }
    guard wants(count == 0 ? .unknownView : .ambiguousName, at: nameNode, in: site.file) else { return nil }
    if count == 0 {
      report(
        recordsAsView(name, text, site) ?? .unknownView(text, nearest: nearestView(to: text, owner)),
        at: nameNode, in: site.file)
    } else {
      reportAmbiguous(name, nameNode, site, owner)
    }
    return nil
  }

  private mutating func reportAmbiguous(_ name: NameID, _ node: SyntaxNode, _ site: Site, _ owner: ViewID) {
    let views = builder.views.drafts.indices.filter {
      builder.views.drafts[$0].name == name && builder.views.drafts[$0].owner == owner
    }
    let paths = views.map { path(of: ViewID(Int32($0))) }
    report(.ambiguousName(builder.names.text(of: name), paths), at: node, in: site.file)
  }

  /// Finds a later name of a path, which is a child of what stands before it.
  private mutating func member(
    _ segment: SyntaxNode, of parent: ViewID, in path: SyntaxNode, _ site: Site
  ) -> ViewID? {
    guard let nameNode = segment.first(.name) else { return nil }
    let owner = owner(of: site.scope)
    if segment.value(at: 0) != nil {
      guard let indexed = indexedName(segment, nameNode, site) else { return nil }
      if let found = child(indexed.name, of: parent, for: owner) { return found }
      if let found = unnamedView(nameNode, indexed.number, in: parent, for: owner) { return found }
      if isMissingNeighbour(nameNode, indexed, site, owner) { return nil }
      reportUnknownMember(segment, nameNode, of: parent, in: path, site, owner)
      return nil
    }
    let name = name(of: nameNode, in: site.file)
    if let found = child(name, of: parent, for: owner) { return found }
    if builder.views.children[parent.index, name.index] != nil {
      report(.privateView(nameNode.name, of: self.path(of: parent)), at: nameNode, in: site.file)
    } else {
      reportUnknownMember(nameNode, nameNode, of: parent, in: path, site, owner)
    }
    return nil
  }

  private mutating func reportUnknownMember(
    _ node: SyntaxNode, _ nameNode: SyntaxNode, of parent: ViewID, in path: SyntaxNode, _ site: Site, _ owner: ViewID
  ) {
    guard wants(.unknownView, at: nameNode, in: site.file) else { return }
    let candidates = builder.views.drafts.filter { $0.parent == parent && (namesReachInside || $0.owner == owner) }
      .compactMap { $0.name.map { builder.names.text(of: $0) } }
    let nearest = nearestPart(to: nameNode.name, besides: candidates, isOfReference: path.kind == .reference)
    if nearest == nil, let guide = WordsOfOthers.guide(of: nameNode.name) {
      let complaint = Complaint.longNameOfGuide(nameNode.name, path.text(with: guide, insteadOf: nameNode))
      report(complaint, at: path, in: site.file)
    } else {
      let isView = nearest.map(candidates.contains) ?? true
      let complaint = Complaint.unknownMember(
        node.text, of: self.path(of: parent), nearest: nearest, noun: isView ? nil : nearest)
      report(complaint, at: nameNode, in: site.file)
    }
  }

  /// What was probably meant by a name behind a view's: one of the views in it, or one of its anchors and guides.
  ///
  /// - Parameter isOfReference: whether anchors and guides may stand there.
  func nearestPart(to name: String, besides views: [String] = [], isOfReference: Bool = true) -> String? {
    let words = isOfReference ? Word.all(.anchor) + Word.all(.guide) : []
    return nearestName(to: name, in: views + words.map(\.rawValue))
      ?? (isOfReference ? WordsOfOthers.length(of: name) : nil)
  }

  // MARK: Copies and unnamed views

  /// The name of a copy, such as `cell[i - 1]` with its number worked out, and the number when there is only one.
  private struct IndexedName {
    var name: NameID
    var number: Int?
    /// Whether it depends on the counter of a `for`.
    var followsCounter: Bool
  }

  /// Reads a name with numbers; nil after a complaint.
  private mutating func indexedName(_ segment: SyntaxNode, _ nameNode: SyntaxNode, _ site: Site) -> IndexedName? {
    var spelled: [UInt8] = []
    // This is a statement of its own, because as an argument it would add to a table of which the call has a copy.
    let name = name(of: nameNode, in: site.file)
    builder.names.append(name, to: &spelled)
    var numbers: [Int] = []
    var followsCounter = false
    for index in segment.values {
      if field(of: index, site) != nil {
        guard isCounter(index, site) else {
          report(.notItsIndex(index.text, nameNode.name), at: index, in: site.file)
          return nil
        }
        spelled.append(contentsOf: PatternName.placeholder.utf8)
        continue
      }
      if let key = recordKey(index, of: name, site) {
        spelled.append(contentsOf: PatternName.placeholder.utf8)
        recordKeys.append(key)
        continue
      }
      guard let number = literal(index, site) else { return nil }
      guard let whole = Int(exactly: number) else {
        report(.notAnIndex(index.text), at: index, in: site.file)
        return nil
      }
      numbers.append(whole)
      spelled.append(UInt8(ascii: "["))
      spelled.append(contentsOf: "\(whole)".utf8)
      spelled.append(UInt8(ascii: "]"))
      followsCounter = followsCounter || mentionsCounter(index, site)
    }
    // Paid for even when there is such a name already: nobody knows before it is looked up.
    guard builder.spend(spelled.count, on: .names, at: Origin(file: site.file, span: nameNode.span)) else { return nil }
    return IndexedName(
      name: builder.names.name(in: spelled, from: 0, to: spelled.count), number: numbers.count == 1 ? numbers[0] : nil,
      followsCounter: followsCounter)
  }

  /// Finds `cell[2]`, a copy that a `for` made, or `label[2]`, the second unnamed label, from a view outwards.
  private mutating func indexedHead(_ segment: SyntaxNode, _ nameNode: SyntaxNode, _ site: Site) -> ViewID? {
    guard let indexed = indexedName(segment, nameNode, site) else { return nil }
    let owner = owner(of: site.scope)
    var scope: ViewID? = site.view ?? .root
    while let around = scope {
      if let found = child(indexed.name, of: around, for: owner) { return found }
      if let found = unnamedView(nameNode, indexed.number, in: around, for: owner) { return found }
      if around == owner { break }
      scope = builder.views.drafts[around].parent
    }
    if owner == .root {
      if let only = viewNames.only(indexed.name) { return only }
    } else if let only = viewNames.owned[owner.index, indexed.name.index], only >= 0 {
      return ViewID(only)
    }
    if isMissingNeighbour(nameNode, indexed, site, owner) { return nil }
    if owner == .root ? viewNames.count(indexed.name) > 1 : viewNames.owned[owner.index, indexed.name.index] == -2 {
      if wants(.ambiguousName, at: segment, in: site.file) { reportAmbiguous(indexed.name, segment, site, owner) }
      return nil
    }
    let text = nameNode.name
    if viewNames.repeated[owner.index, name(of: nameNode, in: site.file).index] != nil {
      guard wants(.unknownView, at: segment, in: site.file) else { return nil }
      let (first, last) = copies(of: text, owner)
      report(.noSuchCopy(builder.names.text(of: indexed.name), text, first, last), at: segment, in: site.file)
    } else if wants(.unknownView, at: nameNode, in: site.file) {
      let nearest = ViewKind(nameNode.word) == nil ? nearestView(to: text, owner) : nil
      report(
        recordsAsView(name(of: nameNode, in: site.file), text, site)
          ?? .unknownView(builder.names.text(of: indexed.name), nearest: nearest), at: nameNode, in: site.file)
    }
    return nil
  }

  /// Whether an index counts past the first or last copy, and so names a neighbour that this copy does not have.
  private mutating func isMissingNeighbour(
    _ nameNode: SyntaxNode, _ indexed: IndexedName, _ site: Site, _ owner: ViewID
  ) -> Bool {
    if viewNames.lackSome { return true }
    return indexed.followsCounter && viewNames.repeated[owner.index, name(of: nameNode, in: site.file).index] != nil
  }

  private mutating func mentionsCounter(_ node: SyntaxNode, _ site: Site, depth: Int = 0) -> Bool {
    if node.kind == .reference {
      guard depth < 16, let index = declaredValue(ofReference: node, site) else { return false }
      if scopes.values[index].isCounter { return true }
      let declared = scopes.values[index]
      guard !declared.isVariable, let value = self.node(declared.node, in: declared.file).value(at: 0) else {
        return false
      }
      let site = Site(file: declared.file, scope: declared.readingScope, view: declared.view)
      return mentionsCounter(value, site, depth: depth + 1)
    }
    for part in node.values where mentionsCounter(part, site, depth: depth + 1) { return true }
    return false
  }

  /// Finds the view that a name without an index means in a `for`: that of the same copy.
  private mutating func copyAround(_ name: NameID, _ nameNode: SyntaxNode, _ site: Site, _ owner: ViewID) -> ViewID? {
    var current: Int32? = site.scope
    while let scope = current {
      let indices = scopes.indices(of: scope)
      if indices >= 0 {
        let copy = self.name(name, at: indices, origin: Origin(file: site.file, span: nameNode.span))
        if let found = nearestChild(copy, from: site.view ?? .root, for: owner) { return found }
      }
      current = scopes.parent(of: scope)
    }
    return nil
  }

  /// The names of the first and the last copy of a view in a `for`.
  private func copies(of name: String, _ owner: ViewID) -> (first: String, last: String) {
    let prefix = name + "["
    var found: (String, String)?
    for draft in builder.views.drafts where draft.owner == owner {
      guard let own = draft.name, case let text = builder.names.text(of: own), text.hasPrefix(prefix) else { continue }
      found = (found?.0 ?? text, text)
    }
    return found ?? (prefix + "0]", prefix + "0]")
  }

  private mutating func unnamedView(
    _ nameNode: SyntaxNode, _ number: Int?, in parent: ViewID, for owner: ViewID
  ) -> ViewID? {
    guard let kind = ViewKind(nameNode.word), let number, number >= 1, number < 16_777_216,
      let found = builder.views.unnamed[parent.index, UnnamedKey.view(kind, Int32(number))],
      namesReachInside || builder.views.drafts[Int(found)].owner == owner
    else { return nil }
    return ViewID(found)
  }

  private func nearestView(to name: String, _ owner: ViewID) -> String? {
    var seen: Set<NameID> = []
    var candidates: [String] = []
    for draft in builder.views.drafts where draft.owner == owner {
      guard let own = draft.name, seen.insert(own).inserted else { continue }
      candidates.append(builder.names.text(of: own))
      if candidates.count == ModelLimits.candidates { break }
    }
    return nearestName(to: name, in: candidates) ?? WordsOfOthers.view(named: name) ?? WordsOfOthers.meaning(of: name)
  }
}

// MARK: Views of records

/// A view of one record, by its pattern and the keys of the records around it, from the outside in.
struct KeyedName: Hashable {
  var pattern: ViewID
  var keys: [String]
}

extension LayoutResolver {
  /// The key in `row["a"]`, or `row[17]`; nil where the index is a number that a `for` counts, or a mistake.
  private mutating func recordKey(_ index: SyntaxNode, of name: NameID, _ site: Site) -> String? {
    if builder.layout.repetitions.isEmpty { return nil }
    let key: String
    switch constant(index, site) {
    case .known(.text(let text)): key = text
    case .known(.number(let number)) where namesPattern(name):
      key = number.asWritten
    default: return nil
    }
    return key
  }

  /// Whether a view of this name stands in a repetition over records, and none in a `for` that counts.
  private mutating func namesPattern(_ name: NameID) -> Bool {
    var spelled: [UInt8] = []
    builder.names.append(name, to: &spelled)
    spelled.append(contentsOf: PatternName.placeholder.utf8)
    let pattern = builder.names.name(in: spelled, from: 0, to: spelled.count)
    return builder.views.drafts.contains { $0.name == pattern }
  }

  /// The number by which a test goes to a view of certain records; nil after a complaint.
  private mutating func keyedView(_ pattern: ViewID, _ keys: [String], at node: SyntaxNode, _ site: Site) -> ViewID? {
    guard namesReachInside else {
      report(.recordInLayout(node.text), at: node, in: site.file)
      return nil
    }
    guard builder.depthInRecords(of: pattern) == keys.count else {
      report(.whichRecord(node.text), at: node, in: site.file)
      return nil
    }
    return keyedView(KeyedName(pattern: pattern, keys: keys))
  }

  /// Tests are read when the views of the layout are settled, so that views of records come after these.
  private mutating func keyedView(_ wanted: KeyedName) -> ViewID {
    if wanted.keys.isEmpty { return wanted.pattern }
    if let known = keyedViews[wanted] { return known }
    var draft = builder.views.drafts[wanted.pattern]
    let parent = draft.parent ?? .root
    let outer = builder.depthInRecords(of: parent)
    draft.parent = keyedView(KeyedName(pattern: parent, keys: Array(wanted.keys.prefix(outer))))
    if draft.repetition >= 0, let name = draft.name {
      draft.name = builder.names.name(PatternName.filled(builder.names.text(of: name), with: wanted.keys[outer...]))
    }
    let view = ViewID(Int32(builder.views.drafts.count))
    builder.views.drafts.append(draft)
    keyedViews[wanted] = view
    keyedPatterns[view] = wanted.pattern
    builder.layout.keyedViews.append(KeyedView(path: path(of: view)))
    return view
  }

  /// The view in which all is declared that a view has: of a view of a record its pattern.
  func declaring(_ view: ViewID) -> ViewID { keyedPatterns[view] ?? view }
}

extension SyntaxNode {
  /// The text of the node, with another name in place of a part of it.
  fileprivate func text(with name: String, insteadOf part: SyntaxNode) -> String {
    let bytes = Array(text.utf8)
    let (start, end) = (Int(part.span.start - span.start), Int(part.span.end - span.start))
    return String(decoding: bytes[..<start] + Array(name.utf8) + bytes[end...], as: UTF8.self)
  }
}

extension Complaint {
  static func recordInLayout(_ text: String) -> Complaint {
    Complaint(
      .unknownView, "'\(text)' is a view of one record, and which records there are only the scene knows",
      help: ["in its own 'for' it goes by its name alone; a test may name it"])
  }

  static func whichRecord(_ text: String) -> Complaint {
    Complaint(
      .ambiguousName, "'\(text)' is there for each record",
      help: ["in its 'for' it is the one of the same record; a test says which: `\(text)[\"a\"]`"])
  }

  static func longNameOfGuide(_ name: String, _ text: String) -> Complaint {
    Complaint(
      .unknownView, "'\(name)' has a shorter name here\(didYouMean(text))", replacement: text)
  }

  static func recordAsView(_ name: String) -> Complaint {
    Complaint(
      .unknownView, "'\(name)' is a record, and no view",
      help: ["help: a record has fields and nothing else: what else is to be shown of it is a field, too"])
  }

  static func listAsView(_ name: String) -> Complaint {
    Complaint(
      .unknownView, "'\(name)' is a list of records, and no view",
      help: [
        "help: a 'for' has its records, as in `for r in \(name) by r.id`; how many there are, and which is the first, "
          + "says who sets it, in a 'var' of its own"
      ])
  }

  static func unknownView(_ name: String, nearest: String?) -> Complaint {
    Complaint(.unknownView, "no view '\(name)' here\(didYouMean(nearest))", replacement: nearest)
  }

  /// - Parameter word: what was probably meant, where that is no view but an anchor or a guide.
  static func unknownMember(_ name: String, of parent: String, nearest: String?, noun word: String? = nil) -> Complaint
  {
    let roles = word.flatMap { Word(rawValue: $0)?.roles }
    let noun = roles?.contains(.anchor) == true ? "anchor" : roles?.contains(.guide) == true ? "guide" : nil
    let message = noun.map { "'\(parent)' has no \($0) '\(name)'" } ?? "no view '\(name)' in '\(parent)'"
    return Complaint(.unknownView, message + didYouMean(nearest), replacement: nearest)
  }

  static func privateView(_ name: String, of instance: String) -> Complaint {
    Complaint(
      .privateView, "'\(name)' is written in the component of '\(instance)', and only the component sees it",
      help: ["what its users need can be a parameter, or the view itself: '\(instance)'"])
  }

  static func ambiguousName(_ name: String, _ paths: [String]) -> Complaint {
    let shown = paths.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let more = paths.count > 5 ? " and \(paths.count - 5) more" : ""
    return Complaint(.ambiguousName, "'\(name)' could be any of \(shown)\(more)", replacement: nil)
  }

  static func whichCopy(_ name: String, _ first: String, _ last: String) -> Complaint {
    let range = first == last ? "'\(first)'" : "'\(first)' to '\(last)'"
    return Complaint(.ambiguousName, "'\(name)' stands in a 'for'; say which one is meant, \(range)")
  }

  static func noSuchCopy(_ copy: String, _ name: String, _ first: String, _ last: String) -> Complaint {
    let range = first == last ? "'\(first)' alone" : "'\(first)' to '\(last)'"
    return Complaint(.unknownView, "no view '\(copy)' here; of '\(name)' there is \(range)")
  }

  static func notAnIndex(_ text: String) -> Complaint {
    Complaint(.badRange, "'\(text)' is no whole number, and views are counted in whole numbers")
  }
}
