/// What the language can say and resolving understands the place of, but nobody lays out yet. Each use gets a
/// warning W2900 where it stands; nothing is ignored in silence.
enum NotLaidOutYet: String, CaseIterable {
  case component
  case parameters
  case arguments
  case slot
  case loop
  case test
  case expectation
  case direct
  case scrollView
  case list
  case image
  case formerName
  case avoid
  case variableOfOtherType

  /// What it is and what happens instead.
  var sentence: String {
    switch self {
    case .component: "components: the view stands here without what is in its component"
    case .parameters: "parameters: each has its default"
    case .arguments: "arguments of a view"
    case .slot: "slots"
    case .loop: "'for': the views in it are left out"
    case .test: "tests are not run"
    case .expectation: "'expect' is only for tests, which are not run"
    case .direct: "'direct': the branch is chosen with all others of the turn"
    case .scrollView: "scroll views: it is laid out as a plain box that does not scroll"
    case .list: "lists: it is laid out as a plain box"
    case .image: "pictures: the view is laid out as a plain box without a natural size"
    case .formerName: "'was': a view that was renamed is a new one"
    case .avoid: "'avoid': the view does not follow the keyboard"
    case .variableOfOtherType: "variables other than numbers and lengths: it keeps the value written here"
    }
  }
}

extension Complaint {
  static func notLaidOut(_ construct: NotLaidOutYet) -> Complaint {
    Complaint(.notLaidOut, "not laid out yet: \(construct.sentence)")
  }
}
