import LayoutSyntax

/// A size without a view, as in `if width >= 200`, asks each view that a constraint inside the branch is for. In a
/// view's own body that is mostly the view itself; where it is another one too, whoever wrote it may have meant
/// something else, and is told.
extension LayoutResolver {
  mutating func warnOfBareSizes() {
    let asking = subjects { $0.condition.openDimension != nil }
    if asking.isEmpty { return }
    var others: [Int32: [Int32]] = [:]
    for (index, context) in contexts.enumerated() {
      if case .otherwise(let then) = context.kind { others[then.index, default: []].append(Int32(index)) }
    }
    for index in contexts.indices {
      let context = contexts[index]
      guard case .condition(let node) = context.kind, let dimension = context.condition.openDimension else { continue }
      var asked = Set(asking[Int32(index)] ?? [])
      for other in others[Int32(index)] ?? [] { asked.formUnion(asking[other] ?? []) }
      asked.remove(context.view)
      if asked.isEmpty { continue }
      let paths = asked.sorted().map { path(of: $0) }
      report(
        .bareSize(dimension, askedOf: paths, insteadOf: path(of: context.view)), at: self.node(node, in: context.file),
        in: context.file)
    }
  }

  /// By branch, the views that something in it is for, ascending; of branches whose condition is still open and
  /// `isMeant` says so.
  func subjects(of isMeant: (Context) -> Bool) -> [Int32: [ViewID]] {
    let meant = contexts.map { $0.usesSubject && isMeant($0) }
    guard meant.contains(true) else { return [:] }
    var subjects: [Int32: Set<ViewID>] = [:]
    func note(_ view: ViewID, in context: ContextID) {
      var current = context
      while current != .always {
        if meant[Int(current.index)] { subjects[current.index, default: []].insert(view) }
        current = contexts[Int(current.index)].parent
      }
    }
    for item in items { note(item.view, in: item.context) }
    for further in furtherSubjects { note(further.view, in: further.context) }
    return subjects.mapValues { $0.sorted() }
  }
}

extension Condition {
  /// The first width or height in it that is of the view still to be asked.
  fileprivate var openDimension: AnchorAttribute? {
    switch self {
    case .constant, .trait, .flag, .configuration, .hidden: nil
    case .compare(let left, _, let right):
      (left.terms + right.terms).first { $0.anchor.view == .subject }?.anchor.attribute
    case .not(let inner): inner.openDimension
    case .all(let parts), .any(let parts): parts.lazy.compactMap(\.openDimension).first
    }
  }
}

extension Complaint {
  static func bareSize(_ dimension: AnchorAttribute, askedOf views: [String], insteadOf view: String) -> Complaint {
    let shown = views.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (views.count > 3 ? "…" : "")
    return Complaint(
      .bareSize,
      "a size without a view asks each view that something in here is for, also \(shown); "
        + "to ask one for all, name it: \(view).\(dimension)")
  }
}
