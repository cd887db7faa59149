import LayoutModel
import LayoutSyntax

/// The documents that are known, by path, and what would else be found by going over all of them.
///
/// There is no way to a document but this table, so what it knows of them follows every change.
struct DocumentTable: Sendable {
  private var documents: [String: Document] = [:]
  /// By name of a layout: the documents that show it, and so would open its scenes.
  private var declarers: [String: Set<String>] = [:]
  /// Documents that opened scenes and whose files have been missing for so long that it counts.
  private(set) var gone: Set<String> = []
  /// Documents that somebody loaded: how many, and what their texts come to in bytes.
  private(set) var loaded = (count: 0, bytes: 0)
  /// What was changed in any way since `takeChanges`.
  private var changes = Changes()
  /// How many documents were changed since then.
  var changed: Int { changes.paths.count }
  /// How many documents were looked at for what others say, which is what that costs.
  private(set) var visits = 0

  /// Documents, and the layouts that they show or did show.
  struct Changes: Equatable, Sendable {
    var paths: Set<String> = []
    var layouts: Set<String> = []
  }

  var count: Int { documents.count }
  var isEmpty: Bool { documents.isEmpty }
  /// In no order.
  var keys: some Collection<String> { documents.keys }
  /// In no order.
  var values: some Collection<Document> { documents.values }

  subscript(path: String) -> Document? {
    get { documents[path] }
    _modify {
      let before = standing(of: path)
      yield &documents[path]
      follow(path, from: before, to: standing(of: path))
    }
  }

  /// Removes and returns what a document was resolved by last. Nobody else has it then, so it is changed in place. The
  /// table knows nothing that depends on it.
  mutating func takeResolution(of path: String) -> Resolution? { documents[path]?.resolution.take() }

  /// Keeps what a document was resolved by.
  mutating func keep(_ resolution: Resolution, of path: String) { documents[path]?.resolution = resolution }

  /// Takes in the text of a document. Others see what it means, so for them nothing has changed yet.
  mutating func setTree(_ tree: SyntaxTree, of path: String) {
    let before = standing(of: path)
    documents[path]?.tree = tree
    let after = standing(of: path)
    if before != after { follow(path, from: before, to: after) }
  }

  /// Those that show a layout of this name, in the order in which they claim it.
  mutating func claimants(of layout: String) -> [Document] {
    let found = declaring(layout)
    visits += found.count
    return found
  }

  /// The same, uncounted.
  func declaring(_ layout: String) -> [Document] {
    (declarers[layout] ?? []).map { self[$0]! }.sorted { $0.claimsBefore($1) }
  }

  /// Says that others may see a document otherwise, though nothing in it has changed.
  mutating func noteChange(of path: String) {
    changes.paths.insert(path)
    changes.layouts.formUnion(standing(of: path).layouts)
  }

  mutating func takeChanges() -> Changes {
    defer { changes = Changes() }
    return changes
  }

  /// Layouts of the document that other files have already. That is no change in what it says.
  ///
  /// - Returns: whether they are others than before.
  mutating func setCollisions(_ collisions: [Diagnostic], of path: String) -> Bool {
    if self[path]?.collisions == collisions { return false }
    documents[path]?.collisions = collisions
    return true
  }

  private func standing(of path: String) -> Standing { documents[path].map(Standing.init) ?? Standing() }

  private mutating func follow(_ path: String, from before: Standing, to after: Standing) {
    changes.paths.insert(path)
    changes.layouts.formUnion(before.layouts)
    changes.layouts.formUnion(after.layouts)
    if before.layouts != after.layouts {
      for name in before.layouts {
        declarers[name]?.remove(path)
        if declarers[name]?.isEmpty == true { declarers[name] = nil }
      }
      for name in after.layouts { declarers[name, default: []].insert(path) }
    }
    if after.isGone { gone.insert(path) } else if before.isGone { gone.remove(path) }
    loaded.count += (after.loadedBytes == nil ? 0 : 1) - (before.loadedBytes == nil ? 0 : 1)
    loaded.bytes += (after.loadedBytes ?? 0) - (before.loadedBytes ?? 0)
  }

  /// What the table knows of a document.
  private struct Standing: Equatable {
    /// The names of the layouts that it shows and that were not unloaded.
    var layouts: [String] = []
    var isGone = false
    /// The length of a text that somebody loaded; nil of what nobody did.
    var loadedBytes: Int?

    init() {}

    init(_ document: Document) {
      if document.role != .imported, let shown = document.shown {
        // Where they stand: to copy a layout costs more than to name it.
        for index in shown.layouts.indices where !document.unloadedLayouts.contains(shown.layouts[index].name) {
          layouts.append(shown.layouts[index].name)
        }
      }
      isGone = document.isMissing && document.role == .served
      if document.role == .text || document.role == .served && !document.isInServedFolder {
        loadedBytes = document.tree?.written.count ?? 0
      }
    }
  }
}

extension Document {
  /// First come those that were good, then those that never were, last those that are missing: their file may go by
  /// another name now. Among equals the order is that of their names.
  fileprivate func claimsBefore(_ other: Document) -> Bool {
    if isMissing != other.isMissing { return other.isMissing }
    if (good == nil) != (other.good == nil) { return other.good == nil }
    return precedes(other)
  }
}
