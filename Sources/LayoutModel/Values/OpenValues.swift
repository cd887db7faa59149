import LayoutSyntax

/// A choice in an expression, where it is read: the same words stand for something in every instance of a component.
struct ChoicePlace: Hashable {
  var node: Int32
  var file: Int32
  var scope: Int32

  init(_ choice: SyntaxNode, _ site: Site) { (node, file, scope) = (choice.index, site.file, site.scope) }
}

/// `let gap = 8 if compact.x else 16`, and an argument like it: the scene chooses. So a clause that reads such a value
/// is a branch in disguise, as one is in which the choice itself stands; and the value is not kept, but read for each
/// side.
extension LayoutResolver {
  /// Finds the values that the scene chooses, or that are made of such. All are declared by then; nearly always none
  /// has a choice in it, and nothing else is asked.
  mutating func noteOpenValues() {
    guard anyValueMayChoose else { return }
    var open: [Int] = []
    var readers: [Int: [Int]] = [:]
    for index in scopes.values.indices {
      guard let (node, site) = expression(ofDeclared: index) else { continue }
      var unread = [node]
      while let node = unread.popLast() {
        guard spend(steps: 1, at: node, site) else { return }
        if isOpenChoice(node, site) { open.append(index) }
        if node.kind == .reference, let named = declaredValue(ofReference: node, site) {
          readers[named, default: []].append(index)
        }
        unread += node.children
      }
    }
    while let index = open.popLast() {
      if openValues.insert(index).inserted { open += readers[index] ?? [] }
    }
  }

  private var anyValueMayChoose: Bool {
    for index in scopes.values.indices {
      if let (node, _) = expression(ofDeclared: index), node.mayChoose { return true }
    }
    return false
  }

  /// What a let or an argument is said to be; nil of one that is no such value or is read already, and of a condition,
  /// which is a branch anyway.
  private func expression(ofDeclared index: Int) -> (node: SyntaxNode, site: Site)? {
    let declared = scopes.values[index]
    if case .read = declared.state { return nil }
    guard !declared.isVariable, declared.repetition < 0,
      let node = node(declared.node, in: declared.file).value(at: 0), !node.kind.isCondition
    else { return nil }
    return (node, Site(file: declared.file, scope: declared.readingScope, view: declared.view))
  }

  /// Whether the file does not make a choice.
  private mutating func isOpenChoice(_ node: SyntaxNode, _ site: Site) -> Bool {
    guard node.kind == .conditional, let condition = node.value(at: 1) else { return false }
    if case .known(.boolean) = constant(condition, site) { return false }
    return true
  }

  /// The outermost choice in what is read, there or in a value that it names, that neither the file makes nor a branch
  /// around what is being read.
  mutating func openChoice(in node: SyntaxNode, _ site: Site) -> (node: SyntaxNode, site: Site)? {
    if openValues.isEmpty, !node.mayChoose { return nil }
    guard choices.count < Self.mostChoices else { return nil }
    var unread = [(node: node, site: site)]
    var seen: Set<Int> = []
    while let (node, site) = unread.popLast() {
      guard spend(steps: 1, at: node, site) else { return nil }
      if let holds = choices[ChoicePlace(node, site)] {
        if let side = node.value(at: holds ? 0 : 2) { unread.append((side, site)) }
        continue
      }
      if isOpenChoice(node, site) { return (node, site) }
      if !openValues.isEmpty, node.kind == .reference, let named = declaredValue(ofReference: node, site),
        openValues.contains(named)
      {
        if seen.insert(named).inserted, let value = expression(ofDeclared: named) { unread.append(value) }
        continue
      }
      for child in Array(node.children).reversed() { unread.append((child, site)) }
    }
    return nil
  }

  /// So many choices may be open in one clause: each doubles what is read of it.
  private static let mostChoices = 3

  /// Reads a let or an argument for whatever the scene may choose, so that all of it is checked.
  mutating func check(declared index: Int) {
    guard openValues.contains(index), let (node, site) = expression(ofDeclared: index),
      let choice = openChoice(in: node, site)
    else {
      _ = value(ofDeclared: index)
      return
    }
    let place = ChoicePlace(choice.node, choice.site)
    let complaints = builder.complaints.diagnostics.count
    for holds in [true, false] where builder.complaints.diagnostics.count == complaints {
      choices[place] = holds
      check(declared: index)
    }
    choices[place] = nil
  }
}

extension SyntaxNode {
  /// Whether there is a choice in it.
  fileprivate var mayChoose: Bool { tokens.contains { $0.word == .if } }
}
