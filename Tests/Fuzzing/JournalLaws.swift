import Daemon
import JSONText
import LayoutRuntime
import Wire

/// Every byte of a journal is in an entry, in damage or behind a tear. What a record says leads a runtime nowhere it
/// breaks, and what that then remembers is written and read again as it was.
///
/// The bytes are read as a journal, and their lines as contents of one, as no fuzzer finds checksums.
public enum JournalLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    let text = JournalText(reading: bytes)
    let covered = text.entries.reduce(0) { $0 + $1.content.count + 11 } + text.damages.reduce(0) { $0 + $1.bytes.count }
    if covered + (text.tear.map { bytes.count - $0 } ?? 0) != bytes.count { found.append("bytes are in no entry") }

    let lines = bytes.split { $0 == 0x0A || $0 == 0x1E }.map { Array($0) }
    let written = JournalText(reading: lines.flatMap { JournalText.entry($0) })
    if written.entries.map(\.content) != lines || written.tear != nil { found.append("entries are not read back") }

    var runtime = Runtime(epoch: "e")
    for content in lines {
      guard let json = try? JSON(parsing: content), let record = MemoryRecord.reading(json).record else { continue }
      if let again = MemoryRecord.reading(record.json).record, again != record {
        found.append("a record is read back as another one: \(record)")
      }
      runtime.restore([record])
    }
    let kept = runtime.memory.records
    var again = Runtime(epoch: "e")
    again.restore(kept.compactMap { MemoryRecord.reading($0.json).record })
    if again.memory.records != kept { found.append("what is remembered is forgotten") }
    return found
  }
}
