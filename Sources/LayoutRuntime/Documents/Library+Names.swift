import LayoutModel
import LayoutSyntax

/// Which document a layout's name belongs to.
extension Library {
  /// A layout's right to its name.
  struct Claim {
    var file: String
    /// Nil while the document never was good. In a box, since there is one for each name.
    var layout: Boxed<ResolvedLayout>?
    var previews: [Preview]
    var place: Diagnostic.Place?
  }

  /// What is to be told to whom after names were claimed.
  struct Claimed {
    /// Layouts that may belong to another file, or be others, or have something else to say.
    var layouts: Set<String>
    /// Documents of which something else may be to be said.
    var documents: Set<String>
    /// Documents that lost another name, or got one back.
    var collided: Set<String>
    /// Layouts that have another name in their file, sorted by the new one.
    var renamed: [Renaming]
  }

  /// A layout that goes by another name.
  struct Renaming: Equatable {
    var old: String
    var new: String
  }

  /// The first file by name keeps a layout's name; the others get a diagnostic and go on with their other layouts. A
  /// preview gives way to a layout that is called as its scene would be.
  ///
  /// Only names in documents that have changed since the last call are claimed anew, by all who have them.
  mutating func claimNames() -> Claimed {
    let changes = takeChanges()
    var names = changes.layouts
    for name in changes.layouts {
      // A layout of this name may have a preview whose scene would be called as the changed one.
      for slash in Self.slashes(in: name) where claims[String(name[..<slash])] != nil {
        names.insert(String(name[..<slash]))
      }
    }
    let former = names.reduce(into: [:]) { $0[$1] = claims[$1] }
    var shown = ShownLayouts()
    var concerned = changes.paths.filter { path in documents[path]?.role.opensScenes == true }
    for name in names {
      let claimants = claimants(of: name)
      concerned.formUnion(claimants.map(\.path))
      claims[name] = claimants.first.map { Claim(to: name, of: $0, &shown) }
    }
    for name in names {
      guard let previews = claims[name]?.previews, !previews.isEmpty else { continue }
      claims[name]!.previews = previews.filter { claims["\(name)/\($0.name)"] == nil }
    }
    let collided = concerned.filter { setCollisions(collisions(of: documents[$0]!, &shown), of: $0) }
    // The scenes of all their layouts say so.
    for path in collided { names.formUnion(shown.places(in: documents[path]!).keys) }
    return Claimed(
      layouts: names, documents: concerned.union(changes.paths), collided: collided,
      renamed: renamings(of: former, among: names))
  }

  /// A file that no longer has one name, which nobody has then, and has one that nobody had, for a layout of the same
  /// views, has given a layout another name. Whatever else happened, there is no telling which is which.
  ///
  /// - Parameter former: whose the names were.
  private func renamings(of former: [String: Claim], among names: Set<String>) -> [Renaming] {
    var lost: [String: [String]] = [:]
    var gained: [String: [String]] = [:]
    for name in names where former[name]?.file != claims[name]?.file {
      if let file = former[name]?.file { lost[file, default: []].append(name) }
      if let file = claims[name]?.file { gained[file, default: []].append(name) }
    }
    return lost.compactMap { file, names in
      guard names.count == 1, let others = gained[file], others.count == 1, claims[names[0]] == nil,
        former[others[0]] == nil, let old = former[names[0]]?.layout, let new = claims[others[0]]?.layout,
        old.value.views.lazy.map(\.path).elementsEqual(new.value.views.lazy.map(\.path))
      else { return nil }
      return Renaming(old: names[0], new: others[0])
    }.sorted { $0.new < $1.new }
  }

  /// Whether a layout or a preview has the name of a scene.
  func declares(scene name: String) -> Bool {
    if claims[name] != nil { return true }
    return Self.slashes(in: name).contains { slash in
      guard let claim = claims[String(name[..<slash])] else { return false }
      return claim.previews.contains { name[slash...].dropFirst() == $0.name }
    }
  }

  /// The slashes of a scene's name with so much before them as a layout's name may be long. A peer may send more.
  private static func slashes(in name: String) -> some Sequence<String.Index> {
    name.utf8.indices.prefix(ModelLimits.layoutName + 1).lazy.filter { name.utf8[$0] == UInt8(ascii: "/") }
  }

  /// What others have already of the names in a document: of its layouts in order, then of its previews.
  private func collisions(of document: Document, _ shown: inout ShownLayouts) -> [Diagnostic] {
    guard let layouts = document.shown?.layouts else { return [] }
    var collisions: [Diagnostic] = []
    for index in layouts.indices where !document.unloadedLayouts.contains(layouts[index].name) {
      let name = layouts[index].name
      guard let first = claims[name], first.file != document.path, let firstPlace = first.place else { continue }
      // The file may just be renamed, so that one of the two paths is its old one. That must not flash as an error.
      guard !document.isMissing, !isInGrace(document.path), !isInGrace(first.file) else { continue }
      collisions.append(
        .layoutTaken(name, by: first.file, at: document.place(of: layouts[index]), first: firstPlace))
    }
    guard layouts.indices.contains(where: { !layouts[$0].previews.isEmpty }) else { return collisions }
    let own = shown.places(in: document).filter {
      !layouts[$0.value].previews.isEmpty && claims[$0.key]?.file == document.path
    }
    for (name, index) in own.sorted(by: { precedesInBytes($0.key, $1.key) }) {
      for preview in layouts[index].previews {
        guard let layout = claims["\(name)/\(preview.name)"], let place = claims[name]?.place else { continue }
        collisions.append(.previewTaken(preview.name, of: name, by: layout.file, at: place))
      }
    }
    return collisions
  }
}

extension Library.Claim {
  /// The claim of the first document that shows a layout of this name, with all its previews.
  fileprivate init(to name: String, of document: Document, _ shown: inout ShownLayouts) {
    let layout = document.shown!.layouts[shown.places(in: document)[name]!]
    self.init(
      file: document.path, layout: document.good == nil ? nil : Boxed(layout), previews: layout.previews,
      place: document.place(of: layout))
  }
}

extension Document {
  fileprivate func place(of layout: ResolvedLayout) -> Diagnostic.Place {
    Diagnostic.Place(file: layout.files.first ?? path, span: layout.span)
  }
}

/// Where in their documents layouts are, by name; each document is gone over once.
private struct ShownLayouts {
  private var byPath: [String: [String: Int]] = [:]

  /// Of several with one name the first.
  mutating func places(in document: Document) -> [String: Int] {
    if let known = byPath[document.path] { return known }
    var places: [String: Int] = [:]
    let layouts = document.shown?.layouts ?? []
    for index in layouts.indices where !document.unloadedLayouts.contains(layouts[index].name) {
      places[layouts[index].name] = places[layouts[index].name] ?? index
    }
    byPath[document.path] = places
    return places
  }
}
