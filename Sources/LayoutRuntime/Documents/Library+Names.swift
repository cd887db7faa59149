import LayoutModel
import LayoutSyntax

/// Which document a layout's name belongs to.
extension Library {
  /// A layout's right to its name.
  struct Claim {
    var file: String
    /// Nil while the document never was good.
    var layout: ResolvedLayout?
    var previews: [Preview]
    var place: Diagnostic.Place?
  }

  /// The first file by name keeps a layout's name; the others get a diagnostic and go on with their other layouts. A
  /// preview gives way to a layout that is called as its scene would be.
  ///
  /// - Returns: also the documents that lost another name, or got one back.
  mutating func claimNames() -> (claims: [String: Claim], collided: Set<String>) {
    var collided: Set<String> = []
    var claims: [String: Claim] = [:]
    let openable = openable
    var collisions: [String: [Diagnostic]] = [:]
    for document in openable {
      for layout in document.shown?.layouts ?? [] where !document.unloadedLayouts.contains(layout.name) {
        let place =
          layout.files.first.map { Diagnostic.Place(file: $0, span: layout.span) }
          ?? Diagnostic.Place(file: document.path, span: layout.span)
        guard let first = claims[layout.name] else {
          claims[layout.name] = Claim(
            file: document.path, layout: document.good == nil ? nil : layout,
            previews: layout.previews, place: place)
          continue
        }
        guard first.file != document.path, let firstPlace = first.place else { continue }
        // The file may just be renamed, so that one of the two paths is its old one. That must not flash as an error.
        guard !document.isMissing, !isAway(document.path), !isAway(first.file) else { continue }
        collisions[document.path, default: []].append(
          .layoutTaken(layout.name, by: first.file, at: place, first: firstPlace))
      }
    }
    let withPreviews = claims.filter { !$0.value.previews.isEmpty }
    for (name, claim) in withPreviews.sorted(by: { precedesInBytes($0.key, $1.key) }) {
      for preview in claim.previews {
        guard let layout = claims["\(name)/\(preview.name)"], let place = claim.place else { continue }
        claims[name]?.previews.removeAll { $0.name == preview.name }
        collisions[claim.file, default: []].append(
          .previewTaken(preview.name, of: name, by: layout.file, at: place))
      }
    }
    for document in openable where setCollisions(collisions[document.path] ?? [], of: document.path) {
      collided.insert(document.path)
    }
    return (claims, collided)
  }
}
