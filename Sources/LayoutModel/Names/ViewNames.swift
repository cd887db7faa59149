/// The views that names mean, beside the children of each view.
struct ViewNames {
  /// By name, for the layout's own views: the first one that has it, -1 for none; and how many have it.
  private var first: [Int32] = []
  private var counts: [Int32] = []
  /// (instance's view, name) → the view of that name in the braces of the use, wherever a slot has put it.
  var contents = PairTable()
  /// (owner, name) → the view of that name in an instance; -2 when there are several.
  var owned = PairTable()
  /// (owner, name) → 1 when a `for` makes views of that name.
  var repeated = PairTable()
  /// Whether some `for` could not be repeated. Views may then be missing, and it is no mistake to name them.
  var lackSome = false
  /// Letters for putting names together, kept for reuse.
  var spelling: [UInt8] = []

  /// Adds a view of the layout's own.
  mutating func add(_ name: NameID, of view: ViewID) {
    while first.count <= Int(name.index) {
      first.append(-1)
      counts.append(0)
    }
    if first[Int(name.index)] < 0 { first[Int(name.index)] = view.index }
    counts[Int(name.index)] += 1
  }

  /// How many of the layout's own views have a name.
  func count(_ name: NameID) -> Int32 { Int(name.index) < counts.count ? counts[Int(name.index)] : 0 }

  /// The one view of the layout's own that has a name; nil when there are none or several.
  func only(_ name: NameID) -> ViewID? { count(name) == 1 ? ViewID(first[Int(name.index)]) : nil }

  mutating func renumber(_ renumbering: Renumbering) {
    let current = renumbering.current
    for name in first.indices where first[name] >= 0 { first[name] = current[Int(first[name])] }
    contents = contents.mapping(first: { current[Int($0)] }, value: { current[Int($0)] })
    owned = owned.mapping(first: { current[Int($0)] }, value: { $0 < 0 ? $0 : current[Int($0)] })
    repeated = repeated.mapping(first: { current[Int($0)] }, value: { $0 })
  }
}
