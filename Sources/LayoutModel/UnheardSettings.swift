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
    self.words = words + didYouMean(nearest)
    self.nearest = nearest
  }
}

/// The names of flags and traits that something in a layout asks for.
public struct AskedNames: Sendable {
  /// What has a name here.
  public enum Kind: String, Sendable {
    case flag, trait
  }

  /// The layout's name.
  let layout: String
  /// Of flags.
  let flags: Set<String>
  /// Of traits; those that mean something by themselves need not be among them.
  let traits: Set<String>

  /// Whether it has an effect to set this.
  public func hears(_ kind: Kind, _ name: String) -> Bool {
    switch kind {
    case .flag: flags.contains(name)
    case .trait: TraitDescription.named(name) != nil || traits.contains(name)
    }
  }

  /// What is to be said of a name; nil where it has an effect to set it.
  public func unheard(_ kind: Kind, _ name: String) -> UnheardSetting? {
    if hears(kind, name) { return nil }
    let known = kind == .flag ? flags : traits.union(TraitDescription.catalogue.map(\.name))
    return UnheardSetting(
      kind == .flag ? .unreadFlag : .unreadTrait, "nothing in layout '\(layout)' asks for \(kind.rawValue) '\(name)'",
      nearest: nearestName(to: name, in: known.sorted()))
  }
}

extension ResolvedLayout {
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

  /// The configurations that its conditions and expectations ask for.
  var askedConfigurations: Set<String> {
    var names: Set<String> = []
    forEachAsked { condition in
      for case .configuration(_, let name) in condition.questions { names.insert(name) }
    }
    return names
  }

  /// Everything that its conditions and expectations ask for by name. Looks at all of them.
  public var askedNames: AskedNames {
    var (flags, traits): (Set<String>, Set<String>) = ([], [])
    forEachAsked { condition in
      for question in condition.questions {
        switch question {
        case .flag(let name): flags.insert(name)
        case .trait(_, let name, _): traits.insert(name)
        default: break
        }
      }
    }
    return AskedNames(layout: name, flags: flags, traits: traits)
  }

  /// Calls `body` with every condition of the layout, and with those that its tests expect to hold.
  private func forEachAsked(_ body: (Condition) -> Void) {
    for condition in conditions { body(condition) }
    for configuration in configurations { if let when = configuration.when { body(when) } }
    for step in tests.lazy.flatMap(\.steps) {
      guard case .expect(let expectation) = step.action else { continue }
      for case .holds(let condition, _) in expectation.questions { body(condition) }
    }
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
    let asked = later.givenNames.isEmpty ? nil : builder.layout.askedNames
    for given in later.givenNames {
      let unheard: UnheardSetting?
      switch (known[given.name], given.name) {
      case (let answer?, _): unheard = answer
      case (nil, .flag(let name)): unheard = asked?.unheard(.flag, name)
      case (nil, .trait(let name)): unheard = asked?.unheard(.trait, name)
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
