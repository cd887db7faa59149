import Frames
import LayoutEngine
import LayoutModel

/// All views of a solved layout with their numbers in the stream.
struct NumberedPicture: Sendable {
  /// What a picture goes on from.
  struct Basis: Sendable {
    /// Which numbers were given away.
    var ids: StreamIDs
    /// The views that are shown.
    var views: [ViewRecord]
  }

  /// Which numbers are given away now.
  let ids: StreamIDs
  /// By index of a view: its place in `views`, below 0 for guides, which are not in it.
  let positions: [Int32]
  let views: [ViewRecord]
  /// How the views are drawn; none while nobody asks.
  let drawings: [ViewDrawing]

  init(of live: LayoutScene, from basis: consuming Basis) {
    let layout = live.layout
    let old = basis.views
    var ids = basis.ids
    basis.ids = StreamIDs()
    var records: [ViewRecord] = []
    records.reserveCapacity(layout.views.count)
    var positions = [Int32](repeating: -1, count: layout.views.count)
    var shownChildren = [Int](repeating: 0, count: layout.views.count)
    ids.expect(layout.views.count)
    // The view that stood behind the last one, and where all stood, if somebody asks.
    var next = 0
    var places: ViewPlaces?
    // Views are looked at where they stand; to copy one costs more than its record.
    for index in layout.views.indices where layout.views[index].kind != .guide {
      let parent = layout.views[index].parent.map { Int($0.index) }
      // What a guide holds cannot be shown either.
      if let parent, positions[parent] < 0 { continue }
      let id = ViewID(Int32(index))
      var place = 0
      if let parent {
        place = shownChildren[parent]
        shownChildren[parent] += 1
      }
      positions[index] = Int32(records.count)
      var path = layout.views[index].path
      let streamID: StreamID
      if next < old.count, old[next].path == path {
        // Nearly always: the view stands behind the one behind which it stood. The old text is kept, so comparing it
        // again is free.
        path = old[next].path
        streamID = old[next].id
        next += 1
      } else {
        streamID = ids.id(of: path)
        if places == nil { places = ViewPlaces(of: old) }
        if let place = places![streamID], old[place].path == path {
          path = old[place].path
          next = place + 1
        }
      }
      records.append(
        ViewRecord(
          id: streamID, path: path, kind: layout.views[index].kind.rawValue,
          parent: parent.map { records[Int(positions[$0])].id }, index: place, frame: Frame(live.frame(of: id)),
          content: live.content(of: id)))
    }
    ids.forgetAbsent(besides: records)
    drawings =
      live.inputs.tellsAppearance
      ? positions.indices.filter { positions[$0] >= 0 }.map { live.drawing(of: ViewID(Int32($0))) } : []
    (self.ids, self.positions, views) = (ids, positions, records)
  }
}
