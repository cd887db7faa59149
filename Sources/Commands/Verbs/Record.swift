import JSONText
import LayoutSyntax
import Settables
import Wire

extension Verb {
  static let record = Verb(
    name: "record", summary: "insert, change, move and delete records of a list",
    arguments: [
      Argument(
        name: "WHAT", meaning: "insert, change, move or delete",
        completion: .words(RecordAction.allCases.map(\.rawValue))),
      Argument(name: "LIST", meaning: "a 'var' of the layout that is a list", completion: .names(.lists)),
      Argument(
        name: "RECORD",
        meaning:
          "of insert a record as JSON, or several, or @FILE; else the key of a record, and of change the fields behind it",
        repeats: true, completion: .names(.keys)),
    ],
    options: [
      Option(name: "at", value: "N", meaning: "the place among the others, from 0; at the end if left out"),
      Option(name: "before", value: "KEY", meaning: "before the record of this key", completion: .names(.keys)),
      Option(
        name: "to", value: "FIELDS",
        meaning:
          "of change: the fields that have other values, as JSON, or @FILE, where they do not stand behind the key"),
      sceneOption,
    ] + ChangeManner.options + [.socket],
    examples: [
      ("framewire record insert messages @new.json --at 0", "at the front, from a file of JSON"),
      (#"framewire record change messages d '{"unread":false}'"#, "one field of one record"),
      ("framewire record move messages d --before a --animate", "elsewhere, seen"),
      ("framewire record delete messages a d", "two of them"),
    ],
    details: """
      A view of a record is the same view as long as there is a record of its key: it moves, keeps its number in the \
      stream and what was set in it, and a change of one record costs what that record's views take. \
      'framewire set messages=@inbox.json' sets all of them at once.
      """
  ) { (invocation, console) throws(Failure) in
    let (word, list) = (invocation.arguments[0], invocation.arguments[1])
    guard let action = RecordAction(rawValue: word) else {
      let words = RecordAction.allCases.map(\.rawValue)
      let meant = RecordAction.wordsOfOthers[word]?.rawValue ?? nearestName(to: word, in: words)
      throw .usage(
        "'\(word)' is none of \(words.joined(separator: ", "))\(didYouMean(meant))",
        help: "framewire help record says more")
    }
    let rest = Array(invocation.arguments.dropFirst(2))
    for option in ["at", "before", "to"] where invocation.value(option) != nil && !action.options.contains(option) {
      throw .usage("\(word) takes no --\(option)", help: "framewire record \(word) \(list) \(action.form)")
    }
    let place = try RecordInput.place(invocation)
    let change: RecordChange
    switch action {
    case .insert:
      var records: [SettableRecord] = []
      for text in rest { records += try RecordInput.records(text) }
      change = .insert(records, place)
    case .change:
      // The fields may stand behind the key as well.
      let said = [invocation.value("to")].compactMap { $0 }
      guard rest.count + said.count == 2, let fields = said.first ?? rest.last else {
        throw .usage(
          "say the key of one record, and the fields that have other values",
          help: "framewire record change LIST KEY '{\"unread\": false}'")
      }
      let records = try RecordInput.records(fields)
      guard records.count == 1 else { throw .usage("--to FIELDS is one object of fields, not \(records.count)") }
      change = .change(key: rest[0], records[0])
    case .move: change = .move(rest, place)
    case .delete: change = .delete(rest)
    }
    return try DaemonCalls.apply([Op(.records(list: list, change))], to: invocation.value("scene"), invocation, console)
  }
}

/// What may be done to records.
private enum RecordAction: String, CaseIterable {
  case insert, change, move, delete

  var options: Set<String> {
    switch self {
    case .insert, .move: ["at", "before"]
    case .change: ["to"]
    case .delete: []
    }
  }

  /// What follows the list.
  var form: String {
    switch self {
    case .insert: "RECORD --at N, or --before KEY"
    case .change: "KEY --to FIELDS"
    case .move: "KEY --at N, or --before KEY"
    case .delete: "KEY"
    }
  }

  static let wordsOfOthers: [String: RecordAction] = [
    "add": .insert, "append": .insert, "create": .insert, "new": .insert, "prepend": .insert, "push": .insert,
    "edit": .change, "patch": .change, "replace": .change, "set": .change, "update": .change,
    "order": .move, "reorder": .move, "sort": .move, "drop": .delete, "pop": .delete, "remove": .delete, "rm": .delete,
  ]
}

/// Records as they are written on a command line.
enum RecordInput {
  /// What `set` takes: a field of a record, the records of a list, something of a view, or whatever else is set.
  ///
  /// - Parameter isList: whether a name is that of a list. It is asked where `row["a"].hidden` may be of a view as
  ///   well.
  static func action(_ text: String, isList: (String) -> Bool = { _ in true }) throws(Failure) -> Op.Action {
    if let change = try change(text) {
      let ofView = try? TypedValue.viewSetting(text)
      guard case .records(let list, _) = change, let ofView, !isList(list) else { return change }
      return .set(ofView)
    }
    if let assignment = try TypedValue.viewSetting(text) { return .set(assignment) }
    if let records = try setting(text) { return .set(records) }
    return .set(try TypedValue.plainSetting(text))
  }

