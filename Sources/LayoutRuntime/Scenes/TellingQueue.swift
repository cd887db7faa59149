import LayoutSyntax

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

  /// By path of the document, ascending by number. Those of scenes that ended meanwhile are still there.
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
    insert(scene, lastNumber, of: document)
    return lastNumber
  }

  /// Takes in a scene by its number: one that was taken out, and that could not be told, stands where it stood.
  mutating func insert(_ scene: String, _ number: Int, of document: String) {
    if entries[document] == nil { documents.append(document) }
    // Out of the table while it changes, so that it is not copied.
    var queue = entries.removeValue(forKey: document) ?? []
    queue.insert(Entry(scene: scene, number: number), at: queue.partitioningIndex { $0.number > number })
    entries[document] = queue
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
