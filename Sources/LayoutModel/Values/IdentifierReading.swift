import LayoutSyntax

extension LayoutResolver {
  /// The identifier that `#name` declares; nil without one, and after a complaint.
  mutating func identifier(_ node: SyntaxNode?, _ standing: Standing) -> IdentifierID? {
    guard let node else { return nil }
    if following.isReadingAgain { return knownIdentifier(node, standing) }
    if node.name.looksLikeColour {
      report(.colourAsIdentifier(node.name, of: kind(of: standing.view)), at: node, in: standing.site.file)
    }
    let name = name(of: node, in: standing.site.file)
    let identifier = builder.identifier(
      name, of: standing.view, in: standing.branch, at: Origin(file: standing.site.file, span: node.span))
    if let identifier { following.identifiers[standing.view.index, node.index] = identifier.index }
    return identifier
  }
}

extension String {
  /// Whether an id of this name is hardly a name: `fff`, `f0f0f0`, but neither `add` nor `b12`.
  fileprivate var looksLikeColour: Bool {
    let letters = Array(utf8)
    func isDigit(_ letter: UInt8) -> Bool { (0x30...0x39).contains(letter) }
    let isHexadecimal = letters.allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
    guard [3, 4, 6, 8].contains(letters.count), isHexadecimal else { return false }
    if letters.allSatisfy({ $0 == letters[0] }) { return true }
    return switch letters.count {
    case 3: isDigit(letters[1]) && letters[1] == letters[2]
    case 4: false
    default: letters.contains(where: isDigit)
    }
  }
}

extension Complaint {
  static func colourAsIdentifier(_ name: String, of kind: ViewKind) -> Complaint {
    let property = kind.hasText ? "color" : "background"
    let isDrawn = kind != .spacer && kind != .guide
    return Complaint(
      .colourAsIdentifier, "'#\(name)' is an id here, and looks like a colour",
      replacement: isDrawn ? "\(property): #\(name)" : nil,
      help: ["help: a colour stands behind the name of a property; an id is called by what it sets"])
  }
}
