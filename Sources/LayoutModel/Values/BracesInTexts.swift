import LayoutSyntax

/// Tells of names in braces, which others put into texts: `"Hello ${name}"` shows just that. Without a `$` only what
/// has a value where the text stands is one: anything else in braces may be meant to be read. So it tells of places
/// for values, `%d`.
extension LayoutResolver {
  /// What a text with braces is.
  enum TextWithBraces {
    /// It stands at the name of a view, where nothing is put together.
    case atName
    /// It goes to a component, or is repeated.
    case whole
    /// It is a part of an expression.
    case operand
  }

  /// Takes note of the text at a view's name: what it names may be declared behind it.
  mutating func noteBraces(in text: SyntaxNode, of view: SyntaxNode, isComponent: Bool, in outer: Surroundings) {
    guard text.hasBraces(in: files[Int(outer.file)].bytes) else { return }
    let isPlain = !isComponent && view.first(.textRepeat) == nil
    later.textsWithBraces.append(
      (WrittenNode(node: text.index, file: outer.file, scope: outer.scope), mayBePutTogether: isPlain))
  }

  /// Reports what was noted, when everything is declared.
  mutating func warnOfBraces() {
    for (written, isPlain) in later.textsWithBraces {
      builder.complaints.instance = scopes.instance(of: written.scope)
      warnOfBraces(
        in: node(written.node, in: written.file), as: isPlain ? .atName : .whole, file: written.file,
        scope: written.scope)
    }
    builder.complaints.instance = 0
  }

  /// Reports a text with the name of a value in braces.
  mutating func warnOfBraces(in text: SyntaxNode, as form: TextWithBraces, file: Int32, scope: Int32) {
    guard text.hasBraces(in: files[Int(file)].bytes) else { return }
    let letters = Array(text.text.utf8)
    let isMultiline = letters.starts(with: Array("\"\"\"".utf8))
    var parts: [String] = []
    var shown: (braces: String, name: String)?
    var start = 1
    for found in BracedName.all(in: letters) {
      guard
        let brace = [found, found.head].lazy.compactMap({ $0 }).first(where: {
          hasValue($0.name, file: file, scope: scope)
        })
      else { continue }
      shown = shown ?? (String(decoding: letters[brace.range], as: UTF8.self), brace.name)
      if start < brace.range.lowerBound {
        parts.append("\"" + String(decoding: letters[start..<brace.range.lowerBound], as: UTF8.self) + "\"")
      }
      parts.append(brace.name)
      start = brace.range.upperBound
    }
    guard let shown else { return warnOfPlaces(in: letters, of: text, file: file, scope: scope) }
    if start < letters.count - 1 { parts.append("\"" + String(decoding: letters[start...], as: UTF8.self)) }
    let sum = parts.joined(separator: " + ")
    let meant: String? =
      switch form {
      case _ where isMultiline: nil
      case .atName: "text: \(sum)"
      case .operand: isFactor(text, in: file) && parts.count > 1 ? "(\(sum))" : sum
      case .whole: nil
      }
    report(.nameInText(shown.braces, shown.name, use: meant), at: text, in: file)
  }

  /// Reports what can only be meant as the place of a value: `${name}`, where no value has that name, `${n + 1}`, and
  /// `%d`.
  private mutating func warnOfPlaces(in letters: [UInt8], of text: SyntaxNode, file: Int32, scope: Int32) {
    if let unknown = BracedName.all(in: letters).first(where: { name in
      letters[name.range.lowerBound...].starts(with: "${".utf8)
        || declaration(of: (name.head ?? name).name, file: file, scope: scope) != nil
    }) {
      let isOther = declaration(of: unknown.name, file: file, scope: scope) != nil
      let braces = String(decoding: letters[unknown.range], as: UTF8.self)
      report(.unknownNameInText(braces, unknown.name, isOther: isOther), at: text, in: file)
    } else if let place = Self.placeOfSum(in: letters) ?? Self.placeOfValue(in: letters) {
      report(.placeInText(String(decoding: letters[place], as: UTF8.self)), at: text, in: file)
    }
  }