  /// `messages=[…]`, `messages=@FILE`: the records; nil for what means something else.
  static func setting(_ text: String) throws(Failure) -> Assignment? {
    guard text.contains("="), !TypedValue.isOfIdentifier(text) else { return nil }
    let (name, value) = try TypedValue.assignment(text)
    if value.first == "@" { return Assignment(.variable, of: name, to: .records(try records(value, allOf: name))) }
    guard value.first == "[" else { return nil }
    // A text may begin so as well.
    guard let records = try? list(Array(value.utf8), named: name) else {
      if value.dropFirst().first(where: { !$0.isWhitespace }) == "{" {
        _ = try list(Array(value.utf8), named: name)
      }
      return nil
    }
    return Assignment(.variable, of: name, to: .records(records))
  }

  /// `'messages["a"].unread=false'`: a field of one record; nil for what means something else.
  static func change(_ text: String) throws(Failure) -> Op.Action? {
    guard let open = text.firstRange(of: "[\""), let close = text.firstRange(of: "\"]."),
      open.upperBound <= close.lowerBound, !text[..<open.lowerBound].contains("="),
      let sign = text[close.upperBound...].firstIndex(of: "=")
    else { return nil }
    let (list, field) = (String(text[..<open.lowerBound]), String(text[close.upperBound..<sign]))
    // `row["a"].title.text` and `page.row["a"].#gap` are a view's.
    if list.contains(".") || field.contains(".") || field.hasPrefix("#") { return nil }
    let literal = "\"\(text[open.upperBound..<close.lowerBound])\""
    guard let key = try? JSON(parsing: Array(literal.utf8)).string else { return nil }
    let written = String(text[text.index(after: sign)...])
    let json = try? JSON(parsing: Array(written.utf8))
    let value = json.flatMap { SettableValue($0) } ?? .text(TypedValue.unquoted(written))
    return .records(list: list, .change(key: key, SettableRecord([(field, value)])))
  }

  /// Records as JSON: one, or several in a list; `@FILE` has them in a file.
  ///
  /// - Parameter name: of the list that they replace; then one is to stand in a list as well, since whoever has one
  ///   record nearly always wants to add it.
  static func records(_ text: String, allOf name: String? = nil) throws(Failure) -> [SettableRecord] {
    guard text.first == "@" else { return try list(Array(text.utf8), named: text) }
    let path = String(text.dropFirst())
    let bytes: [UInt8]
    do { bytes = try LayoutFiles.bytes(of: path) } catch {
      throw Failure(
        message: error.message, help: "behind '@' stands a file; a text that begins so stands in double quotes",
        code: error.code)
    }
    return try list(bytes, named: path, isFile: true, allOf: name)
  }

  private static func list(
    _ bytes: [UInt8], named name: String, isFile: Bool = false, allOf list: String? = nil
  ) throws(Failure) -> [SettableRecord] {
    let json: JSON
    do { json = try JSON(parsing: bytes, limits: .request) } catch {
      guard isFile else { throw Failure(message: "'\(name)' is no JSON: \(error)", code: .badValue) }
      let place = SourceText(name: name, bytes: bytes).position(of: Int32(clamping: error.offset))
      throw Failure(
        message: "\(name):\(place.line):\(place.column): this is no JSON: \(error.words)", code: .badValue)
    }
    switch json {
    case .array(let elements): return elements.map { SettableRecord($0) }
    case .object:
      guard let list else { return [SettableRecord(json)] }
      throw Failure(
        message: "'\(name)' is one record, and '\(list)' is set to a list of records: a JSON array of objects",
        help: "to add it: framewire record insert \(list) @\(name); to have it alone, put it into [ ]", code: .badValue)
    default: throw Failure(message: "'\(name)' is no list of records: a JSON array of objects", code: .badValue)
    }
  }

  static func place(_ invocation: Invocation) throws(Failure) -> RecordPlace? {
    if let key = invocation.value("before") {
      if invocation.value("at") != nil { throw .usage("a place is --at N or --before KEY") }
      return .before(key)
    }
    guard let text = invocation.value("at") else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw Failure(message: "'\(text)' is no place: places count from 0", code: .badValue)
    }
    return .index(number)
  }
}
