import LayoutSyntax

/// Every complaint of resolving, by its code: names (E20xx), types (E21xx), structure (E22xx), limits (E23xx),
/// conditions (E24xx) and warnings. The words are static functions of `Complaint` beside the rule that reports them.
public enum ResolutionCode: String, ComplaintCode {
  // Names.
  case duplicateView = "E2001"
  case unknownKind = "E2002"
  case unknownView = "E2003"
  case ambiguousName = "E2004"
  case unknownValue = "E2005"
  case duplicateValue = "E2006"
  case movedView = "E2007"
  case duplicateIdentifier = "E2008"
  case circularValue = "E2009"
  case missingImport = "E2010"
  case importCycle = "E2011"
  case escapingImport = "E2012"
  case duplicateLayout = "E2013"
  case unknownConfiguration = "E2014"
  case privateView = "E2015"
  case duplicateComponent = "E2016"
  case componentCycle = "E2017"
  case unknownSlot = "E2018"
  case unknownType = "E2019"
  case unknownIdentifier = "E2020"
  case unknownLayout = "E2021"

  // Types.
  case axisMismatch = "E2101"
  case positionAgainstLength = "E2102"
  case addedPositions = "E2103"
  case notLinear = "E2104"
  case compoundMismatch = "E2105"
  case wrongType = "E2106"
  case centerInequality = "E2107"
  case badFunction = "E2108"
  case noAnchorOnTheLeft = "E2109"
  case percentWithoutDimension = "E2110"
  case unknownSign = "E2111"
  case notKnownBeforeSolving = "E2112"
  case badTiming = "E2113"

  // Structure.
  case modifierWithoutPlacement = "E2201"
  case wrongCount = "E2202"
  case mismatchedPoints = "E2203"
  case attachWithoutNeighbour = "E2204"
  case notInABranch = "E2205"
  case wrongAxis = "E2206"
  case unknownWord = "E2207"
  case notAStack = "E2208"
  case badPriority = "E2209"
  case zeroAspect = "E2210"
  case physicalInset = "E2211"
  case badRange = "E2212"
  case badArgument = "E2213"
  case impossibleSurroundings = "E2214"

  // Limits.
  case tooManyViews = "E2301"
  case tooDeep = "E2302"
  case tooManyCopies = "E2303"
  case tooLarge = "E2304"
  case tooMuchImported = "E2305"

  // Conditions.
  case notACondition = "E2401"
  case conditionAsValue = "E2402"
  case positionInCondition = "E2403"
  case traitComparison = "E2404"

  // Warnings.
  case unknownProperty = "W2201"
  case nearlyKnownWord = "W2202"
  case emptyTest = "W2203"
  case escapingPicture = "W2204"
  case pictureInNoFile = "W2205"
  case drawnSpacer = "W2206"
  case beyondReach = "W2207"
  case unreadSetting = "W2208"
  case mistypedConfiguration = "W2209"
  case hiddenWord = "W2210"
  case uselessInGrid = "W2211"
  case beyondRange = "W2212"
  case colourAsIdentifier = "W2213"
  case indentedClause = "W2214"
  case nameInText = "W2215"
  case devicePixels = "W2216"
  case unreadFlag = "W2906"
  case undeclaredConfiguration = "W2907"
  case unreadTrait = "W2910"
  case bareSize = "W4001"

  /// The severity that the code's letter stands for.
  public var severity: Diagnostic.Severity { code.severity }
}

extension DiagnosticCode {
  /// Whether no edit of a literal can make, change or remove such a complaint.
  var isWithoutLiterals: Bool {
    switch ResolutionCode(rawValue: rawValue) {
    case .unknownProperty, .unreadFlag, .undeclaredConfiguration, .unreadTrait, .unreadSetting, .mistypedConfiguration,
      .colourAsIdentifier, .indentedClause:
      true
    default: false
    }
  }
}

/// A complaint without its place: what is said, and what would mend it.
struct Complaint {
  var code: ResolutionCode
  var message: String
  /// What to write instead of the text complained about; an empty text means to delete it.
  var replacement: String?
  /// Further sentences.
  var help: [String] = []

