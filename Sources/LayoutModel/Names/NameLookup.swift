import LayoutSyntax

/// Finds views by name: the view's children, its siblings, then outwards; then anywhere in the layout if only one
/// view has the name.
extension LayoutResolver {
  /// The view a `path` or `reference` node names, seen from `view`; nil after a complaint, and, without one, for a
  /// view that a `for` would make.
  mutating func view(named node: SyntaxNode, from view: ViewID, in file: Int32) -> ViewID? {
    var current: ViewID?
    var isFirst = true
    for part in node.children {
      switch part.kind {
      case .superSegment:
        current = parent(of: view)
        isFirst = false
      case .pathSegment:
        let next = isFirst ? head(part, from: view, in: file) : member(part, of: current ?? view, in: file)
        guard let next else { return nil }
        current = next
        isFirst = false
      default: break
      }
    }
    return current
  }

  /// The first name of a path.
  private mutating func head(_ segment: SyntaxNode, from view: ViewID, in file: Int32) -> ViewID? {
    guard let nameNode = segment.first(.name) else { return nil }
    if let index = segment.value(at: 0) { return indexed(nameNode, index, from: view, in: file) }
    let name = name(of: nameNode, in: file)
    var scope: ViewID? = view
    while let around = scope {
      if let found = children[around.index, name.index] { return ViewID(found) }
      scope = drafts[Int(around.index)].parent
    }
    let text = names.text(of: name)
    if text == "root" { return .root }
    let count = Int(name.index) < viewsOfName.count ? viewsOfName[Int(name.index)] : 0
    if count == 1 { return ViewID(viewOfName[Int(name.index)]) }
    if count == 0, text == layout.name { return .root }
    if complaints.isFull(files[Int(file)].name) { return nil }
    if count == 0 {
      report(.unknownView(text, nearest: nearestView(to: text)), at: nameNode, in: file)
    } else {
      let paths = drafts.indices.filter { drafts[$0].name == name }.map { self.path(of: ViewID(Int32($0))) }
      report(.ambiguousName(text, paths), at: nameNode, in: file)
    }
    return nil
  }

  /// A later name of a path: a child of what stands before it.
  private mutating func member(_ segment: SyntaxNode, of parent: ViewID, in file: Int32) -> ViewID? {
    guard let nameNode = segment.first(.name) else { return nil }
    if let index = segment.value(at: 0) {
      if let found = unnamedView(nameNode, index, in: parent) { return found }
      if ViewKind(nameNode.word) != nil { reportUnknownMember(segment, nameNode, of: parent, in: file) }
      return nil
    }
    let name = name(of: nameNode, in: file)
    if let found = children[parent.index, name.index] { return ViewID(found) }
    reportUnknownMember(nameNode, nameNode, of: parent, in: file)
    return nil
  }

  private mutating func reportUnknownMember(
    _ node: SyntaxNode, _ nameNode: SyntaxNode, of parent: ViewID, in file: Int32
  ) {
    if complaints.isFull(files[Int(file)].name) { return }
    let candidates = drafts.filter { $0.parent == parent }.compactMap { $0.name.map { names.text(of: $0) } }
    let complaint = Complaint.unknownMember(
      node.text, of: path(of: parent), nearest: nearestName(to: nameNode.name, in: candidates))
    report(complaint, at: nameNode, in: file)
  }

  /// `label[2]`: the second unnamed label, seen from `view` outwards. Other names with an index belong to views of
  /// a `for`, which nobody makes yet: its warning is enough.
  private mutating func indexed(
    _ nameNode: SyntaxNode, _ index: SyntaxNode, from view: ViewID, in file: Int32
  ) -> ViewID? {
    var scope: ViewID? = view
    while let around = scope {
      if let found = unnamedView(nameNode, index, in: around) { return found }
      scope = drafts[Int(around.index)].parent
    }
    if ViewKind(nameNode.word) != nil {
      report(.unknownView(nameNode.name + "[\(index.text)]", nearest: nil), at: nameNode, in: file)
    }
    return nil
  }

  private func unnamedView(_ nameNode: SyntaxNode, _ index: SyntaxNode, in parent: ViewID) -> ViewID? {
    guard let kind = ViewKind(nameNode.word), index.kind == .number, index.number >= 1, index.number < 16_777_216
    else { return nil }
    return unnamed[parent.index, UnnamedKey.view(kind, Int32(index.number))].map(ViewID.init)
  }

  private func nearestView(to name: String) -> String? {
    var seen: Set<NameID> = []
    var candidates: [String] = []
    for draft in drafts {
      guard let own = draft.name, seen.insert(own).inserted else { continue }
      candidates.append(names.text(of: own))
      if candidates.count == Self.candidateLimit { break }
    }
    return nearestName(to: name, in: candidates)
  }

  /// How many names are compared with a wrong one; more would make a typo in a huge file slow to report.
  private static let candidateLimit = 2000
}

extension Complaint {
  static func unknownView(_ name: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownView, "no view '\(name)' here\(hint)", replacement: nearest)
  }

  static func unknownMember(_ name: String, of parent: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownView, "no view '\(name)' in '\(parent)'\(hint)", replacement: nearest)
  }

  static func ambiguousName(_ name: String, _ paths: [String]) -> Complaint {
    let shown = paths.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let more = paths.count > 5 ? " and \(paths.count - 5) more" : ""
    return Complaint(.ambiguousName, "'\(name)' could be any of \(shown)\(more)", replacement: nil)
  }
}
