/// A `let` or `var` where it is declared. It is read when somebody first uses it.
struct DeclaredValue {
  enum State {
    case unread
    /// Being read: meeting it again is a circle.
    case reading
    /// Nil when what it says is wrong, which has been reported.
    case read(Value?)
  }

  var name: NameID
  /// The declaration's node in its file's tree.
  var node: Int32
  var file: Int32
  var scope: Int32
  /// The view in whose body it stands; nil at the top of a file.
  var view: ViewID?
  var isVariable: Bool
  var state = State.unread
}

/// Where values are visible: files, and every block that declares one. A block without declarations shares the
/// scope around it, so most views have none of their own.
struct ScopeTable {
  private var parents: [Int32?] = []
  private(set) var values: [DeclaredValue] = []
  /// By value: what it comes to once it has been read, when that is a plain sum.
  private var plain: [PlainSum?] = []
  private var table = PairTable()

  mutating func open(in parent: Int32?) -> Int32 {
    parents.append(parent)
    return Int32(parents.count - 1)
  }

  /// False when the scope has that name already; the first one stays.
  mutating func declare(_ value: DeclaredValue) -> Bool {
    let isNew = table[value.scope, value.name.index] == nil
    if isNew { table[value.scope, value.name.index] = Int32(values.count) }
    values.append(value)
    plain.append(nil)
    return isNew
  }

  /// The nearest value of a name: this scope, then those around it.
  func find(_ name: NameID, from scope: Int32) -> Int? {
    var current: Int32? = scope
    while let scope = current {
      if let found = table[scope, name.index] { return Int(found) }
      current = parents[Int(scope)]
    }
    return nil
  }

  /// The value of a name in one scope alone.
  func find(_ name: NameID, onlyIn scope: Int32) -> Int? { table[scope, name.index].map(Int.init) }

  mutating func setState(_ state: DeclaredValue.State, of value: Int) {
    values[value].state = state
    guard !values[value].isVariable, case .read(.linear(let expression)) = state else { return }
    plain[value] = PlainSum(expression)
  }

  /// What a `let` that has been read comes to, when that is a plain sum.
  func plain(of value: Int) -> PlainSum? { plain[value] }

  mutating func setView(_ view: ViewID?, of value: Int) { values[value].view = view }
}
