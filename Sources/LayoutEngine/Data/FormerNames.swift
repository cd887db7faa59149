import LayoutModel

/// The names that views and variables have in former copies of the same patterns. Where a record has stayed they are the
/// same, and to share them costs less than to put them together.
final class FormerNames {
  private let copies: RecordCopies
  private let layout: ResolvedLayout
  /// By instance: the former one; -1 for none.
  private let instances: [Int32]

  /// Records that stayed are found where they come before all that is new, or behind it. Others are new here, which costs
  /// more and makes no difference.
  ///
  /// - Parameter layout: what `former` was written out to.
  init(of former: RecordCopies, in layout: ResolvedLayout, for newer: RecordCopies) {
    copies = former
    self.layout = layout
    var instances = [Int32](repeating: -1, count: newer.instances.count)
    instances[0] = 0
    let ends = zip(former.keys, newer.keys).map { former, newer in
      let most = min(former.count, newer.count)
      let front = (0..<most).first { former[$0] != newer[$0] } ?? most
      let back = (0..<most - front).first { former[former.count - 1 - $0] != newer[newer.count - 1 - $0] }
      return (front: front, back: newer.count - (back ?? most - front), shift: former.count - newer.count)
    }
    for (index, instance) in newer.instances.enumerated().dropFirst() {
      let around = instances[Int(instance.outer)]
      let (record, end) = (
        Int(instance.record), ends[Int(newer.patterns.layout.repetitions[Int(instance.repetition)].list)]
      )
      guard around >= 0, record < end.front || record >= end.back,
        let first = former.firstInstance(of: instance.repetition, in: around)
      else { continue }
      instances[index] = first + Int32(record < end.front ? record : record + end.shift)
    }
    self.instances = instances
  }

  /// The former view of a pattern's view in an instance.
  func view(_ view: Int32, _ instance: Int32) -> (name: String, path: String)? {
    let former = instances[Int(instance)]
    if former < 0 { return nil }
    let number = Int(copies.number(of: ViewID(view), former).index)
    return (layout.views[number].name, layout.views[number].path)
  }

  func variable(_ field: FieldVariable, _ instance: Int32) -> String? {
    let former = instances[Int(instance)]
    return former < 0 ? nil : layout.variables[Int(copies.variable(field, former))].name
  }
}
