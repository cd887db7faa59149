/// A `let`, a `var`, a parameter of a component or the counter of a `for`, where it is declared. It is read when
/// somebody first uses it.
struct DeclaredValue {
  enum State {
    case unread
    /// Being read: meeting it again is a circle.
    case reading
    /// Nil when what it says is wrong, which has been reported.
    case read(Value?)
  }

  var name: NameID
  /// The declaration's node in its file's tree, or the argument's; what it comes to is its first value.
  var node: Int32
  var file: Int32
  /// Where it is visible.
  var scope: Int32
  /// Where what it says is looked up: its own scope, for an argument the one in which it is written.
  var readingScope: Int32
  /// The view in whose body it stands; nil at the top of a file.
  var view: ViewID?
  var isVariable: Bool
  /// Of a variable that has been read: its index in `ResolvedLayout.variables`; else -1.
  var variable: Int32 = -1
  /// The counter of a `for`.
  var isCounter = false
  /// What a parameter takes.
  var type = ParameterType.any
  var state = State.unread

  init(
    name: NameID, node: Int32, file: Int32, scope: Int32, readingScope: Int32? = nil, view: ViewID?,
    isVariable: Bool = false
  ) {
    self.name = name
    self.node = node
    self.file = file
    self.scope = scope
    self.readingScope = readingScope ?? scope
    self.view = view
    self.isVariable = isVariable
  }
}

/// Where values are visible: files, every block that declares one, every copy of a `for` and every instance of a
/// component. A block without declarations shares the scope around it, so most views have none of their own.
struct ScopeTable {
  private var parents: [Int32?] = []
  /// By scope: the instance of a component in which it is, 0 for none.
  private var instances: [Int32] = []
  /// By scope: what a `for` puts behind the names of views declared in it, as a name; -1 for none.
  private var indices: [Int32] = []
  private(set) var values: [DeclaredValue] = []
  /// By value: what it comes to once it has been read, when that is a number known in the file.
  private var numbers: [(type: ValueType, number: Double)?] = []
  private var table = PairTable()

  var count: Int { parents.count }

  /// A new scope inside another, in the same instance of a component unless one is given.
  mutating func open(in parent: Int32?, of instance: Int32? = nil, indices: Int32 = -1) -> Int32 {
    parents.append(parent)
    self.indices.append(indices)
    instances.append(instance ?? parent.map { instances[Int($0)] } ?? 0)
    return Int32(parents.count - 1)
  }

  func instance(of scope: Int32) -> Int32 { instances[Int(scope)] }
  func indices(of scope: Int32) -> Int32 { indices[Int(scope)] }
  func parent(of scope: Int32) -> Int32? { parents[Int(scope)] }

  /// False when the scope has that name already; the first one stays.
  mutating func declare(_ value: DeclaredValue) -> Bool {
    let isNew = table[value.scope, value.name.index] == nil
    if isNew { table[value.scope, value.name.index] = Int32(values.count) }
    values.append(value)
    numbers.append(nil)
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
    guard !values[value].isVariable, case .read(.linear(let expression)) = state, let number = expression.number else {
      return
    }
    numbers[value] = (expression.type, number)
  }

  /// What a `let` that has been read comes to, when that is a number known in the file.
  func number(of value: Int) -> (type: ValueType, number: Double)? { numbers[value] }

  /// Has a value read again when somebody next uses it.
  mutating func forget(_ value: Int) {
    values[value].state = .unread
    numbers[value] = nil
  }

  /// Says that a value is set from outside, as the variable of this index.
  mutating func setVariable(_ variable: Int32, of value: Int) { values[value].variable = variable }

  /// Takes the new numbers of the views in whose bodies values stand.
  mutating func renumber(_ current: Renumbering) {
    for index in values.indices { values[index].view = values[index].view.map { current($0) } }
  }
}
