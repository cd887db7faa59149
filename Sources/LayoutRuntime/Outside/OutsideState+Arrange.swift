import LayoutEngine
import LayoutModel

/// Views that are put into stacks and taken out of them, with every name checked first. Each operation acts on the tree
/// as the ones before it left it; what is remembered is where every view stands in the end.
struct ArrangementEditing {
  private let layout: ResolvedLayout
  private(set) var forest: ViewForest
  /// The operation at hand, by its place among those of the call.
  private var operation = 0
  /// What operations cost beside moving views.
  private var sweeps: Int

  init(_ layout: ResolvedLayout, _ arrangement: Arrangement) {
    self.layout = layout
    forest = ViewForest(layout, arrangement)
    sweeps = layout.views.count
  }

  /// How many views were looked at so far.
  var steps: Int { sweeps + forest.steps }

  /// - Parameter operation: `append`, `remove` or `arrange`.
  mutating func perform(
    _ operation: Operation, at index: Int, _ names: inout LayoutNames
  ) throws(RequestFailure) {
    self.operation = index
    switch operation {
    case .append(let views, let stack, let place): try append(views, to: stack, at: place, &names)
    case .remove(.these(let views, let stack)): try remove(views, from: stack, &names)
    case .remove(.all(let stack)): forest.removeAll(of: try self.stack(stack, &names))
    case .arrange(let stack, let views?):
      let stack = try self.stack(stack, &names)
      forest.replaceViews(of: stack, with: try self.views(views, for: stack, &names))
    case .arrange(let stack, nil): try putBack(viewsOf: stack, &names)
    default: preconditionFailure("\(operation) arranges nothing")
    }
  }

  private mutating func append(
    _ paths: [String], to path: String, at index: Int?, _ names: inout LayoutNames
  ) throws(RequestFailure) {
    let stack = try stack(path, &names)
    if paths.isEmpty { throw nothingNamed }
    let views = try views(paths, for: stack, &names)
    if let index, index < 0 { throw .badOperation(index: operation, "a place counts from 0") }
    forest.put(views, in: stack, at: index)
  }

  private mutating func remove(
    _ paths: [String], from path: String?, _ names: inout LayoutNames
  ) throws(RequestFailure) {
    var stack: ViewID?
    if let path { stack = try self.stack(path, &names) }
    if paths.isEmpty { throw nothingNamed }
    let views = try distinct(paths, &names)
    for view in views {
      let name = self.path(of: view)
      if forest.isAway(view) { throw .badOperation(index: operation, "'\(name)' is removed already") }
      let parent = forest.parent(of: view) ?? .root
      if let stack, parent != stack {
        throw .badOperation(index: operation, "'\(name)' stands in '\(self.path(of: parent))', not in '\(path!)'")
      }
      guard layout.views[parent].kind.arrangesViews else {
        throw .badOperation(
          index: operation,
          "'\(name)' stands in '\(self.path(of: parent))', which is no stack or list; what stands elsewhere can be "
            + "hidden")
      }
    }
    forest.remove(views)
  }

  /// Everything that the file puts into the stack, and everything that stands there now, goes where the file puts it.
  private mutating func putBack(viewsOf path: String, _ names: inout LayoutNames) throws(RequestFailure) {
    let stack = try stack(path, &names)
    sweeps += forest.steps + 3 * layout.views.count
    var arrangement = forest.arrangement
    for index in layout.views.indices.dropFirst() {
      let view = ViewID(Int32(index))
      if layout.views[index].parent == stack || forest.parent(of: view) == stack {
        arrangement.places[layout.views[index].path] = nil
      }
    }
    let restored = ViewForest(layout, arrangement)
    if let refusal = restored.refusals.first {
      throw .badOperation(
        index: operation, "'\(path)' cannot be put back while '\(refusal.view)' stands in what was taken from it")
    }
    forest = restored
  }

  // MARK: Names

  private func stack(_ path: String, _ names: inout LayoutNames) throws(RequestFailure) -> ViewID {
    let stack = try names.view(at: path)
    let kind = layout.views[stack].kind
    guard kind.arrangesViews else {
      throw .badOperation(
        index: operation, "'\(path)' is a \(kind.rawValue); only a vstack, an hstack or a list arranges views")
    }
    return stack
  }

  /// The views of these paths, which are to stand in a stack.
  private mutating func views(
    _ paths: [String], for stack: ViewID, _ names: inout LayoutNames
  ) throws(RequestFailure) -> [ViewID] {
    let views = try distinct(paths, &names)
    let around = Set(forest.lineage(of: stack))
    sweeps += around.count
    for view in views where around.contains(view) {
      let name = path(of: view)
      throw .badOperation(
        index: operation,
        view == stack ? "'\(name)' cannot stand in itself" : "'\(path(of: stack))' is inside of '\(name)'")
    }
    return views
  }

  private func distinct(_ paths: [String], _ names: inout LayoutNames) throws(RequestFailure) -> [ViewID] {
    var views: [ViewID] = []
    var known: Set<ViewID> = []
    for path in paths {
      let view = try names.view(at: path)
      if view == .root { throw .badOperation(index: operation, "the root stands in nothing") }
      guard known.insert(view).inserted else { throw .badOperation(index: operation, "'\(path)' is named twice") }
      views.append(view)
    }
    return views
  }

  private var nothingNamed: RequestFailure { .badOperation(index: operation, "no view is named") }

  private func path(of view: ViewID) -> String { layout.views[view].path }
}

extension Arrangement {
  /// About what it takes in memory, where an entry takes so much besides its texts.
  func byteCount(besides entryBytes: Int) -> Int {
    places.reduce(0) { sum, entry in
      var stack = 0
      if case .arranged(let path, _, _) = entry.value { stack = path.utf8.count }
      return sum + entryBytes + entry.key.utf8.count + stack
    }
  }

  /// Without the places that views cannot take in a layout.
  func surviving(in layout: ResolvedLayout) -> Arrangement {
    if isEmpty { return self }
    var result = self
    for refusal in ViewForest(layout, self).refusals { result.places[refusal.view] = nil }
    return result
  }
}
