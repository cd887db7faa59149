import LayoutSyntax

/// `component NAME(params) KIND clauses { … }`: what an instance is made of, and what it can be given.
struct Component {
  struct Parameter {
    var name: NameID
    /// The node of the parameter. Its first value is the default.
    var node: Int32
    var type: ParameterType
    var hasDefault: Bool
  }

  /// Places in its body for what stands in the braces of an instance.
  struct Slots {
    /// In the order of the body.
    private(set) var names: [NameID] = []
    private var known: Set<NameID> = []
    /// Whether there is one without a name.
    private(set) var hasUnnamed = false

    func contains(_ name: NameID) -> Bool { known.contains(name) }

    /// - Parameter name: nil for the one without.
    mutating func add(_ name: NameID?) {
      guard let name else {
        hasUnnamed = true
        return
      }
      if known.insert(name).inserted { names.append(name) }
    }
  }

  var name: NameID
  var file: Int32
  var node: Int32
  /// Where the component's name is written.
  var span: SourceSpan
  /// The kind of the view that an instance is.
  var kind = ViewKind.view
  var parameters: [Parameter] = []
  /// Where each stands among them.
  var parameterIndices: [NameID: Int] = [:]
  /// Those that it declares, wherever in its body, each once.
  var slots = Slots()
}

/// The components of all files of a document, by file and name.
struct ComponentTable {
  private(set) var all: [Component] = []
  private var table = PairTable()

  var isEmpty: Bool { all.isEmpty }

  /// Adds a component. False when the file has one of that name already; the first one stays.
  mutating func declare(_ component: Component) -> Bool {
    guard table[component.file, component.name.index] == nil else { return false }
    table[component.file, component.name.index] = Int32(all.count)
    all.append(component)
    return true
  }

  func find(_ name: NameID, onlyIn file: Int32) -> Int32? { table[file, name.index] }
}

extension DocumentResolver {
  /// Reads the head of a component; its body is read once for each of its instances.
  mutating func declareComponent(_ node: SyntaxNode, file: Int32) {
    guard let nameNode = node.first(.name) else { return }
    let bytes = files[Int(file)].bytes
    func place(_ node: SyntaxNode) -> Diagnostic.Place {
      Diagnostic.Place(file: files[Int(file)].name, span: node.span)
    }
    var component = Component(
      name: names.name(of: nameNode, in: bytes), file: file, node: node.index, span: nameNode.span)
    if ViewKind(nameNode.word) != nil {
      complaints.report(.componentNamedLikeAKind(nameNode.name), at: place(nameNode))
      return
    }
    if let kind = node.first(.typeName).flatMap({ ViewKind($0.word) }) { component.kind = kind }
    for parameter in node.first(.parameterList).map({ Array($0.children) }) ?? [] {
      guard parameter.kind == .parameter, let parameterName = parameter.first(.name) else { continue }
      let name = names.name(of: parameterName, in: bytes)
      guard component.parameterIndices[name] == nil else {
        complaints.report(.duplicateValue(parameterName.name), at: place(parameterName))
        continue
      }
      let type = self.type(of: parameter, file: file)
      component.parameterIndices[name] = component.parameters.count
      component.parameters.append(
        Component.Parameter(
          name: name, node: parameter.index, type: type, hasDefault: parameter.value(at: 0) != nil))
    }
    if let body = node.first(.block) { gatherSlots(of: body, isContent: false, file: file, into: &component.slots) }
    if !components.declare(component) {
      complaints.report(.duplicateComponent(nameNode.name), at: place(nameNode))
    }
  }

  /// The type that a parameter says, or that its default has.
  mutating func type(of parameter: SyntaxNode, file: Int32) -> ParameterType {
    guard let written = parameter.first(.typeName) else { return ParameterType(of: parameter.value(at: 0)) }
    if let type = ParameterType.named(written.name) { return type }
    let known = ParameterType.allCases.compactMap(\.name)
    complaints.report(
      .unknownType(
        written.name, nearest: WordsOfOthers.type(named: written.name) ?? nearestName(to: written.name, in: known),
        known),
      at: Diagnostic.Place(file: files[Int(file)].name, span: written.span))
    return .any
  }

