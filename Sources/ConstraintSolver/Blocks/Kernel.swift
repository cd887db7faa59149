/// The variables of general blocks that tight rows determine only together, solved for any targets.
///
/// The targets of rows change with every solve. Which rows are tight changes seldom. So the tight rows of a block are
/// eliminated once (Gauss), and what that does to their targets is written down; a solve does the same to new targets
/// and substitutes back. Only what is not zero is written down, which is little: rows of layouts have few terms.
struct Kernels: Sendable {
  private var equations: [KernelEquation] = []
  private var terms: [KernelTerm] = []
  private var draft = KernelDraft()
  private var entries = KernelEntries()
  private var memory = ScratchMemory()

  /// Writes a kernel over `size` variables at `place`, or elsewhere if that has too little room.
  mutating func replace(
    _ place: inout KernelPlace, _ size: Int, _ body: (inout KernelElimination, inout KernelDraft) -> Void
  ) {
    Kernels.eliminate(KernelEliminationLayout(size), &memory, &entries, &draft, body)
    keepDraft(&place)
  }

  private static func eliminate(
    _ layout: KernelEliminationLayout, _ memory: inout ScratchMemory, _ entries: inout KernelEntries,
    _ draft: inout KernelDraft, _ body: (inout KernelElimination, inout KernelDraft) -> Void
  ) {
    draft.removeAll()
    entries.removeAll()
    memory.lend(layout.byteCount) { memory in
      // Taken out meanwhile, so that nobody else holds the arrays.
      var own = KernelEntries()
      swap(&own, &entries)
      var elimination = KernelElimination(memory, layout, own)
      own = KernelEntries()
      body(&elimination, &draft)
      entries = elimination.finish()
    }
  }

  private mutating func keepDraft(_ place: inout KernelPlace) {
    if draft.equations.count > place.equationRoom || draft.terms.count > place.termRoom {
      // At least twice the room, so that a kernel that grows leaves no more behind than it takes.
      place.firstEquation = Int32(equations.count)
      place.equationRoom = max(Int32(draft.equations.count), 2 * place.equationRoom)
      equations.append(contentsOf: repeatElement(.none, count: Int(place.equationRoom)))
      place.firstTerm = Int32(terms.count)
      place.termRoom = max(Int32(draft.terms.count), 2 * place.termRoom)
      terms.append(contentsOf: repeatElement(.none, count: Int(place.termRoom)))
    }
    place.equationCount = Int32(draft.equations.count)
    equations.replaceItems(from: Int(place.firstEquation), with: draft.equations)
    terms.replaceItems(from: Int(place.firstTerm), with: draft.terms)
  }

  /// - Parameters:
  ///   - targets: by row.
  ///   - point: by variable; those of the kernel are written.
  ///   - rightSides: room for one number an equation.
  func solve(
    _ place: KernelPlace, targets: StoredMutableSpan<Double>, point: StoredMutableSpan<Double>,
    rightSides: StoredMutableSpan<Double>
  ) {
    equations.lend { all in
      terms.lend { allTerms in
        let equations = all.extracting(droppingFirst: Int(place.firstEquation))
        let terms = allTerms.extracting(droppingFirst: Int(place.firstTerm))
        let count = Int(place.equationCount)
        var term = 0
        for index in 0..<count {
          let equation = equations[index]
          var sum = targets[Int(equation.row)]
          while term < Int(equation.knownEnd) {
            sum -= terms[term].coefficient * point[Int(terms[term].index)]
            term += 1
          }
          while term < Int(equation.factorEnd) {
            sum -= terms[term].coefficient * rightSides[Int(terms[term].index)]
            term += 1
          }
          rightSides[index] = sum * equation.scale
          term = Int(equation.end)
        }
        for index in (0..<count).reversed() {
          let equation = equations[index]
          var sum = rightSides[index]
          for term in Int(equation.factorEnd)..<Int(equation.end) {
            sum -= terms[term].coefficient * point[Int(terms[term].index)]
          }
          // Zero has one sign.
          point[Int(equation.pivot)] = sum + 0
        }
      }
    }
  }
}

/// Where the kernel of a block is in `Kernels`.
struct KernelPlace: BitwiseCopyable, Sendable {
  fileprivate(set) var firstEquation: Int32 = 0
  fileprivate(set) var equationCount: Int32 = 0
  fileprivate(set) var equationRoom: Int32 = 0
  fileprivate(set) var firstTerm: Int32 = 0
  fileprivate(set) var termRoom: Int32 = 0
}

/// A row after elimination: `pivot` follows from its target and from variables that are known before.
///
/// Its terms lie one after another: variables that were known before the kernel, factors of earlier equations that were
/// subtracted, and, in the scaled equation, variables that later equations give. Ends count from the first term of the
/// kernel.
struct KernelEquation: BitwiseCopyable, Sendable {
  var scale: Double
  var row: Int32
  var pivot: Int32
  var knownEnd: Int32
  var factorEnd: Int32
  var end: Int32

  /// Fills storage that is about to be written.
  static let none = KernelEquation(scale: 0, row: 0, pivot: 0, knownEnd: 0, factorEnd: 0, end: 0)
}

struct KernelTerm: BitwiseCopyable, Sendable {
  var coefficient: Double
  /// A variable, or an equation of which this is a factor.
  var index: Int32

  static let none = KernelTerm(coefficient: 0, index: 0)
}

/// A kernel while it is being written.
struct KernelDraft: Sendable {
  fileprivate var equations: [KernelEquation] = []
  fileprivate var terms: [KernelTerm] = []

  fileprivate mutating func removeAll() {
    equations.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
  }

  mutating func addTerm(_ index: Int32, _ coefficient: Double) {
    terms.append(KernelTerm(coefficient: coefficient, index: index))
  }

  /// The known terms have been added: begins an equation.
  mutating func begin(row: Int32, pivot: Int32, scale: Double) {
    let count = Int32(terms.count)
    equations.append(
      KernelEquation(scale: scale, row: row, pivot: pivot, knownEnd: count, factorEnd: count, end: count))
  }

  mutating func endFactors() { equations[equations.count - 1].factorEnd = Int32(terms.count) }
  mutating func end() { equations[equations.count - 1].end = Int32(terms.count) }
}

extension Array {
  fileprivate mutating func replaceItems(from first: Int, with items: [Element]) {
    for index in items.indices { self[first + index] = items[index] }
  }
}
