import LayoutModel

/// Finds what a layout declares by name, for one call however many names it has.
///
/// For the first names of a kind the layout is looked through, which costs less than an index. Whoever asks for more
/// gets one. So a call costs what is in it and in the layout, and not the product of the two.
struct LayoutNames {
  let layout: ResolvedLayout
  private var views = NameSearch()
  private var identifiers = NameSearch()
  private var variables = NameSearch()
  private var configurations = NameSearch()
  /// By identifier; nil until somebody asks.
  private var identifiedRules: [[Int32]]?
  /// Rules that were looked at so far.
  private var looks = 0
  /// Names and rules that were compared or put into an index so far.
  var steps: Int { views.steps + identifiers.steps + variables.steps + configurations.steps + looks }

  init(_ layout: consuming ResolvedLayout) { self.layout = layout }

  /// Nil where there is no such view, or it is a guide.
  mutating func view(named path: String) -> ViewID? {
    func hasName(_ place: Int) -> Bool { layout.views[place].path == path && layout.views[place].kind != .guide }
    let place = views.places(of: path, in: layout.views.indices, where: hasName, limit: 1) {
      layout.views[$0].kind == .guide ? [] : [layout.views[$0].path]
    }.first
    return place.map { ViewID(Int32($0)) }
  }

  /// The whole path of the view that goes by its last names, where only one does: `row.title` for `list.row.title`.
  /// What is a path already, or names none or several, stays as it is.
  mutating func path(meantBy name: String) -> String {
    if name == "root" || view(named: name) != nil { return name }
    looks += layout.views.count
    let ending = ".\(name)"
    let found = layout.views.lazy.filter { $0.kind != .guide && $0.path.hasSuffix(ending) }.prefix(2)
    return found.count == 1 ? found.first!.path : name
  }

  mutating func view(at path: String) throws(RequestFailure) -> ViewID {
    if let view = view(named: path) ?? view(named: self.path(meantBy: path)) { return view }
    throw .unknownView(path, near: nearNames(to: path, in: layout.viewPaths))
  }

  /// The ids that go by this name, or by the path of their view and it, by their places in the layout.
  mutating func identifiers(named name: String) -> [Int] {
    let known = layout.identifiers
    return identifiers.places(
      of: name, in: known.indices, where: { known[$0].name == name || known[$0].key(in: layout) == name }
    ) { [known[$0].name, known[$0].key(in: layout)] }
  }

  /// The rules of the clause that an id stands on.
  mutating func rules(ofIdentifier index: Int) -> [Int32] {
    let rules = identifiedRules ?? IdentifierPlaces(in: layout).rules(in: layout)
    if identifiedRules == nil { looks += layout.rules.count }
    identifiedRules = rules
    return rules[index]
  }

  mutating func variable(named name: String) -> VariableDeclaration? {
    let known = layout.variables
    func isMeant(_ place: Int) -> Bool { known[place].name == name && !known[place].isField }
    return variables.places(of: name, in: known.indices, where: isMeant, limit: 1) {
      [known[$0].name]
    }.first.map { known[$0] }
  }

  mutating func variable(at name: String) throws(RequestFailure) -> VariableDeclaration {
    if let variable = variable(named: name) { return variable }
    throw .unknownName(kind: "variable", name, known: knownNames(layout.settableNames, nearestTo: name))
  }

  /// What the view at this path declares.
  mutating func configurations(ofViewAt path: String) -> [Configuration] {
    let known = layout.configurations
    func viewPath(_ place: Int) -> String { layout.views[Int(known[place].view.index)].path }
    return configurations.places(of: path, in: known.indices, where: { viewPath($0) == path }) { [viewPath($0)] }
      .map { known[$0] }
  }
}

/// Finds names in a list of things that have one or more each: by looking, the first few times.
private struct NameSearch {
  /// So many names are looked for before there is an index: it costs about as much as this.
  private static let looks = 8

  private var index: [String: [Int]]?
  private var count = 0
  private(set) var steps = 0

  /// The places of the things of this name, in order.
  ///
  /// - Parameters:
  ///   - isMeant: whether the thing at a place has the name.
  ///   - limit: so many of them are enough.
  ///   - names: all names of the thing at a place.
  mutating func places(
    of name: String, in places: Range<Int>, where isMeant: (Int) -> Bool, limit: Int = .max, _ names: (Int) -> [String]
  ) -> [Int] {
    count += 1
    steps += 1
    if let index { return Array((index[name] ?? []).prefix(limit)) }
    steps += places.count
    if count <= Self.looks { return Array(places.lazy.filter(isMeant).prefix(limit)) }
    var index: [String: [Int]] = [:]
    for place in places { for name in names(place) { index[name, default: []].append(place) } }
    self.index = index
    return Array((index[name] ?? []).prefix(limit))
  }
}

extension ResolvedLayout {
  /// The names of variables and lists.
  package var settableNames: [String] { variables.lazy.filter { !$0.isField }.map(\.name) + lists.map(\.name) }
}