  /// Gathers the slots of a component's body. In the braces of another component that it uses, `slot NAME { }` is no
  /// slot of its own but fills a slot of that component.
  private mutating func gatherSlots(
    of block: SyntaxNode, isContent: Bool, file: Int32, into slots: inout Component.Slots
  ) {
    for child in block.children {
      switch child.kind {
      case .slot:
        let body = child.first(.block)
        if isContent, let body {
          gatherSlots(of: body, isContent: false, file: file, into: &slots)
          continue
        }
        let name = child.first(.name).map { names.name(of: $0, in: files[Int(file)].bytes) }
        slots.add(name)
        if let body { gatherSlots(of: body, isContent: false, file: file, into: &slots) }
      case .view:
        let isInstance = child.first(.typeName).map { ViewKind($0.word) == nil || $0.tokens.count > 1 } ?? false
        if let body = child.first(.block) { gatherSlots(of: body, isContent: isInstance, file: file, into: &slots) }
      case .guide, .config, .with, .forStatement, .block:
        for body in child.kind == .block ? [child] : Array(child.children.filter({ $0.kind == .block })) {
          gatherSlots(of: body, isContent: isContent, file: file, into: &slots)
        }
      case .ifStatement: gatherSlots(ofBranch: child, isContent: isContent, file: file, into: &slots)
      default: break
      }
    }
  }

  private mutating func gatherSlots(
    ofBranch branch: SyntaxNode, isContent: Bool, file: Int32, into slots: inout Component.Slots
  ) {
    for child in branch.children {
      if child.kind == .block { gatherSlots(of: child, isContent: isContent, file: file, into: &slots) }
      if child.kind == .ifStatement { gatherSlots(ofBranch: child, isContent: isContent, file: file, into: &slots) }
    }
  }
}

extension LayoutResolver {
  /// The component that the kind of a view names. It is one of the file itself, one of a file imported without `as`,
  /// or, as `t.card`, one of a file imported with it.
  mutating func component(named typeName: SyntaxNode, in file: Int32) -> Int32? {
    let bytes = files[Int(file)].bytes
    guard typeName.tokens.count > 1 else {
      let name = builder.names.name(of: typeName, in: bytes)
      return component(name, visibleIn: file)
    }
    guard let first = typeName.tokens.first, let last = typeName.tokens.last else { return nil }
    let alias = builder.names.name(of: first, in: bytes)
    guard let namespace = files[Int(file)].namespaceFiles[alias] else { return nil }
    // On its own: as an argument it would add to a table of which the call has a copy.
    let name = builder.names.name(of: last, in: bytes)
    return component(name, visibleIn: namespace)
  }

  private mutating func component(_ name: NameID, visibleIn file: Int32) -> Int32? {
    if let found = components.find(name, onlyIn: file) { return found }
    if files[Int(file)].openImports.isEmpty { return nil }
    if let known = imported.components[file, name.index] { return known < 0 ? nil : known }
    var found: Int32?
    for other in filesImported(by: file) where found == nil { found = components.find(name, onlyIn: other) }
    imported.components[file, name.index] = found ?? -1
    return found
  }

  /// The names that may be written as a kind in a file. They are for the complaint about a wrong one.
  func kindNames(in file: Int32) -> [String] {
    var found = Word.all(.viewKind).map(\.rawValue)
    let open = Set([file] + filesImported(by: file))
    found += components.all.filter { open.contains($0.file) }.map { builder.names.text(of: $0.name) }
    for namespace in files[Int(file)].namespaces {
      let prefix = builder.names.text(of: namespace.name) + "."
      let members = Set([namespace.file] + filesImported(by: namespace.file))
      found += components.all.filter { members.contains($0.file) }.map { prefix + builder.names.text(of: $0.name) }
    }
    return found
  }
}

extension Complaint {
  static func duplicateComponent(_ name: String) -> Complaint {
    Complaint(.duplicateComponent, "this file has another component '\(name)'")
  }

  static func componentNamedLikeAKind(_ name: String) -> Complaint {
    Complaint(.duplicateComponent, "'\(name)' is a kind of view already, so no component can be called so")
  }

  static func unknownType(_ name: String, nearest: String?, _ known: [String]) -> Complaint {
    // Who knows other languages may have meant a default.
    return Complaint(
      .unknownType, "there is no type '\(name)'\(didYouMean(nearest))", replacement: nearest ?? "text = \"\(name)\"",
      help: ["the types are \(known.joined(separator: ", "))"])
  }
}
