import Geometry
import LayoutModel

/// Where the views of a grid stand: its columns and rows, and who is in which of them.
///
/// Views with a `cell` have it. The others follow in document order, row by row, each at the next place that is free
/// for all of its columns and rows, and never before the view that came before it: what CSS calls sparse.
struct GridPlan: Equatable, Sendable {
  /// The cells of one view.
  struct Place: Equatable, Sendable {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  private(set) var columns: [TrackSize]
  private(set) var rows: [TrackSize]
  /// By shown view.
  private(set) var places: [Place] = []

  /// So many places are looked at for all views of a grid; each of the rest begins a row of its own.
  private static let mostLooks = 4_000_000

  /// - Parameters:
  ///   - wishes: by shown view, what it says of its place.
  ///   - breaks: how many columns and rows have room, where as many are asked for.
  init(_ settings: EffectiveSettings, _ wishes: [(span: GridNumbers?, cell: GridNumbers?)], _ breaks: LineBreaks) {
    let reach = wishes.reduce(0) { max($0, Int($1.cell?.columns ?? 0) + Int($1.span?.columns ?? 1)) }
    let side = wishes.reduce(0) { $0 + Int($1.span?.columns ?? 1) }
    columns = Self.sizes(settings.columns ?? .equal(1), fitting: min(Int(breaks.columns), max(1, max(side, reach))))
    rows = Self.sizes(settings.rows ?? .each([]), fitting: Int(breaks.rows))
    var taken = TakenCells()
    for wish in wishes {
      guard let cell = wish.cell else { continue }
      let place = place(from: (Int(cell.columns), Int(cell.rows)), wish.span)
      taken.add(place)
    }
    var cursor = (column: 0, row: 0)
    var looks = Self.mostLooks
    for wish in wishes {
      if let cell = wish.cell {
        places.append(place(from: (Int(cell.columns), Int(cell.rows)), wish.span))
        continue
      }
      while true {
        if cursor.column + min(Int(wish.span?.columns ?? 1), columns.count) > columns.count {
          cursor = (0, looks > 0 ? cursor.row + 1 : taken.end)
        }
        let candidate = place(from: cursor, wish.span)
        looks -= candidate.rows.count
        guard let blocked = taken.end(ofThoseIn: candidate) else {
          taken.add(candidate)
          places.append(candidate)
          cursor.column = candidate.columns.upperBound
          break
        }
        cursor.column = blocked
      }
    }
    let needed = places.reduce(0) { max($0, $1.rows.upperBound) }
    if needed > rows.count { rows += Array(repeating: .automatic, count: needed - rows.count) }
  }

  /// A view's cells, within the columns that there are.
  private func place(from start: (column: Int, row: Int), _ span: GridNumbers?) -> Place {
    let width = min(Int(span?.columns ?? 1), columns.count)
    let column = min(start.column, columns.count - width)
    return Place(columns: column..<column + width, rows: start.row..<start.row + Int(span?.rows ?? 1))
  }

  private static func sizes(_ list: TrackList, fitting count: Int) -> [TrackSize] {
    switch list {
    case .equal(let count): Array(repeating: .share(1), count: Int(count))
    case .atLeast: Array(repeating: .share(1), count: max(1, count))
    case .each(let tracks): tracks
    }
  }

  func sizes(along axis: Axis) -> [TrackSize] { axis == .x ? columns : rows }

  /// By shown view: which tracks it is in.
  func ranges(along axis: Axis) -> [Range<Int>] { axis == .x ? places.map(\.columns) : places.map(\.rows) }

  /// The automatic tracks that have a view for themselves alone.
  func ownTracks(along axis: Axis) -> Set<Int> {
    let (sizes, ranges) = (sizes(along: axis), ranges(along: axis))
    return Set(ranges.lazy.filter { $0.count == 1 && sizes[$0.lowerBound] == .automatic }.map(\.lowerBound))
  }

  /// The automatic tracks that take what a view over several of them asks for and they do not have: those without a
  /// view of their own, else all. None where a share does.
  func growing(_ range: Range<Int>, along axis: Axis, _ own: Set<Int>) -> [Int] {
    let sizes = sizes(along: axis)
    if hasShare(in: range, along: axis) { return [] }
    let automatic = range.filter { sizes[$0] == .automatic }
    let free = automatic.filter { !own.contains($0) }
    return free.isEmpty ? automatic : free
  }

  /// Whether some view goes over several automatic tracks that all have views of their own. What it asks for beyond
  /// these is shared in equal parts, so their sizes must be known.
  var sharesExtra: Bool {
    [Axis.x, .y].contains { axis in
      let ranges = ranges(along: axis)
      if !ranges.contains(where: { $0.count > 1 }) { return false }
      let own = ownTracks(along: axis)
      return ranges.contains { range in
        range.count > 1 && growing(range, along: axis, own).count(where: own.contains) > 1
      }
    }
  }

  func hasShares(along axis: Axis) -> Bool { hasShare(in: sizes(along: axis).indices, along: axis) }

  /// Whether one of these tracks is a share.
  func hasShare(in range: Range<Int>, along axis: Axis) -> Bool {
    let sizes = sizes(along: axis)
    return range.contains { sizes[$0].isShare }
  }

  func hasAutomatic(along axis: Axis) -> Bool { sizes(along: axis).contains(.automatic) }
}

extension TrackList {
  /// Whether the tracks are written one by one, shares among them.
  var isDivided: Bool {
    guard case .each(let tracks) = self else { return false }
    return tracks.contains(where: \.isShare)
  }
}

extension TrackSize {
  fileprivate var isShare: Bool { if case .share = self { true } else { false } }
}

/// The cells of a grid that are taken: by row, intervals of columns that do not touch, ascending. Views one behind the
/// other are one interval, so rows stay short whatever is in them.
private struct TakenCells {
  private var rows: [[Range<Int>]] = []

  /// The first row in which nothing is taken, nor in any behind it.
  var end: Int { rows.count }

  mutating func add(_ place: GridPlan.Place) {
    if place.rows.upperBound > rows.count {
      rows += Array(repeating: [], count: place.rows.upperBound - rows.count)
    }
    for row in place.rows {
      // Those that overlap or touch become one with it.
      let first = rows[row].partitioningIndex { $0.upperBound >= place.columns.lowerBound }
      let last = rows[row].partitioningIndex { $0.lowerBound > place.columns.upperBound }
      var union = place.columns
      if first < last {
        union =
          min(union.lowerBound, rows[row][first].lowerBound)..<max(union.upperBound, rows[row][last - 1].upperBound)
      }
      rows[row].replaceSubrange(first..<last, with: [union])
    }
  }

  /// The column behind all that stands in the way of a place; nil when nothing does.
  func end(ofThoseIn place: GridPlan.Place) -> Int? {
    var end: Int?
    for row in place.rows where row < rows.count {
      let behind = rows[row].partitioningIndex { $0.lowerBound >= place.columns.upperBound }
      guard behind > 0, rows[row][behind - 1].upperBound > place.columns.lowerBound else { continue }
      end = max(end ?? 0, rows[row][behind - 1].upperBound)
    }
    return end
  }
}
