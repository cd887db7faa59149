public import LayoutSyntax

/// Something set from outside that nothing in a layout asks for, so that it has no effect. It is no mistake, since the
/// branch that asks may be about to be written. But nobody should have to find out by looking at frames.
public struct UnheardSetting: Sendable {
  /// The code by which users look it up.
  public var code: DiagnosticCode
  /// What to tell the user: a whole sentence.
  public var words: String
  /// The name that was probably meant; nil where none is near.
  public var nearest: String?

  fileprivate init(_ code: ResolutionCode, _ words: String, nearest: String? = nil) {
    self.code = code.code
    self.words = words + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    self.nearest = nearest
  }
}

extension ResolvedLayout {
  /// What to say of a flag that is set; nil where some condition or expectation asks for it.
  public func unheard(flag name: String) -> UnheardSetting? { unheard(flag: name, among: askedNames) }

  fileprivate func unheard(flag name: String, among names: AskedNames) -> UnheardSetting? {
    let asked = names.flags
    if asked.contains(name) { return nil }
    return UnheardSetting(
      .unreadFlag, "nothing in layout '\(self.name)' asks for flag '\(name)'",
      nearest: nearestName(to: name, in: asked.sorted()))
  }

  /// What to say of a trait that is set; nil where it has a meaning of its own, or some condition or expectation asks
  /// for it.
  public func unheard(trait name: String) -> UnheardSetting? { unheard(trait: name, among: askedNames) }

  fileprivate func unheard(trait name: String, among names: AskedNames) -> UnheardSetting? {
    if TraitDescription.named(name) != nil { return nil }
    let asked = names.traits
    if asked.contains(name) { return nil }
    let known = asked.union(TraitDescription.catalogue.map(\.name)).sorted()
    return UnheardSetting(
      .unreadTrait, "nothing in layout '\(self.name)' asks for trait '\(name)'",
      nearest: nearestName(to: name, in: known))
  }

  /// What to say of a configuration that is set; nil where some view has a block of this name.
  public func unheard(configuration name: String) -> UnheardSetting? {
    if configurations.contains(where: { name == Configuration.main || $0.name == name }) { return nil }
    return undeclared(configuration: name)
  }

  fileprivate func undeclared(configuration name: String) -> UnheardSetting {
    UnheardSetting(.undeclaredConfiguration, "no view of layout '\(self.name)' declares config '\(name)'")
  }

  /// The flags that some condition or expectation asks for.
  public var askedFlags: Set<String> { askedNames.flags }

  /// What conditions and expectations ask for.
  fileprivate typealias AskedNames = (flags: Set<String>, traits: Set<String>)

  fileprivate var askedNames: AskedNames {
    var (flags, traits): (Set<String>, Set<String>) = ([], [])
    func collect(_ condition: Condition) {
      switch condition {
      case .flag(let name): flags.insert(name)
      case .trait(_, let name, _): traits.insert(name)
      case .not(let inner): collect(inner)
      case .all(let parts), .any(let parts): for part in parts { collect(part) }
      case .constant, .configuration, .compare, .hidden: break
      }
    }
    func collect(_ expectation: Expectation) {
      switch expectation {
      case .holds(let condition, _): collect(condition)
      case .relation, .look: break
      case .not(let inner): collect(inner)
      case .all(let parts), .any(let parts): for part in parts { collect(part) }
      }
    }
    for condition in conditions { collect(condition) }
    for configuration in configurations { if let when = configuration.when { collect(when) } }
    for test in tests {
      for step in test.steps { if case .expect(let expectation) = step.action { collect(expectation) } }
    }
    return (flags, traits)
  }
}

/// A flag or trait that a file sets, and that perhaps nothing asks for.
struct GivenName {
  enum Name: Hashable {
    case flag(String)
    case trait(String)
  }

  var name: Name
  var span: SourceSpan

  init(_ name: Name, at span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

extension LayoutResolver {
  /// The same as `unheard(configuration:)` of the layout, asked of a table.
  mutating func warnIfUndeclared(_ node: SyntaxNode, in file: Int32) {
    let name = name(of: node, in: file)
    let isDeclared = builder.configurations.names.contains(name)
    if isDeclared || node.name == Configuration.main && !builder.layout.configurations.isEmpty { return }
    report(Complaint(builder.layout.undeclared(configuration: node.name)), at: node, in: file)
  }

  /// Reports flags and traits that the file sets in vain. It runs last, when every condition and test has been read.
  mutating func warnOfUnheardSettings() {
    // A `for` sets the same name in every copy, so each name is looked up once.
    var known: [GivenName.Name: UnheardSetting?] = [:]
    if later.givenNames.isEmpty { return }
    let asked = builder.layout.askedNames
    for given in later.givenNames {
      let unheard: UnheardSetting?
      switch (known[given.name], given.name) {
      case (let answer?, _): unheard = answer
      case (nil, .flag(let name)): unheard = builder.layout.unheard(flag: name, among: asked)
      case (nil, .trait(let name)): unheard = builder.layout.unheard(trait: name, among: asked)
      }
      known[given.name] = .some(unheard)
      if let unheard { builder.complaints.report(Complaint(unheard), at: place(given.span, in: 0)) }
    }
  }
}

extension Complaint {
  /// A complaint with the same words.
  ///
  /// - Precondition: the code is one of resolving.
  init(_ unheard: UnheardSetting) {
    guard let code = ResolutionCode(rawValue: unheard.code.rawValue) else {
      preconditionFailure("\(unheard.code) is no code of resolving")
    }
    self.init(code, unheard.words, replacement: unheard.nearest)
  }
}
