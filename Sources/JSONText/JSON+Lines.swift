extension JSON {
  /// This value as people read it: indented by two, and what fits on a line of `width` columns stands on one.
  ///
  /// - Parameter isSpread: whether an array or object has lines of its own for its parts even where it would fit.
  public func lines(width: Int, spreading isSpread: (JSON) -> Bool) -> String {
    var output = ""
    write(to: &output, indent: 0, used: 0, width, isSpread)
    return output + "\n"
  }

  /// - Parameter used: columns of the line that are taken beside the indentation: a name before it, a comma behind.
  private func write(
    to output: inout String, indent: Int, used: Int, _ width: Int, _ isSpread: (JSON) -> Bool
  ) {
    var left = width - indent - used
    if fits(in: &left, isSpread) {
      output += spaced
      return
    }
    func writeParts<Part>(_ parts: [Part], _ brackets: (String, String), _ writePart: (Part) -> Void) {
      output += brackets.0 + "\n"
      for (index, part) in parts.enumerated() {
        output += String(repeating: " ", count: indent + 2)
        writePart(part)
        output += index + 1 < parts.count ? ",\n" : "\n"
      }
      output += String(repeating: " ", count: indent) + brackets.1
    }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      writeParts(elements, ("[", "]")) { $0.write(to: &output, indent: indent + 2, used: 1, width, isSpread) }
    case .object(let object) where !object.members.isEmpty:
      writeParts(object.members, ("{", "}")) { member in
        let name = JSON.string(member.name).text + ": "
        output += name
        member.value.write(to: &output, indent: indent + 2, used: name.utf8.count + 1, width, isSpread)
      }
    default: output += spaced
    }
  }

  /// Takes the columns that the value needs on one line from `left`; false when they are too few, or when it is to be
  /// spread. Looks no further than the columns go, so that nested values are not measured again and again.
  private func fits(in left: inout Int, _ isSpread: (JSON) -> Bool) -> Bool {
    switch self {
    case .array(let elements):
      guard !isSpread(self) else { return false }
      left -= 2
      for (index, element) in elements.enumerated() {
        if index > 0 { left -= 2 }
        guard left > 0, element.fits(in: &left, isSpread) else { return false }
      }
    case .object(let object):
      guard !isSpread(self) else { return false }
      left -= 4
      for (index, member) in object.members.enumerated() {
        left -= member.name.utf8.count + (index > 0 ? 6 : 4)
        guard left > 0, member.value.fits(in: &left, isSpread) else { return false }
      }
    default: left -= text.utf8.count
    }
    return left >= 0
  }

  /// On one line, with a blank behind each comma and colon and within braces.
  private var spaced: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.spaced).joined(separator: ", ") + "]"
    case .object(let object) where !object.members.isEmpty:
      "{ " + object.members.map { "\(JSON.string($0.name).text): \($0.value.spaced)" }.joined(separator: ", ") + " }"
    default: text
    }
  }
}
