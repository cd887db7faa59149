/// A piece of a system but for its numbers, with rows and variables numbered from 0: what compiling it depends on.
///
/// A part is compiled from its key alone, so nothing else can have a say.
struct PartKey: Sendable {
  /// The numbers of variables, rows and first floor row; a word for each variable; for each row a word and one for each
  /// of its terms, two where the coefficient is neither 1 nor -1.
  let words: [UInt64]

  /// Above the variable of a term.
  fileprivate static let plus: UInt64 = 1 << 32
  fileprivate static let minus: UInt64 = 2 << 32

  /// What is known of a variable.
  struct Traits: OptionSet {
    let rawValue: UInt64
    static let isSize = Traits(rawValue: 1)
    /// Of the trunk: units read it.
    static let isBorder = Traits(rawValue: 2)
    /// Of a unit: the trunk gives it its value.
    static let isImport = Traits(rawValue: 4)
  }

  /// What is compiled. Its numbers are zero: compiling reads none.
  struct Piece {
    let system: ConstraintSystem
    let firstFloorRow: Int
    let border: [Int32]
    let imports: [Int32]
  }

  func piece() -> Piece {
    var index = 0
    func next() -> UInt64 {
      defer { index += 1 }
      return words[index]
    }
    let variableCount = Int(next())
    let rowCount = Int(next())
    let firstFloorRow = Int(next())
    var system = SystemWriter(variables: variableCount, constraints: rowCount, terms: words.count / 2)
    var border: [Int32] = []
    var imports: [Int32] = []
    for variable in 0..<Int32(variableCount) {
      let traits = Traits(rawValue: next())
      _ = traits.contains(.isSize) ? system.addSize() : system.addPosition()
      if traits.contains(.isBorder) { border.append(variable) }
      if traits.contains(.isImport) { imports.append(variable) }
    }
    for _ in 0..<rowCount {
      let word = next()
      for _ in 0..<Int(word >> 2 & 0x3FFF_FFFF) {
        let term = next()
        let coefficient =
          switch term & ~UInt64(UInt32.max) {
          case Self.plus: 1.0
          case Self.minus: -1.0
          default: Double(bitPattern: next())
          }
        system.addTerm(VariableID(Int32(truncatingIfNeeded: term)), coefficient)
      }
      let priority = Priority(Float(bitPattern: UInt32(word >> 32)))
      system.endRow(Relation(rawValue: UInt8(word & 3))!, 0, priority)
    }
    return Piece(system: system.finish(), firstFloorRow: firstFloorRow, border: border, imports: imports)
  }
}

/// Writes keys one after another into the same memory: a switch asks for hundreds of them, and nearly all are known.
struct PartKeyWriter: ~Copyable {
  private(set) var words = Column<UInt64>(capacity: 1024)
  private(set) var hash: UInt64 = 0

  private let system: ConstraintSystem
  private let firstFloorRow: Int
  /// By variable: its number in the piece at hand.
  private let numbers: Column<Int32>

  init(_ system: ConstraintSystem, firstFloorRow: Int) {
    self.system = system
    self.firstFloorRow = firstFloorRow
    numbers = Column(repeating: -1, count: system.variableCount)
  }

  /// Writes the key of a piece in place of the last one.
  ///
  /// - Parameter trunk: of a unit, to know which variables of its border are imports.
  mutating func write(_ piece: Int, of pieces: borrowing Pieces, _ trunk: CompiledPart?) {
    let members = pieces.members.range(piece)
    let rows = pieces.rows.range(piece)
    var floorCount = 0
    while floorCount < rows.count && Int(pieces.rows.items[rows.upperBound - 1 - floorCount]) >= firstFloorRow {
      floorCount += 1
    }
    words.removeAll()
    hash = 0
    write(UInt64(members.count))
    write(UInt64(rows.count))
    write(UInt64(rows.count - floorCount))
    for place in members {
      let variable = pieces.members.items[place]
      numbers[variable] = Int32(place - members.lowerBound)
      var traits: PartKey.Traits = system.isSize[Int(variable)] ? .isSize : []
      if let trunk {
        let index = pieces.trunkIndex[variable]
        if index >= 0 && trunk.placeholders[Int(index)] < 0 { traits.insert(.isImport) }
      } else if pieces.isBorder[variable] {
        traits.insert(.isBorder)
      }
      write(traits.rawValue)
    }
    for place in rows { writeRow(Int(pieces.rows.items[place])) }
  }

  @inline(__always) private mutating func writeRow(_ row: Int) {
    let terms = Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1])
    let relation = UInt64(system.relations[row].rawValue)
    write(UInt64(system.priorities[row].bitPattern) << 32 | UInt64(terms.count) << 2 | relation)
    for term in terms {
      let variable = UInt64(UInt32(bitPattern: numbers[system.termVariables[term]]))
      let coefficient = system.termCoefficients[term]
      if coefficient.magnitude == 1 {
        write(variable | (coefficient > 0 ? PartKey.plus : PartKey.minus))
      } else {
        write(variable)
        write(coefficient.bitPattern)
      }
    }
  }

  @inline(__always) private mutating func write(_ word: UInt64) {
    words.append(word)
    // Multiply and fold: each bit of a word ends in all upper bits, which the next multiplication brings down again.
    let mixed = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = mixed.high ^ mixed.low
  }

  func hasWritten(_ key: PartKey) -> Bool {
    guard key.words.count == words.count else { return false }
    for index in 0..<words.count where key.words[index] != words[index] { return false }
    return true
  }
}
