/// The order of the views in a container, some of which several branches declare: each stands where the first of its
/// declarations that holds is written. A view of which none holds is hidden, and stands where the first is.
public struct SwitchedOrder: Equatable, Sendable {
  /// Where a view is declared.
  public struct Place: Equatable, Sendable {
    /// One of the container's.
    public var view: ViewID
    /// When it is declared there; nil: always, or there is no other place.
    public var condition: ConditionID?

    public init(_ view: ViewID, when condition: ConditionID?) {
      self.view = view
      self.condition = condition
    }
  }

  /// The stack, list, flow or grid.
  public var container: ViewID
  /// In document order, without guides.
  public var places: [Place]

  public init(of container: ViewID, _ places: [Place]) {
    self.container = container
    self.places = places
  }

  /// The views in their order.
  ///
  /// - Parameter holds: by condition.
  public func views(where holds: [Bool]) -> [ViewID] {
    var chosen: [ViewID: (place: Int, holds: Bool)] = [:]
    chosen.reserveCapacity(places.count)
    for (index, place) in places.enumerated() {
      let isThere = place.condition.map { holds[Int($0.index)] } ?? true
      if let known = chosen[place.view], known.holds || !isThere { continue }
      chosen[place.view] = (index, isThere)
    }
    return places.indices.lazy.filter { chosen[places[$0].view]?.place == $0 }.map { places[$0].view }
  }
}
