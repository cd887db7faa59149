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

  /// The first file in byte order keeps a name; the others get a diagnostic and go on with their other layouts.
  ///
  /// - Returns: also the documents that lost another name, or got one back.
  mutating func claimNames() -> (claims: [String: Claim], collided: Set<String>) {
    var collided: Set<String> = []
    var claims: [String: Claim] = [:]
    for document in openable {
      var collisions: [Diagnostic] = []
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
        // One of the two may be the other's old name, which is not to flash as an error.
        guard !document.isMissing, document.missingSince == nil, self[first.file]?.missingSince == nil else {
          continue
        }
        collisions.append(.layoutTaken(layout.name, by: first.file, at: place, first: firstPlace))
      }
      if setCollisions(collisions, of: document.path) { collided.insert(document.path) }
    }
    return (claims, collided)
  }
}
