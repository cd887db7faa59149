/// A `let`, a `var`, a parameter of a component or the counter of a `for`, where it is declared. It is read when it is
/// first used.
struct DeclaredValue {
  enum State {
    case unread
    /// It is being read: to meet it again now is a circle.
    case reading
    /// It has been read; nil when it is wrong, which has been reported.
    case read(Value?)
  }

  var name: NameID
  /// The node of the declaration in its file's tree, or of the argument. The first value of the node is the value.
  var node: Int32
  var file: Int32
  /// The scope in which it is visible.
  var scope: Int32
  /// The scope in which names in its value are looked up: its own, or, for an argument, the one in which it is written.
  var readingScope: Int32
  /// The view in whose body it stands; nil at the top of a file.
  var view: ViewID?
  var isVariable: Bool
  /// For a variable that has been read: its index in `ResolvedLayout.variables`; else -1.
  var variable: Int32 = -1
  /// Whether it is the counter of a `for`.
  var isCounter = false
  /// The repetition whose record it stands for; -1 for none.
  var repetition: Int32 = -1
  /// For a list of records whose type has been read: its index in `ResolvedLayout.lists`; else -1. A list whose type is
  /// wrong has -2.
  var list: Int32 = -1
  /// For a parameter: the type that it takes.
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

/// Where values are visible. Each of these is a scope: a file, a block that declares a value, a copy of a `for`, an
/// instance of a component. A block without declarations shares the scope around it, so most views have none of their
/// own.
struct ScopeTable {
  private var parents: [Int32?] = []
  /// By scope: the instance of a component that it belongs to; 0 for none.
  private var instances: [Int32] = []
  /// By scope: what a `for` adds to the names of views declared in it, as a name; -1 for none.
  private var indices: [Int32] = []
  private(set) var values: [DeclaredValue] = []
  /// By value: what it comes to, once it has been read and if that is a number known in the file.
  private var numbers: [(type: ValueType, number: Double)?] = []
  private var table = PairTable()

  var count: Int { parents.count }

  /// Opens a scope inside another one. It belongs to the same instance of a component, unless one is given.
  mutating func open(in parent: Int32?, of instance: Int32? = nil, indices: Int32 = -1) -> Int32 {
    parents.append(parent)
    self.indices.append(indices)
    instances.append(instance ?? parent.map { instances[Int($0)] } ?? 0)
    return Int32(parents.count - 1)
  }

  func instance(of scope: Int32) -> Int32 { instances[Int(scope)] }
  func indices(of scope: Int32) -> Int32 { indices[Int(scope)] }
  func parent(of scope: Int32) -> Int32? { parents[Int(scope)] }

  /// Adds a value. False when the scope has that name already; the first value stays.
  mutating func declare(_ value: DeclaredValue) -> Bool {
    let isNew = table[value.scope, value.name.index] == nil
    if isNew { table[value.scope, value.name.index] = Int32(values.count) }
    values.append(value)
    numbers.append(nil)
    return isNew
  }

  /// The nearest value of a name: that of this scope, else of the nearest scope around it.
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

  /// What a value comes to, once it has been read and if that is a number known in the file.
  func number(of value: Int) -> (type: ValueType, number: Double)? { numbers[value] }

  /// Forgets what a value comes to, so that its next use reads it again.
  mutating func forget(_ value: Int) {
    values[value].state = .unread
    numbers[value] = nil
  }

  /// Notes that a value is set from outside, and the index of its variable.
  mutating func setVariable(_ variable: Int32, of value: Int) { values[value].variable = variable }

  /// Notes which list a value is; -2: its type is wrong.
  mutating func setList(_ list: Int32, of value: Int) { values[value].list = list }

  /// Renumbers the views in whose bodies values stand.
  mutating func renumber(_ current: Renumbering) {
    for index in values.indices { values[index].view = values[index].view.map { current($0) } }
  }
}