  init(_ code: ResolutionCode, _ message: String, replacement: String? = nil, help: [String] = []) {
    self.code = code
    self.message = message
    self.replacement = replacement
    self.help = help
  }
}

/// Everything reported while resolving: at most `ModelLimits.complaints` errors and as many warnings of the document's
/// own file, and so many of all that it imports. Each of those files is a document, and reports its own.
struct ComplaintList {
  private(set) var diagnostics: [Diagnostic] = []
  /// The document's own file; nil: nothing is imported.
  private let own: String?
  /// The instance of a component in which the text to be reported stands; 0 for none. A complaint in a component is
  /// about the component's text, and has a note that says where it is used.
  var instance: Int32 = 0
  /// By instance: where the component is used, nil when nobody uses it, and the instance around that use.
  private var uses: [(place: Diagnostic.Place?, outer: Int32)] = [(nil, 0)]
  /// How many errors and warnings have been reported so far, by whether it was of the own file.
  private var counts: [Bool: (errors: Int, warnings: Int)] = [:]

  /// - Parameter file: the document's own; nil where nothing is imported.
  init(of file: String? = nil) { own = file }

  /// Adds the next instance.
  mutating func addUse(_ place: Diagnostic.Place?, in outer: Int32) { uses.append((place, outer)) }

  /// Forgets all instances, when the next layout begins.
  mutating func forgetUses() {
    instance = 0
    uses.removeSubrange(1...)
  }

  /// Notes that say where the component being read is used, the innermost use first.
  private var notesOfUse: [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    var current = Int(instance)
    while current != 0, notes.count < 3 {
      if let place = uses[current].place { notes.append(Diagnostic.Note("used here", at: place)) }
      current = Int(uses[current].outer)
    }
    return notes
  }

  /// Whether a file would report no further error; its words then need not be found.
  func isFull(_ file: String) -> Bool { (counts[isOwn(file)]?.errors ?? 0) >= ModelLimits.complaints }

  private func isOwn(_ file: String) -> Bool { own == nil || own == file }

  /// Whether a complaint would be reported: if not, nobody needs to look for its words, which may take long.
  func wants(_ code: ResolutionCode, at place: Diagnostic.Place) -> Bool {
    !isFull(place.file) && !diagnostics.contains { $0.code == code.code && $0.place == place }
  }

  /// Moves every place to where it is after the edits, which are given by file.
  mutating func move(_ edits: [LiteralEdit], in files: [SourceFile]) {
    if edits.allSatisfy(\.movesNothing) { return }
    func move(_ place: inout Diagnostic.Place) {
      guard let file = files.firstIndex(where: { $0.name == place.file }) else { return }
      place.span = edits[file].moved(place.span)
    }
    for index in diagnostics.indices {
      if var place = diagnostics[index].place {
        move(&place)
        diagnostics[index].place = place
      }
      for note in diagnostics[index].notes.indices {
        guard var place = diagnostics[index].notes[note].place else { continue }
        move(&place)
        diagnostics[index].notes[note].place = place
      }
      for fix in diagnostics[index].fixes.indices { move(&diagnostics[index].fixes[fix].place) }
    }
  }

  mutating func report(
    _ complaint: Complaint, at place: Diagnostic.Place, notes: [Diagnostic.Note] = []
  ) {
    let severity = complaint.code.severity
    let code = complaint.code.code
    // A clause may be read twice (once for the axis that it leaves open), but its mistake is one mistake.
    if diagnostics.contains(where: { $0.code == code && $0.place == place }) { return }
    var count = counts[isOwn(place.file)] ?? (0, 0)
    if severity == .error { count.errors += 1 } else { count.warnings += 1 }
    counts[isOwn(place.file)] = count
    guard (severity == .error ? count.errors : count.warnings) <= ModelLimits.complaints else { return }
    let fixes =
      complaint.replacement.map { [Diagnostic.Fix($0.isEmpty ? "remove it" : "use \($0)", replace: place, by: $0)] }
      ?? []
    diagnostics.append(
      Diagnostic(
        code, severity, complaint.message, at: place,
        notes: notes + notesOfUse + complaint.help.map { Diagnostic.Note($0) },
        fixes: fixes))
  }
}
