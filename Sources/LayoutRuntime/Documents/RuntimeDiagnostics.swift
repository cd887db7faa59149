import LayoutEngine
import LayoutModel
import LayoutSyntax

extension Diagnostic {
  fileprivate init(_ code: RuntimeCode, _ message: String, at place: Place?, notes: [Note] = []) {
    self.init(code.code, code.code.severity, message, at: place, notes: notes)
  }
}

/// What only the runtime can complain about: files that are not there, names that two files claim, values that
/// nothing reads.
extension Diagnostic {
  static func layoutTaken(_ name: String, by file: String, at place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      .nameTaken, "layout '\(name)' is already declared in \(file)", at: place,
      notes: [Note("the first file, by name, keeps the scene", at: first)])
  }

  static func previewTaken(_ preview: String, of layout: String, by file: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .nameTaken,
      "the scene of preview '\(preview)' would be called '\(layout)/\(preview)', as a layout in \(file) is", at: place)
  }

  /// - Parameter showsFrames: whether the file was good before, so that something of it is still shown.
  static func missingFile(_ path: String, showsFrames: Bool = false) -> Diagnostic {
    Diagnostic(
      .missingFile, "there is no file '\(path)'\(showsFrames ? " any more" : "")", at: nil,
      notes: showsFrames ? [Note("the last good frames stay until it is back")] : [])
  }

  static func unreadableFile(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(.unreadableFile, "cannot read '\(path)': \(reason)", at: nil)
  }

  /// Says the same whether there is a file or not.
  static func fileOutside(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileOutside,
      "'\(path)' leads out of the folders that are served, and nothing is read there", at: nil,
      notes: [Note("serve its folder as well; or copy it into one that is served")])
  }

  static func emptyFile(_ path: String) -> Diagnostic {
    Diagnostic(
      .emptyFile, "'\(path)' is empty", at: nil,
      notes: [Note("the last good frames stay until it declares a layout")])
  }

  /// What comes first is told all the same.
  ///
  /// - Parameter preview: of the layout; nil: it is the layout itself.
  static func tooMuchToCheck(_ layout: String, _ preview: String?, limit: SolveBudget, at place: Place) -> Diagnostic {
    let subject = preview.map { "preview '\($0)' of layout '\(layout)'" } ?? "layout '\(layout)'"
    return Diagnostic(
      .tooMuchToCheck,
      "\(subject) was not checked, nor what comes behind it: all layouts and previews of a file together take more than "
        + "\(limit.operations) operations", at: place,
      notes: [Note("help: put some of them into a file of their own")])
  }

  /// Said to whoever releases files that nobody holds any more.
  static func lateRelease(after limit: Duration) -> Diagnostic {
    Diagnostic(
      .lateRelease,
      "the hold was over after \(limit / .seconds(1)) seconds, and what changed in files took effect then", at: nil)
  }

  /// Said to whoever releases more than it holds.
  static func needlessRelease() -> Diagnostic {
    Diagnostic(
      .needlessRelease, "there is nothing to release: this connection holds no files",
      at: nil, notes: [Note("Hold and Release come over the same connection")])
  }

  /// In the words in which a file is told.
  static func unheard(_ setting: UnheardSetting) -> Diagnostic {
    Diagnostic(setting.code, .warning, setting.words, at: nil)
  }

  /// A text that was set from outside, and that nothing of the view shows.
  static func unshownText(of path: String, _ kind: ViewKind) -> Diagnostic {
    Diagnostic(
      ResolutionCode.unreadSetting.code, .warning,
      "'\(path)' is a \(kind.rawValue), which shows no text: it is only passed on", at: nil,
      notes: [Note("help: a text is that of a label, a button or an input")])
  }

  /// Beside those that are told one by one.
  static func unheard(more count: Int, in layout: String) -> Diagnostic {
    Diagnostic(
      ResolutionCode.unreadTrait.code, .warning,
      "nothing in layout '\(layout)' asks for \(count) more flags and traits that were set", at: nil)
  }

  /// Records that were set from outside, and that the file has no list for any more.
  static func lostRecords(_ table: RecordTable, of list: String, in layout: ResolvedLayout) -> Diagnostic {
    let count = table.records.count
    let records = count == 1 ? "a record that was" : "\(count) records that were"
    let declared = layout.lists.first { $0.name == list }
    let message =
      declared == nil
      ? "\(records) set in '\(list)' went, since there is no list of that name any more"
      : "\(records) set in '\(list)' went, since its records have other fields or another key now"
    return Diagnostic(
      .unfitRecords, message, at: nil,
      notes: [
        Note(
          declared == nil
            ? "to keep records, rename the field or list only while nothing is set in it"
            : "the file's own records are shown; set '\(list)' once more, with all fields")
      ])
  }

  /// A field of records that were set from outside, and that their list does not have so any more.
  static func goneField(_ field: String, of count: Int, in list: ListDeclaration) -> Diagnostic {
    let records = count == 1 ? "the value of '\(field)' in a record" : "the values of '\(field)' in \(count) records"
    let reason =
      list.type.index(of: field) == nil ? "the list has no such field any more" : "the field is of another type now"
    return Diagnostic(
      .unfitRecords, "\(records) that \(count == 1 ? "was" : "were") set in '\(list.name)' went, since \(reason)",
      at: nil, notes: [Note("a field with another name is another one; set '\(list.name)' once more, with all fields")])
  }

  /// Records that were set from outside before their list had these fields.
  static func emptyFields(
    _ fields: [RecordType.Field], of table: RecordTable, in list: ListDeclaration
  ) -> Diagnostic {
    let count = table.records.count
    let records = count == 1 ? "the record that was" : "the \(count) records that were"
    let values = fields.map { "'\($0.name)' is \($0.type.writtenEmpty)" }.joined(separator: ", ")
    return Diagnostic(
      .unfitRecords,
      "\(records) set in '\(list.name)' stay, and say nothing of a new field: \(values) where the file has no such record",
      at: nil,
      notes: [
        Note(
          "framewire record change \(list.name) KEY --to '{\"\(fields[0].name)\": …}' says it of one; or set "
            + "'\(list.name)' once more, with all fields")
      ])
  }

  /// Records that were set from outside, and come to more now than a layout may have.
  static func tooManyRecords(
    _ tables: [String: RecordTable], _ count: CopyCount, in layout: ResolvedLayout
  ) -> Diagnostic {
    let names = tables.keys.sorted()
    let lists = names.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .unfitRecords,
      "the records that were set in \(lists) are not shown: with them \(count.words)", at: nil,
      notes: [
        Note(
          "the file's own records are shown; framewire record delete \(names.first ?? "") KEY… takes some away until "
            + "there is room")
      ])
  }

  /// What was arranged from outside, and what the file has no place for any more.
  static func lostPlace(_ refusal: ViewForest.Refusal, in layout: ResolvedLayout) -> Diagnostic {
    let message =
      switch refusal.reason {
      case .noSuchView: "'\(refusal.view)' was arranged from outside, and there is no such view any more"
      case .noSuchStack(let stack):
        "'\(refusal.view)' was put into '\(stack)' from outside, which is no stack or list any more"
      case .insideItself(let stack):
        "'\(refusal.view)' was put into '\(stack)' from outside, which is inside of it now"
      }
    let isThere = refusal.reason != .noSuchView
    return Diagnostic(
      .lostPlace, message, at: nil,
      notes: isThere ? [Note("it is back where layout '\(layout.name)' has it")] : []
    ).about(isThere ? refusal.view : nil)
  }
}
