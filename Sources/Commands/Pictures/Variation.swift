import LayoutSyntax

/// A state that scenes are drawn in, one of several that `--each` lists.
struct Variation {
  /// What it is called on a sheet: `320x568`.
  var caption = ""
  /// Options of `sceneState` besides those that hold for all pictures.
  var options: [(name: String, value: String)] = []

  /// What can be different from picture to picture.
  private static let names = ["size", "trait", "config", "flag", "var", "set"]

  /// What each `--each` lists, in the order of the command line: `size=320x568,390x844`, `trait=light,dark+rtl`.
  static func lists(from invocation: Invocation) throws(Failure) -> [[Variation]] {
    var lists: [[Variation]] = []
    for text in invocation.values("each") {
      let (name, values) = try TypedValue.assignment(text)
      guard names.contains(name) else {
        let near = nearestName(to: name, in: names)
        throw .usage(
          "--each has no '\(name)'\(didYouMean(near))",
          help: "it is one of \(names.joined(separator: ", ")), as in --each size=320x568,390x844")
      }
      if name == "size", invocation.has("size") { throw .usage("--each size= and --size do not go together") }
      lists.append(
        values.split(separator: ",", omittingEmptySubsequences: false).map { value in
          Variation(
            caption: String(value),
            options: value.split(separator: "+").map { (name, String($0)) })
        })
    }
    guard lists.count <= 2 else { throw .usage("--each is for columns and for rows, so for two at most") }
    return lists
  }

  static func + (left: Variation, right: Variation) -> Variation {
    Variation(
      caption: [left.caption, right.caption].filter { !$0.isEmpty }.joined(separator: " · "),
      options: left.options + right.options)
  }

  /// The command line with what this one says besides.
  func applied(to invocation: Invocation) -> Invocation {
    var invocation = invocation
    for (name, value) in options { invocation.options[name, default: []].append(value) }
    return invocation
  }
}
