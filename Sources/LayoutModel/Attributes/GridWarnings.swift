import Geometry
import LayoutSyntax

/// Tells of what grids and the views in them say that comes to nothing, or to something else than it says: places that
/// are not there, views in the same cell, and room to share out where shares take all.
///
/// What stands in branches counts as if it held: a place is doubtful only if no `columns` of its grid have room for it.
extension LayoutBuilder {
  /// So many cells are looked at for all grids of a layout. By feel: a hundred thousand views in a cell each.
  private static let mostCells = 100_000

  package mutating func warnOfGrids() {
    let settings = layout.settings
    var columns: [ViewID: [TrackList]] = [:]
    var rows: [ViewID: [TrackList]] = [:]
    var spans: [ViewID: GridNumbers] = [:]
    var hidden: Set<ViewID> = []
    /// Grids with a view that says its own place, or how many tracks it goes over.
    var withPlaces: Set<ViewID> = []
    for setting in settings {
      switch setting.setting {
      case .columns(let list): columns[setting.view, default: []].append(list)
      case .rows(let list): rows[setting.view, default: []].append(list)
      case .span(let numbers):
        withPlaces.insert(views.drafts.parent(of: setting.view))
        if setting.condition == nil { spans[setting.view] = numbers }
      case .cell: withPlaces.insert(views.drafts.parent(of: setting.view))
      case .hidden: hidden.insert(setting.view)
      default: break
      }
    }
    var taken: [ViewID: [GridCell: ViewID]] = [:]
    var cells = 0
    warnOfPackingWithoutRoom(columns, rows)
    for setting in settings {
      let view = setting.view
      switch setting.setting {
      case .columns(let list), .rows(let list):
        guard let complaint = doubt(about: list, of: view, hasPlaces: withPlaces.contains(view)) else { continue }
        report(complaint, at: setting.origin)
      case .justify(let packing) where packing != .leading && views.drafts.kind(of: view) == .grid:
        if (columns[view] ?? [.equal(1)]).allSatisfy(\.hasShares) {
          report(.nothingToShareOut("justify \(packing)", "columns"), at: setting.origin)
        }
      case .lines(let packing) where packing != .leading && views.drafts.kind(of: view) == .grid:
        if let lists = rows[view], lists.allSatisfy(\.hasShares) {
          report(.nothingToShareOut("lines \(packing)", "rows"), at: setting.origin)
        }
      case .span(let span):
        if let most = mostColumns(around: view, columns), span.columns > most {
          report(.beyondGrid("span \(span.columns)", most), at: setting.origin)
        }
      case .cell(let cell):
        let span = spans[view] ?? GridNumbers(columns: 1, rows: 1)
        if let most = mostColumns(around: view, columns), cell.columns + min(span.columns, most) > most {
          report(.beyondGrid("cell \(cell.columns), \(cell.rows)", most), at: setting.origin)
          continue
        }
        let grid = views.drafts.parent(of: view)
        guard views.drafts.kind(of: grid) == .grid, setting.condition == nil, !hidden.contains(view) else { continue }
        for place in cell.cells(over: span) where cells < Self.mostCells {
          cells += 1
          guard let other = taken[grid, default: [:]].updateValue(view, forKey: place), other != view else { continue }
          report(.sameCell(place, path(of: other)), at: setting.origin)
          break
        }
      default: break
      }
    }
  }

  /// Reports `lines` and `justify` of a flow or grid that is as large as what is in it, so that there is no room to
  /// share out: one that stands by itself, and says one edge and no size. Where shares take all the room of a grid,
  /// that is told instead.
  private mutating func warnOfPackingWithoutRoom(_ columns: [ViewID: [TrackList]], _ rows: [ViewID: [TrackList]]) {
    var doubtful: [(view: ViewID, axis: Axis, words: String, origin: Origin)] = []
    for setting in layout.settings {
      let kind = views.drafts.kind(of: setting.view)
      let around = setting.view == .root ? ViewKind.view : views.drafts.kind(of: views.drafts.parent(of: setting.view))
      guard kind.packsViews, around == .view || around == .box, setting.view != .root else { continue }
      switch setting.setting {
      case .lines(let packing) where packing != .leading && rows[setting.view]?.allSatisfy(\.hasShares) != true:
        doubtful.append((setting.view, kind == .vflow ? .x : .y, "lines \(packing)", setting.origin))
      case .justify(let packing)
      where packing != .leading
        && (kind != .grid || !(columns[setting.view] ?? [.equal(1)]).allSatisfy(\.hasShares)):
        doubtful.append((setting.view, kind == .vflow ? .y : .x, "justify \(packing)", setting.origin))
      default: break
      }
    }
    if doubtful.isEmpty { return }
    // How many edges or lines a view says of itself along each axis, and who is spoken of otherwise.
    var edges: [ViewID: [Axis: Int]] = [:]
    var bound: Set<ViewAxis> = []
    for rule in layout.rules {
      let attribute = rule.item.attribute
      if attribute.isSize || rule.comparison != .equal {
        bound.insert(ViewAxis(view: rule.item.view, axis: attribute.axis))
      } else {
        edges[rule.item.view, default: [:]][attribute.axis, default: 0] += 1
      }
      for term in rule.terms { bound.insert(ViewAxis(view: term.anchor.view, axis: term.anchor.attribute.axis)) }
    }
    for (view, axis, words, origin) in doubtful
    where !bound.contains(ViewAxis(view: view, axis: axis)) && edges[view]?[axis] == 1 {
      report(.packingWithoutRoom(words, views.drafts.kind(of: view), axis), at: origin)
    }
  }

