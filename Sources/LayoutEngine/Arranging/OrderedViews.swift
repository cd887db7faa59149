import LayoutModel

/// The views of one stack in order while views are put into it and taken out of it, which costs little however many
/// there are: they lie in pieces of `longestPiece` at most, and each view knows its piece.
struct OrderedViews: Sendable {
  /// Where a piece gets a second one beside it. By feel: looking through one costs about as much as through all pieces
  /// of a stack of fifty thousand views.
  private static let longestPiece = 256

  /// By number; those that are in no use are empty.
  private var pieces: [[ViewID]] = []
  /// Numbers of the pieces, in order.
  private var order: [Int] = []
  /// By view, the number of its piece.
  private var numbers: [ViewID: Int] = [:]
  /// Views and pieces that were looked at so far.
  private(set) var steps = 0

  init(_ views: [ViewID]) {
    for start in stride(from: 0, to: views.count, by: Self.longestPiece) {
      addPiece(Array(views[start..<min(start + Self.longestPiece, views.count)]), at: order.count)
    }
  }

  var count: Int { numbers.count }

  /// All of them, in order.
  var all: [ViewID] { order.flatMap { pieces[$0] } }

  /// Takes a view out.
  ///
  /// - Precondition: it is there.
  mutating func remove(_ view: ViewID) {
    let number = numbers.removeValue(forKey: view)!
    steps += pieces[number].count
    pieces[number].removeAll { $0 == view }
    guard pieces[number].isEmpty else { return }
    steps += order.count
    order.removeAll { $0 == number }
  }

  /// Takes all of them out.
  mutating func removeAll() {
    steps += count
    (pieces, order, numbers) = ([], [], [:])
  }

  /// Puts a view in, which is not there.
  ///
  /// - Parameter index: how many views stand before it, from 0; what is too far is the end.
  mutating func insert(_ view: ViewID, at index: Int) {
    var place = 0
    var before = min(max(index, 0), count)
    // The last piece has room for all that is left.
    if before == count, let last = order.indices.last {
      place = last
      before = pieces[order[last]].count
    }
    while place + 1 < order.count, before > pieces[order[place]].count {
      steps += 1
      before -= pieces[order[place]].count
      place += 1
    }
    if order.isEmpty { return addPiece([view], at: 0) }
    let number = order[place]
    steps += pieces[number].count
    pieces[number].insert(view, at: before)
    numbers[view] = number
    guard pieces[number].count > Self.longestPiece else { return }
    let half = pieces[number].count / 2
    let rest = Array(pieces[number][half...])
    pieces[number].removeSubrange(half...)
    addPiece(rest, at: place + 1)
  }

  private mutating func addPiece(_ views: [ViewID], at place: Int) {
    steps += views.count
    for view in views { numbers[view] = pieces.count }
    order.insert(pieces.count, at: place)
    pieces.append(views)
  }
}
