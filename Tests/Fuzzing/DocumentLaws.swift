import LayoutRuntime

/// Documents that import each other, saved one after the other in any state: what is shown in the end is what a runtime
/// shows that finds them on the disk, whether it does the work itself or hands it out.
///
/// The bytes are texts of files, each behind a line `//// name.layout`. A name that comes again is another save of that
/// file; one with nothing behind it is deleted.
public enum DocumentLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    let saves = saves(in: bytes)
    var edited = FuzzedWorld()
    var handedOut = FuzzedWorld(handingOutWork: true)
    for save in saves {
      edited.save(save.path, save.text)
      edited.turn()
      handedOut.save(save.path, save.text)
    }
    var fresh = FuzzedWorld()
    for (path, text) in edited.disk { fresh.save(path, text) }
    edited.settle()
    handedOut.settle()
    fresh.settle()

    var found = edited.findings + handedOut.findings + fresh.findings
    found += differences(&edited, &fresh, "saved one after the other")
    found += differences(&handedOut, &fresh, "worked out elsewhere")
    return found
  }

  private static func saves(in bytes: [UInt8]) -> [(path: String, text: [UInt8]?)] {
    var saves: [(path: String, text: [UInt8]?)] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: Array("//// ".utf8)) {
        // Few names, or hardly any file would be imported.
        if saves.count == 8 { break }
        saves.append((String(decoding: line.dropFirst(5).prefix(16), as: UTF8.self), nil))
      } else if !saves.isEmpty, !line.isEmpty || saves[saves.count - 1].text != nil {
        saves[saves.count - 1].text = (saves[saves.count - 1].text ?? []) + line + [0x0A]
      }
    }
    return saves
  }

  /// Where one shows something else than the other. Where a document has errors, only the older one may have something
  /// to show, and then keeps the names of its scenes from others.
  private static func differences(_ world: inout FuzzedWorld, _ fresh: inout FuzzedWorld, _ how: String) -> [String] {
    var found: [String] = []
    for summary in fresh.runtime.summaries where summary.status == .ok {
      let older = world.runtime.summaries.first { $0.name == summary.name }
      if let older, older.file != summary.file, older.status != .ok { continue }
      guard older?.status == .ok else {
        found.append("\(how), scene '\(summary.name)' is not there")
        continue
      }
      if world.picture(of: summary.name)?.seen != fresh.picture(of: summary.name)?.seen {
        found.append("\(how), scene '\(summary.name)' shows something else")
      }
    }
    return found
  }
}