  /// People write `columns 80` for one of 80 points, `columns 3, 3` for three, and `columns (2 if regular.x else 1)`
  /// for two or one.
  private func doubt(about list: TrackList, of grid: ViewID, hasPlaces: Bool) -> Complaint? {
    switch list {
    case .equal(let count) where count > Self.manyTracks && !hasPlaces:
      // What stands in a `for` over records are as many as there are.
      guard layout.repetitions.isEmpty, views.drafts[grid].childCount < count else { return nil }
      return .manyTracks(count)
    case .each(let tracks):
      var lengths: [Double] = []
      for case .length(.literal(let length)) in tracks { lengths.append(length) }
      guard !lengths.isEmpty, lengths.count == tracks.count,
        lengths.allSatisfy({ $0 > 0 && $0 <= Double(Self.manyTracks) })
      else {
        return nil
      }
      return .smallTracks(lengths.count)
    default: return nil
    }
  }

  /// More columns than people count, and fewer points than anything is wide that stands in one. By feel: a year has
  /// twelve months.
  private static let manyTracks: Int32 = 12

  /// The most columns that the grid around a view may have; nil where there is no grid, or as many as have room.
  private func mostColumns(around view: ViewID, _ columns: [ViewID: [TrackList]]) -> Int32? {
    let grid = views.drafts.parent(of: view)
    guard views.drafts.kind(of: grid) == .grid else { return nil }
    var most: Int32 = 1
    for list in columns[grid] ?? [] {
      guard let count = list.count else { return nil }
      most = max(most, count)
    }
    return most
  }
}

private struct ViewAxis: Hashable {
  var view: ViewID
  var axis: Axis
}

private struct GridCell: Hashable {
  var column: Int32
  var row: Int32
}

extension GridNumbers {
  /// The cells from this one on that a view with a span is in.
  fileprivate func cells(over span: GridNumbers) -> some Sequence<GridCell> {
    (0..<span.rows).lazy.flatMap { row in
      (0..<span.columns).lazy.map { GridCell(column: self.columns + $0, row: self.rows + row) }
    }
  }
}

extension TrackList {
  fileprivate var hasShares: Bool {
    switch self {
    case .equal, .atLeast: true
    case .each(let tracks): tracks.contains { if case .share = $0 { true } else { false } }
    }
  }

  /// How many there are; nil: as many as have room.
  fileprivate var count: Int32? {
    switch self {
    case .equal(let count): count
    case .each(let tracks): Int32(tracks.count)
    case .atLeast: nil
    }
  }
}

extension Complaint {
  fileprivate static func packingWithoutRoom(_ words: String, _ kind: ViewKind, _ axis: Axis) -> Complaint {
    let (side, example) = axis == .x ? ("wide", "`x fill` or `width 300`") : ("high", "`y fill` or `height 300`")
    return Complaint(
      .unreadSetting, "'\(words)' has no effect: this \(kind.rawValue) is as \(side) as what is in it",
      help: ["help: more room has one that says how \(side) it is, as in \(example)"])
  }

  fileprivate static func nothingToShareOut(_ clause: String, _ tracks: String) -> Complaint {
    Complaint(
      .uselessInGrid, "'\(clause)' has no effect: these \(tracks) take all the room that there is", replacement: "",
      help: ["help: \(tracks) of points, or `auto`, leave some"])
  }

  fileprivate static func manyTracks(_ count: Int32) -> Complaint {
    Complaint(
      .uselessInGrid, "these are \(count), more than there are views",
      help: ["help: one that is \(count) large is `(\(count))`, and as many as have room are `min \(count)`"])
  }

  fileprivate static func smallTracks(_ count: Int) -> Complaint {
    Complaint(
      .uselessInGrid,
      count == 1
        ? "this is one, which is so many points large" : "these are \(count), each of which is so many points large",
      help: [
        "help: a number alone says how many, as in `columns 3`, and `2*` is a share",
        "help: how many there are is chosen in branches: `if regular.x { columns 2 } else { columns 1 }`",
      ])
  }

  fileprivate static func beyondGrid(_ clause: String, _ columns: Int32) -> Complaint {
    let grid = columns == 1 ? "the one column" : "the \(columns) columns"
    return Complaint(
      .uselessInGrid, "'\(clause)' goes beyond \(grid) of its grid, and the view ends with the last",
      help: clause.hasPrefix("cell") ? ["help: the first column is 0"] : [])
  }

  fileprivate static func sameCell(_ cell: GridCell, _ other: String) -> Complaint {
    Complaint(
      .uselessInGrid, "'\(other)' is in cell \(cell.column), \(cell.row) already, so one lies over the other",
      help: ["help: views that are to do so stand in a `view`, which has the cell"])
  }
}
