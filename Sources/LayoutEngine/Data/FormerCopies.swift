import LayoutModel

/// What there was of the same patterns for other records. Where a record has stayed, its views have the names that they
/// had: to share them costs less than to put them together. Where it says what it said, so do its views and rules, but for
/// the numbers by which they go.
///
/// It is a class for the reason that `LayoutFacts` is one: it is asked for each view, condition and group of rules.
final class FormerCopies {
  let copies: RecordCopies
  /// What `copies` were written out to.
  let layout: ResolvedLayout
  /// By instance: the former one of the same keys; -1 for none.
  private let instances: [Int32]
  /// By instance: whether its record, and those around it, say what they said.
  private let isSame: [Bool]
  /// By former instance: how many of its repetition come before it.
  private let places: [Int32]

  /// - Parameter places: by list, by record: where the record of the same key stood (`places(of:in:by:)`).
  init(of former: RecordCopies, in layout: ResolvedLayout, for newer: RecordCopies, at recordPlaces: [[Int32]]) {
    copies = former
    self.layout = layout
    var instances = [Int32](repeating: -1, count: newer.instances.count)
    var isSame = [Bool](repeating: false, count: newer.instances.count)
    (instances[0], isSame[0]) = (0, true)
    for (index, instance) in newer.instances.enumerated().dropFirst() {
      let list = Int(newer.patterns.layout.repetitions[Int(instance.repetition)].list)
      let (around, record) = (Int(instance.outer), Int(instance.record))
      let place = recordPlaces[list][record]
      guard instances[around] >= 0, place >= 0,
        let first = former.firstInstance(of: instance.repetition, in: instances[around])
      else { continue }
      instances[index] = first + place
      isSame[index] = isSame[around] && former.records[list][Int(place)] == newer.records[list][record]
    }
    (self.instances, self.isSame) = (instances, isSame)
    var places = [Int32](repeating: 0, count: former.instances.count)
    for instances in former.instancesOf {
      for (place, instance) in instances.enumerated() { places[Int(instance)] = Int32(place) }
    }
    self.places = places
  }

  /// By record: where the one of its key stood; -1 for a new one. No two have stood in one place.
  static func places(of records: [Record], in former: [Record], by key: Int) -> [Int32] {
    func isSame(_ place: Int, _ newer: Int) -> Bool { former[place].values[key] == records[newer].values[key] }
    let shift = former.count - records.count
    let most = min(former.count, records.count)
    // What nothing was done to is nearly always behind all that is new, or follows what it followed.
    let back = (0..<most).first { !isSame(former.count - 1 - $0, records.count - 1 - $0) } ?? most
    var places = records.indices.map { $0 < records.count - back ? -1 : Int32($0 + shift) }
    var isTaken = [Bool](repeating: false, count: former.count - back)
    var known: [FieldValue: Int]?
    var next = 0
    for record in 0..<records.count - back {
      if next >= isTaken.count || !isSame(next, record) {
        if known == nil {
          known = Dictionary(isTaken.indices.map { (former[$0].values[key], $0) }) { first, _ in first }
        }
        guard let place = known![records[record].values[key]] else { continue }
        next = place
      }
      if !isTaken[next] { places[record] = Int32(next) }
      isTaken[next] = true
      next += 1
    }
    return places
  }

  /// The former instance of the same keys; nil for a new one.
  func instance(_ instance: Int32) -> Int32? { instances[Int(instance)] < 0 ? nil : instances[Int(instance)] }

  /// The former instance, if nothing else is said of its records now.
  func same(_ instance: Int32) -> Int32? { isSame[Int(instance)] ? instances[Int(instance)] : nil }

  /// The former number of a pattern's view in a former instance.
  func number(of view: Int32, _ former: Int32) -> Int { Int(copies.number(of: ViewID(view), former).index) }

  func names(of view: Int32, _ former: Int32) -> (name: String, path: String) {
    let number = number(of: view, former)
    return (layout.views[number].name, layout.views[number].path)
  }

  func variable(_ field: FieldVariable, _ instance: Int32) -> String? {
    self.instance(instance).map { layout.variables[Int(copies.variable(field, $0))].name }
  }

  /// The former number of the first rule of an instance, of rules that stand together.
  ///
  /// - Parameters:
  ///   - first: of the first of these rules in the former layout.
  ///   - count: how many they are.
  func firstRule(_ former: Int32, after first: Int32, of count: Int) -> Int32 {
    first + places[Int(former)] * Int32(count)
  }
}

/// What says after a change of records what it said before: by new number the former one, -1 for all else.
struct CarriedOver: Sendable {
  var views: [Int32] = []
  var rules: [Int32] = []
  var conditions: [Int32] = []

  /// Whether some view goes by another number now.
  var hasOtherNumbers: Bool { views.indices.contains { views[$0] >= 0 && Int(views[$0]) != $0 } }
}
