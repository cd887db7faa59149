/// Scenes that are to be told what their documents say. A turn tells a few: somebody may have opened a thousand of one
/// layout.
///
/// Each waits in the queue of its document, so that those of one hold up no other. Whoever is told goes to the end when
/// there is news again, so each comes to its turn however often the file is saved.
struct TellingQueue: Sendable {
  private struct Entry {
    let scene: String
    let number: Int
  }

  /// By path of the document. Those of scenes that ended meanwhile are still there.
  private var entries: [String: ArraySlice<Entry>] = [:]
  /// The documents that have any, in the order in which their first one came.
  private(set) var documents: [String] = []
  /// Of the one that came last.
  private(set) var lastNumber = 0

  var isEmpty: Bool { documents.isEmpty }

  /// Takes in a scene.
  ///
  /// - Returns: its number. Numbers ascend.
  mutating func append(_ scene: String, of document: String) -> Int {
    lastNumber += 1
    if entries[document] == nil { documents.append(document) }
    entries[document, default: []].append(Entry(scene: scene, number: lastNumber))
    return lastNumber
  }

  /// Takes in a scene that was taken out and could not be told.
  mutating func putBack(_ scene: String, _ number: Int, of document: String) {
    if entries[document] == nil { documents.append(document) }
    entries[document] = [Entry(scene: scene, number: number)] + (entries[document] ?? [])
  }

  /// Takes out the scene of a document that is next.
  mutating func removeFirst(of document: String) -> (scene: String, number: Int)? {
    guard let first = entries[document]?.popFirst() else { return nil }
    if entries[document]!.isEmpty {
      entries[document] = nil
      documents.removeAll { $0 == document }
    }
    return (first.scene, first.number)
  }

  /// Whether a scene waits that came by a number.
  func hasScene(upTo number: Int) -> Bool { entries.contains { $0.value.first!.number <= number } }

  /// Whether a scene of a document waits that came by a number.
  func hasScene(of document: String, upTo number: Int) -> Bool {
    entries[document].map { $0.first!.number <= number } ?? false
  }
}
