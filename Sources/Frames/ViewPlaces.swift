/// Where the views of a picture stand, by their numbers.
///
/// Numbers are given one after the other, so a table of them is short and nothing is hashed; but for a scene that had
/// far more views than it shows, and for numbers that others made up.
package struct ViewPlaces {
  /// By number; below 0 for none. Empty where there would be too much of it.
  private var table: [Int32] = []
  private var others: [StreamID: Int32] = [:]

  package init(of views: [ViewRecord]) {
    var end = 1
    // Views are looked at where they stand; to copy one costs more.
    for place in views.indices { end = max(end, Int(views[place].id.value) + 1) }
    if end < 4 * views.count + 1024 {
      table = Array(repeating: -1, count: end)
      for place in views.indices { table[Int(views[place].id.value)] = Int32(place) }
    } else {
      others.reserveCapacity(views.count)
      for place in views.indices { others[views[place].id] = Int32(place) }
    }
  }

  package subscript(view: StreamID) -> Int? {
    if table.isEmpty { return others[view].map { Int($0) } }
    let number = Int(view.value)
    return number < table.count && table[number] >= 0 ? Int(table[number]) : nil
  }
}