  /// Where a text has more than a name in the braces behind a `$`: `${n + 1}`.
  private static func placeOfSum(in letters: [UInt8]) -> Range<Int>? {
    guard let start = letters.firstRange(of: "${".utf8)?.lowerBound,
      let end = letters[start...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return start..<end + 1
  }

  /// Where a text has the place of a value as C has it: `%d`, `%@`, `%1$s`, `%.2f`. A number before the sign makes it
  /// one of percent.
  private static func placeOfValue(in letters: [UInt8]) -> Range<Int>? {
    func isDigit(_ letter: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter) }
    func isLetter(_ letter: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter | 0x20) }
    for sign in letters.indices.dropFirst() where letters[sign] == UInt8(ascii: "%") {
      let before = letters[sign - 1]
      if isDigit(before) || before == UInt8(ascii: "%") { continue }
      var end = sign + 1
      while isDigit(letters[end]) || letters[end] == UInt8(ascii: ".") || letters[end] == UInt8(ascii: "$") { end += 1 }
      while letters[end] == UInt8(ascii: "l") { end += 1 }
      guard Array("@dfisu".utf8).contains(letters[end]), !isLetter(letters[end + 1]), !isDigit(letters[end + 1]) else {
        continue
      }
      return sign..<end + 1
    }
    return nil
  }

  /// Whether a name has a value that a text can take: a `let`, a `var`, a parameter, a counter, or the field of a
  /// record.
  private mutating func hasValue(_ name: String, file: Int32, scope: Int32) -> Bool {
    guard let (value, field) = declaration(of: name, file: file, scope: scope) else { return false }
    let declared = scopes.values[value]
    // A number that the outside may set is no part of a text.
    if declared.isVariable {
      guard declared.variable >= 0, case .text? = builder.layout.variables[Int(declared.variable)].value else {
        return false
      }
    }
    return field.map { $0.type == .text } ?? true
  }

  /// The value that a name in braces is of, be it none that a text can take, and of `m.from` the field; nil: there is
  /// none.
  private mutating func declaration(
    of name: String, file: Int32, scope: Int32
  ) -> (value: Int, field: RecordType.Field?)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let site = Site(file: file, scope: scope, view: nil)
    guard parts.count < 3, let value = find(builder.names.name(String(parts[0])), site) else { return nil }
    // The records that a `for` goes through have fields, and only they.
    let repetition = scopes.values[value].repetition
    if parts.count == 1 { return repetition < 0 ? (value, nil) : nil }
    guard repetition >= 0 else { return nil }
    let type = builder.layout.lists[Int(builder.layout.repetitions[Int(repetition)].list)].type
    return type.index(of: String(parts[1])).map { (value, type.fields[$0]) }
  }

  /// Whether a `*` stands beside an operand.
  private func isFactor(_ text: SyntaxNode, in file: Int32) -> Bool {
    let bytes = files[Int(file)].bytes
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let next = bytes[Int(text.span.end)...].first { !isBlank($0) }
    let last = bytes[..<Int(text.span.start)].last { !isBlank($0) }
    return next == UInt8(ascii: "*") || last == UInt8(ascii: "*")
  }
}

/// A name in braces: `{name}`, `${name}`, `#{name}`, `{{name}}`; or behind a sign: `$name`, `$m.from`; or all of the
/// text: `m.from`.
private struct BracedName {
  var name: String
  /// With its braces, and the sign before them.
  var range: Range<Int>

