import LayoutModel
import LayoutRuntime
import Motion
import Settables
import Wire

/// Reads the sizes, names and values that people type.
package enum TypedValue {
  /// A size: `800x600`, `800×600`; a side may be `_` for "wraps its content".
  static func size(_ text: String) throws(Failure) -> Assignment {
    let sides = text.split(omittingEmptySubsequences: false, whereSeparator: { "xX×".contains($0) }).map {
      $0 == "_" ? nil : Double(written: $0) ?? .nan
    }
    let size = Assignment(.size, to: .numbers(sides))
    guard size.isPossible else {
      throw Failure(
        message: "'\(text)' is no size", help: "write WIDTHxHEIGHT in points, like 390x844; _ wraps the content",
        code: .badValue)
    }
    return size
  }

  /// `name=value`, cut at the first `=`.
  package static func assignment(_ text: String) throws(Failure) -> (name: String, value: String) {
    guard let sign = text.indexOutsideKeys(where: { $0 == "=" }), sign > text.startIndex else {
      throw Failure(message: "'\(text)' is no assignment", help: "write NAME=VALUE", code: .badValue)
    }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// What stands before the first `=`; all where there is none.
  static func name(in text: String) -> Substring { text[..<(text.indexOutsideKeys { $0 == "=" } ?? text.endIndex)] }

  /// A text without the double quotes around it. In quotes it may be empty, `on` or a number, and `\u{a}` is the
  /// character of that number.
  static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var rest = text.dropFirst().dropLast()
    var unquoted = ""
    while let mark = rest.firstRange(of: "\\u{") {
      unquoted += rest[..<mark.lowerBound]
      let behind = rest[mark.upperBound...]
      if let end = behind.firstIndex(of: "}"),
        let scalar = UInt32(behind[..<end], radix: 16).flatMap(Unicode.Scalar.init)
      {
        unquoted.unicodeScalars.append(scalar)
        rest = behind[behind.index(after: end)...]
      } else {
        unquoted += rest[mark]
        rest = behind
      }
    }
    return unquoted + rest
  }

  /// Writes a text as `setting` takes it behind the `=`. It gets quotes where it would mean something else without
  /// them, where nobody could see where it ends, or where a terminal would obey something in it.
  static func quoted(_ text: String) -> String {
    let isClear =
      unquoted(text) == text && !text.isEmpty && !switches.keys.contains(text) && text.shownOnTerminal == text
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
    return isClear ? text : "\"\(text.replacing("\\u{", with: "\\u{5c}u{").shownOnTerminal)\""
  }

  /// The words for a flag that is set or not.
  private static let switches = ["on": true, "true": true, "off": false, "false": false]

  /// `16ms` or `1.5s`.
  package static func milliseconds(_ text: String) throws(Failure) -> Double {
    // Zero is the same in any unit, so it needs none.
    if Duration.milliseconds(written: text + "ms") == 0 { return 0 }
    guard let milliseconds = Duration.milliseconds(written: text), milliseconds >= 0 else {
      throw .usage("'\(text)' is no time; write 16ms or 1.5s")
    }
    guard Request.Clock.times.contains(milliseconds) else { throw .usage("'\(text)' is longer than any clock goes") }
    return milliseconds
  }

  static func number(_ text: String, for name: String) throws(Failure) -> Double {
    guard let number = Double(written: text) else {
      throw Failure(message: "the value of '\(name)' is a number, not '\(text)'", code: .badValue)
    }
    return number
  }

  /// The trait that a word stands for: `compact.y` is `sizeClass.y=compact`, `phone` is `idiom=phone`.
  package static func trait(_ text: String) throws(Failure) -> Assignment {
    if text.contains("=") {
      let (name, value) = try assignment(text)
      if let (trait, meant) = TraitDescription.meanings[name] {
        throw Failure(
          message: "'\(name)' takes no value: it is short for \(trait)=\(meant)",
          help: value.isEmpty ? "\(trait)= takes it back" : nil, code: .badValue)
      }
      return Assignment(.trait, of: name, to: value.isEmpty ? nil : .text(value))
    }
    guard let (name, value) = TraitDescription.meanings[text] else {
      throw Failure(
        message: "'\(text)' is no trait",
        help: "write NAME=VALUE, or one of \(traitWords.joined(separator: " "))",
        code: .badValue)
    }
    return Assignment(.trait, of: name, to: .text(value))
  }

  package static let traitWords = TraitDescription.settableWords

  /// A scroll offset: `Y`, or `X,Y`.
  static func offset(_ text: String) throws(Failure) -> SettableValue {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Double(written: part) else { break }
      numbers.append(number)
    }
    switch (numbers.count, text.count(where: { $0 == "," })) {
    case (1, 0): return [0, numbers[0]]
    case (2, 1): return [numbers[0], numbers[1]]
    default: throw Failure(message: "'\(text)' is no offset", help: "write Y, or X,Y, in points", code: .badValue)
    }
  }

  /// What is set: `#gap=16`, `#inset=1,2,3,4`, `#gap@high`, `#half*0.25`, `#gap=off`, `columns=3`, `editing`,
  /// `editing=off`. An empty value takes it back.
  package static func setting(_ text: String) throws(Failure) -> Assignment {
    var part: String?
    if !isOfIdentifier(text) {
      if try RecordInput.change(text) != nil {
        part = "a field of a record, and fields are"
      } else if try RecordInput.setting(text) != nil {
        part = "all records of a list, and lists are"
      } else if try viewSetting(text) != nil {
        part = "of a view, and views are"
      }
    }
    if let part {
      throw Failure(
        message: "'\(text)' is \(part) set in one scene each", help: "framewire set '\(text)' --scene SCENE",
        code: .badValue)
    }
    return try plainSetting(text)
  }

  /// `view.#name` is one too.
  static func isOfIdentifier(_ text: String) -> Bool { name(in: text).indexOutsideKeys { $0 == "#" } != nil }

  /// What is set, where it is no field of a record and nothing of a view.
  static func plainSetting(_ text: String) throws(Failure) -> Assignment {
    if isOfIdentifier(text) { return try identifierSetting(text) }
    guard text.contains("=") else { return Assignment(.flag, of: text, to: true) }
    let (name, value) = try assignment(text)
    if let isSet = switches[value] { return Assignment(.flag, of: name, to: .truth(isSet)) }
    // The layout decides what type the value has to be.
    return Assignment(.variable, of: name, to: value.isEmpty ? nil : .text(unquoted(value)))
  }

  /// Something of a view: `title.text=Hello`, `badge.hidden`, `page.scroll=120`. An empty value takes it back. Nil for
  /// what means something else.
  static func viewSetting(_ text: String) throws(Failure) -> Assignment? {
    let name = name(in: text)
    guard !isOfIdentifier(text), let (settable, view) = Settable.ofView(name) else { return nil }
    let value = name.endIndex == text.endIndex ? nil : String(text[text.index(after: name.endIndex)...])
    guard let value = value ?? (settable == .hidden ? "on" : nil) else {
      let example = settable == .text ? "Hello" : settable == .config ? "NAME" : "N,N"
      throw Failure(message: "'\(text)' says no value", help: "write \(text)=\(example)", code: .badValue)
    }
    if value.isEmpty { return Assignment(settable, of: view, to: settable == .scroll ? [0, 0] : nil) }
    switch settable {
    case .scroll: return Assignment(settable, of: view, to: try offset(value))
    case .intrinsic:
      var lengths: [Double?] = []
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        lengths.append(part == "_" ? nil : try number(String(part), for: String(name)))
      }
      return Assignment(settable, of: view, to: .numbers(lengths))
    case .hidden:
      guard let isHidden = switches[value] else {
        throw Failure(message: "'\(name)' is on or off, not '\(value)'", code: .badValue)
      }
      return Assignment(settable, of: view, to: .truth(isHidden))
    default: return Assignment(settable, of: view, to: .text(unquoted(value)))
    }
  }

  /// What is set of an id: its numbers, or something of the clause that it stands on.
  private static func identifierSetting(_ text: String) throws(Failure) -> Assignment {
    guard let sign = text.indexOutsideKeys(where: { "=@*".contains($0) }) else {
      throw Failure(
        message: "'\(text)' says no value", help: "write \(text)=16, \(text)@high, \(text)*0.5 or \(text)=off",
        code: .badValue)
    }
    let (name, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    switch text[sign] {
    case "@": return Assignment(.priority, of: name, to: value.isEmpty ? nil : .number(try priority(value)))
    case "*": return Assignment(.multiplier, of: name, to: value.isEmpty ? nil : .number(try number(value, for: name)))
    default:
      if let isActive = switches[value] { return Assignment(.active, of: name, to: .truth(isActive)) }
      var numbers: [Double] = []
      for text in value.split(separator: ",") { numbers.append(try number(String(text), for: name)) }
      return Assignment(.constant, of: name, to: numbers.isEmpty ? nil : .numbers(numbers))
    }
  }

  /// `high`, or a number from 0 to 1000.
  private static func priority(_ text: String) throws(Failure) -> Double {
    if let named = NamedPriority.named(text) { return Double(named) }
    guard let number = Double(written: text), Settable.priority.form.range.contains(number) else {
      throw Failure(
        message: "'\(text)' is no priority",
        help: "write \(NamedPriority.names.joined(separator: ", ")) or a number from 0 to 1000", code: .badValue)
    }
    return number
  }
}

extension StringProtocol {
  /// The place of the first sign that stands outside of the keys of records: between the quotes of `row["a=b"]` any may
  /// stand.
  func indexOutsideKeys(where isWanted: (Character) -> Bool) -> Index? {
    var isInKey = false
    var index = startIndex
    while index < endIndex {
      let sign = self[index]
      var next = self.index(after: index)
      if isInKey {
        // What is behind a backslash ends no key.
        if sign == "\\", next < endIndex { next = self.index(after: next) }
        if sign == "\"" { isInKey = false }
      } else {
        if isWanted(sign) { return index }
        if sign == "[", next < endIndex, self[next] == "\"" {
          isInKey = true
          next = self.index(after: next)
        }
      }
      index = next
    }
    return nil
  }
}
