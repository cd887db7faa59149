internal import CDiagnosticsPage

/// What every code means, with examples: `Layouts/DIAGNOSTICS.md`, which is part of the program. Whoever asks for a
/// code reads the page as it is; nothing of it is remembered.
///
/// A section begins with a heading of the third level, which is the code, and ends with the next heading. Code stands
/// between fences, and a paragraph is one line.
struct DiagnosticsPage: Sendable {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The page of this program.
  static var shipped: DiagnosticsPage {
    let bytes = unsafe UnsafeBufferPointer(
      start: framewire_diagnostics_page(), count: framewire_diagnostics_page_count())
    return DiagnosticsPage(unsafe String(decoding: bytes, as: UTF8.self))
  }

  private static let heading = "### "

  /// In the order of the page.
  var codes: [String] { lines.filter { $0.hasPrefix(Self.heading) }.map { String($0.dropFirst(Self.heading.count)) } }

  /// What stands below the heading; nil where there is no such code.
  func section(of code: String) -> ArraySlice<Substring>? {
    guard let start = lines.firstIndex(where: { $0 == Self.heading + code }) else { return nil }
    return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
  }

  /// What stands between the fences of a section, a text each.
  func examples(of code: String) -> [String] {
    var examples: [String] = []
    var isCode = false
    for line in section(of: code) ?? [] {
      if line.hasPrefix("```") {
        isCode.toggle()
        if isCode { examples.append("") }
      } else if isCode {
        examples[examples.count - 1] += line + "\n"
      }
    }
    return examples
  }

  /// A word that stands for a code, in small letters as well: `e2004` is E2004. Nil: it is none of the page.
  ///
  /// A word that is like none is told without a look at the page.
  static func code(meantBy word: String) -> String? {
    let code = word.uppercased()
    return isLikeCode(code) && shipped.section(of: code) != nil ? code : nil
  }

  /// Whether a word is made like a code.
  static func isLikeCode(_ word: String) -> Bool {
    let letters = word.uppercased().utf8
    return letters.count > 1 && [UInt8(ascii: "E"), UInt8(ascii: "W")].contains(letters.first)
      && letters.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension HelpText {
  /// A section for a terminal: paragraphs are broken into lines, and code stands further in. Nil where there is no such
  /// code.
  static func section(of code: String, in page: DiagnosticsPage) -> ShownText? {
    guard let section = page.section(of: code) else { return nil }
    var lines = [code]
    var isCode = false
    for line in section {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lines.append("    \(line)")
      } else {
        lines += wrapped(withoutLinks(line))
      }
    }
    while lines.last == "" { lines.removeLast() }
    return ShownText(fit: lines.joined(separator: "\n"))
  }

  /// The words of links, without where they lead.
  private static func withoutLinks(_ line: Substring) -> String {
    let parts = line.split(separator: "](", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      var text = text
      if let open = text.lastIndex(of: "[") { text.remove(at: open) }
      return text + part.drop { $0 != ")" }.dropFirst()
    }
  }
}
