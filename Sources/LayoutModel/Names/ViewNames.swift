/// What names of views mean, wherever they are looked up.
struct ViewNames {
  /// By name: the first view of the layout's own that has it, -1 for none, and how many have.
  private var first: [Int32] = []
  private var counts: [Int32] = []
  /// (instance's view, name) → view in the braces of its use, wherever the slot has put it.
  var contents = PairTable()
  /// (owner, name) → the view of that name in an instance, -2 when there are several.
  var owned = PairTable()
  /// (owner, name) → 1 when a `for` makes views of that name.
  var repeated = PairTable()
  /// Whether some `for` could not be repeated, so that views may be missing without a mistake of those who name them.
  var lackSome = false
  /// For putting names together.
  var spelling: [UInt8] = []

  /// Another view of the layout's own.
  mutating func add(_ name: NameID, of view: ViewID) {
    while first.count <= Int(name.index) {
      first.append(-1)
      counts.append(0)
    }
    if first[Int(name.index)] < 0 { first[Int(name.index)] = view.index }
    counts[Int(name.index)] += 1
  }

  /// How many views of the layout's own have a name.
  func count(_ name: NameID) -> Int32 { Int(name.index) < counts.count ? counts[Int(name.index)] : 0 }

  /// The view of the layout's own that alone has a name.
  func only(_ name: NameID) -> ViewID? { count(name) == 1 ? ViewID(first[Int(name.index)]) : nil }

  mutating func renumber(_ renumbering: Renumbering) {
    let current = renumbering.current
    for name in first.indices where first[name] >= 0 { first[name] = current[Int(first[name])] }
    contents = contents.mapping(first: { current[Int($0)] }, value: { current[Int($0)] })
    owned = owned.mapping(first: { current[Int($0)] }, value: { $0 < 0 ? $0 : current[Int($0)] })
    repeated = repeated.mapping(first: { current[Int($0)] }, value: { $0 })
  }
}