  static func all(in letters: [UInt8]) -> [BracedName] {
    let all = letters.dropFirst().dropLast()
    if isDotted(all) {
      return [BracedName(name: String(decoding: all, as: UTF8.self), range: all.indices)]
    }
    var found: [BracedName] = []
    var index = 1
    while index < letters.count {
      let isOpen = letters[index] == UInt8(ascii: "{")
      if let name = isOpen ? BracedName(letters, index) : BracedName(behindSign: letters, index) {
        found.append(name)
        index = name.range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// Whether letters are a name with a dot in it, as in `m.from`.
  static func isDotted(_ letters: ArraySlice<UInt8>) -> Bool {
    guard let first = letters.first, isOfName(first), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return letters.contains(UInt8(ascii: ".")) && letters.allSatisfy(isOfName)
  }

  private init(name: String, range: Range<Int>) {
    (self.name, self.range) = (name, range)
  }

  /// Of `$name.com` what is left without what stands behind the dot; nil for others.
  var head: BracedName? {
    guard range.count == name.utf8.count + 1, let dot = name.firstIndex(of: ".") else { return nil }
    let head = String(name[..<dot])
    return BracedName(name: head, range: range.lowerBound..<range.lowerBound + 1 + head.utf8.count)
  }

  /// - Parameter open: where the brace is that is nearest to the name; of two the second is tried as well.
  private init?(_ letters: [UInt8], _ open: Int) {
    // `\u{ab}` is a letter.
    if open > 1, letters[open - 1] == UInt8(ascii: "u"), letters[open - 2] == UInt8(ascii: "\\") { return nil }
    var end = open + 1
    while end < letters.count, Self.isOfName(letters[end]) { end += 1 }
    guard end > open + 1, end < letters.count, letters[end] == UInt8(ascii: "}"),
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letters[open + 1])
    else { return nil }
    name = String(decoding: letters[open + 1..<end], as: UTF8.self)
    var (first, last) = (open, end)
    switch letters[open - 1] {
    case UInt8(ascii: "$"), UInt8(ascii: "#"): first -= 1
    case UInt8(ascii: "{") where last + 1 < letters.count && letters[last + 1] == UInt8(ascii: "}"):
      (first, last) = (first - 1, last + 1)
    default: break
    }
    range = first..<last + 1
  }

  /// `$name`, `$m.from`.
  private init?(behindSign letters: [UInt8], _ sign: Int) {
    guard letters[sign] == UInt8(ascii: "$"), sign + 1 < letters.count,
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letters[sign + 1])
    else { return nil }
    func endOfWord(_ start: Int) -> Int {
      letters[start...].firstIndex { !Self.isOfName($0) || $0 == UInt8(ascii: ".") } ?? letters.count
    }
    var end = endOfWord(sign + 1)
    guard end > sign + 1 else { return nil }
    if end + 1 < letters.count, letters[end] == UInt8(ascii: ".") {
      let last = endOfWord(end + 1)
      if last > end + 1 { end = last }
    }
    name = String(decoding: letters[sign + 1..<end], as: UTF8.self)
    range = sign..<end
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension SyntaxNode {
  /// Whether an opening brace stands in it, a `$` or a `%`; or nothing but a name with a dot in it.
  func hasBraces(in bytes: [UInt8]) -> Bool {
    let text = bytes[Int(span.start)..<Int(span.end)]
    let hasSign = text.contains {
      $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "%")
    }
    return hasSign || BracedName.isDotted(text.dropFirst().dropLast())
  }
}

extension Complaint {
  /// - Parameter isOther: whether it is the name of a value that no text can take.
  fileprivate static func unknownNameInText(_ braces: String, _ name: String, isOther: Bool) -> Complaint {
    let parts = name.split(separator: ".")
    let declaration = parts.count > 1 ? "a field `\(parts[1]): text`" : "`var \(name) = \"…\"`"
    let words =
      isOther
      ? "'\(name)' is no text: what a text takes from outside is one, \(declaration)"
      : "no value here is called '\(name)'"
    return Complaint(
      .nameInText, "the text shows '\(braces)' as it stands, and \(words)",
      help: ["help: a value goes outside of the quotes, as in `text: \"…\" + name`"])
  }

  fileprivate static func placeInText(_ place: String) -> Complaint {
    Complaint(
      .nameInText, "the text shows '\(place)' as it stands: a value goes outside of the quotes",
      help: ["help: as in `text: \"Page \" + number`"])
  }

  /// - Parameter meant: what to write instead; nil where it does not take the place of the text.
  fileprivate static func nameInText(_ braces: String, _ name: String, use meant: String?) -> Complaint {
    Complaint(
      .nameInText, "the text shows '\(braces)' as it stands: a value goes outside of the quotes", replacement: meant,
      help: meant == nil ? ["help: as in `text: \"…\" + \(name)`"] : [])
  }
}
