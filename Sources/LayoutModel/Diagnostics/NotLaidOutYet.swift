/// What the language can say and resolving understands the place of, but nobody lays out yet. Each use gets a
/// warning W2900 where it stands; nothing is ignored in silence.
enum NotLaidOutYet: String, CaseIterable {
  case image
  case variableOfOtherType

  /// What it is and what happens instead, as the message says it.
  var sentence: String {
    switch self {
    case .image: "only a picture in a file, named in quotes, gives its view a natural size; 'intrinsic' states one"
    case .variableOfOtherType: "variables are numbers and lengths yet: this one keeps the value written here"
    }
  }
}

extension Complaint {
  static func notLaidOut(_ construct: NotLaidOutYet) -> Complaint { Complaint(.notLaidOut, construct.sentence) }
}
