import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@Suite("The reference of the language") struct ReferenceTests {
  @Test func `the page is what the tables say`() {
    let path = Corpus.root.appendingPathComponent("Layouts/REFERENCE.md").path

    #expect(Golden.difference(of: LanguageReference.text, from: path) == nil)
  }

  @Test func `every word, type and property stands in it once`() {
    let lines = LanguageReference.text.split(separator: "\n")
    for word in Word.allCases where ![.none, .and, .or, .not].contains(word) {
      let own = lines.filter { $0.hasPrefix("| `\(word.rawValue)` |") || $0.hasPrefix("| `\(word.rawValue)` † |") }
      // A type may be called like nothing else, so one line is a word's.
      #expect(own.count == 1, "\(word.rawValue)")
    }
    for property in PropertyDescription.catalogue {
      #expect(lines.contains { $0.hasPrefix("| `\(property.name):` |") }, "\(property.name)")
    }
  }

  @Test func `every value that a clause, a trait or a property may have stands in it`() {
    var values = TraitDescription.catalogue.map(\.name)
    for trait in TraitDescription.catalogue { if case .word(let words) = trait.form { values += words } }
    for property in PropertyDescription.catalogue { if case .word(let words) = property.form { values += words } }
    values += TextStyle.allCases.map(\.rawValue) + ["title", "caption"] + TextWeight.allCases.map(\.rawValue)
    values += ItemsAlignment.allCases.map(\.rawValue) + Distribution.allCases.map(\.rawValue)
    values += ContentSize.allCases.map(\.rawValue) + Configuration.predefined

    let text = LanguageReference.text
    #expect(values.filter { !text.contains("`\($0)`") } == [])
  }

  @Test func `every step of a test says that it is one`() {
    let lines = LanguageReference.text.split(separator: "\n")
    for step in ["expect", "use", "set", "after", "settle"] {
      #expect(lines.contains { $0.hasPrefix("| `\(step)`") && $0.contains("in a test") }, "\(step)")
    }
  }
}
