import Geometry
import LayoutEngine
import LayoutModel

/// Everything that was set in a scene from outside, and what the file said when it was set.
///
/// Survives a reload for every view, stack and id that still exists. A constant, a text or `hidden` gives way once the
/// file's own value for it is not what it was: whoever edits the file wants to see the edit.
struct OutsideState: Equatable, Sendable {
  /// A value, and what the file said in its place when it was set, in words that name views and variables: so it
  /// means the same after a reload that numbers them anew, and after a restart. Nil: nothing.
  struct Override<Value: Equatable & Sendable>: Equatable, Sendable {
    var value: Value
    var written: String?
  }

  /// Size, scale, insets, traits; its flags, variables and configurations stay empty.
  var environment = EnvironmentClause()
  var flags: [String: Bool] = [:]
  var variables: [String: Double] = [:]
  /// Of variables that are texts, colours and durations.
  var values: [String: VariableValue] = [:]
  /// By view path.
  var configurations: [String: String] = [:]
  /// By `view path.name` of the identifier.
  var constants: [String: Override<[Double]>] = [:]
  var texts: [String: Override<String>] = [:]
  var hidden: [String: Override<Bool>] = [:]
  var intrinsicSizes: [String: IntrinsicSize] = [:]
  /// By path of the scroll view; those at rest are left out.
  var scrollOffsets: [String: Point] = [:]
  /// Of views that do not stand where the file puts them.
  var arrangement = Arrangement()

  /// What was set in the view at one path is set in the one at another.
  mutating func rename(_ former: String, to path: String) {
    configurations[path] = configurations.removeValue(forKey: former) ?? configurations[path]
    texts[path] = texts.removeValue(forKey: former) ?? texts[path]
    hidden[path] = hidden.removeValue(forKey: former) ?? hidden[path]
    intrinsicSizes[path] = intrinsicSizes.removeValue(forKey: former) ?? intrinsicSizes[path]
    scrollOffsets[path] = scrollOffsets.removeValue(forKey: former) ?? scrollOffsets[path]
    arrangement.rename(former, to: path)
    for key in constants.keys.sorted() where key.hasPrefix(former + ".") {
      // `view.name`, and neither part of the name nor a view inside.
      let name = key.dropFirst(former.count + 1)
      if name.contains(".") { continue }
      constants["\(path).\(name)"] = constants.removeValue(forKey: key)
    }
  }

  /// Drops what `layout` has no place for any more, and what it says differently now.
  func surviving(in layout: ResolvedLayout) -> OutsideState {
    if self == OutsideState() { return self }
    let names = LayoutNames(layout)
    var result = self
    let declared = Dictionary(layout.variables.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    result.variables = variables.filter { declared[$0.key] == .some(nil) }
    result.values = values.filter { name, value in declared[name].flatMap { $0 }?.isAlike(value) ?? false }
    result.configurations = configurations.filter { names.view($0.key) != nil }
    result.intrinsicSizes = intrinsicSizes.filter { names.view($0.key) != nil }
    result.scrollOffsets = scrollOffsets.filter { path, _ in
      names.view(path).map { layout.views[Int($0.index)].kind.isScroll } ?? false
    }
    result.arrangement = arrangement.surviving(in: layout)
    result.constants = constants.filter { key, override in
      names.identifier(key).map { layout.writtenConstant(of: $0) == override.written } ?? false
    }
    result.texts = texts.filter { path, override in
      names.view(path).map { layout.views[Int($0.index)].text == override.written } ?? false
    }
    result.hidden = hidden.filter { path, override in
      names.view(path).map { layout.writtenHidden(of: $0) == override.written } ?? false
    }
    return result
  }
}

/// Finds the views and identifiers of a layout by name.
struct LayoutNames {
  private let views: [String: ViewID]
  private let identifiers: [String: Identifier]

  init(_ layout: ResolvedLayout) {
    var views: [String: ViewID] = [:]
    for (index, view) in layout.views.enumerated() where view.kind != .guide { views[view.path] = ViewID(Int32(index)) }
    self.views = views
    var identifiers: [String: Identifier] = [:]
    for identifier in layout.identifiers { identifiers[identifier.key(in: layout)] = identifier }
    self.identifiers = identifiers
  }

  func view(_ path: String) -> ViewID? { views[path] }

  /// By `Identifier.key(in:)`.
  func identifier(_ key: String) -> Identifier? { identifiers[key] }
}

extension Identifier {
  /// Names the identifier in the whole layout, whatever other views call theirs.
  func key(in layout: ResolvedLayout) -> String { "\(layout.views[Int(view.index)].path).\(name)" }
}

extension ResolvedLayout {
  /// What the file says about `hidden` of a view: when each such clause holds; nil when there is none.
  func writtenHidden(of view: ViewID) -> String? {
    let range = views[Int(view.index)].settings
    let clauses = settings[Int(range.lowerBound)..<Int(range.upperBound)].compactMap { setting -> String? in
      guard case .hidden = setting.setting else { return nil }
      return setting.condition.map { text(of: conditions[Int($0.index)]) } ?? "always"
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  /// The numbers that the file has at an identifier.
  func writtenConstant(of identifier: Identifier) -> String {
    identifier.written.map(text(of:)).joined(separator: ", ")
  }

  /// Paths of the views that the outside can name, in tree order.
  var viewPaths: [String] { views.lazy.filter { $0.kind != .guide }.map(\.path) }
}
