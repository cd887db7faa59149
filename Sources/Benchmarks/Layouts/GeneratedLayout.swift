import SolverWorkloads

/// A layout file of a wanted size, as people write them: a screen of sections, each a stack of cards, of list rows
/// or of form fields. The same size is the same text, on every machine.
///
/// Its first lines have two numbers to edit: `indent`, which moves the heading alone, and `unit`, which every section
/// is spaced by, so that it moves nearly all views.
struct GeneratedLayout: Sendable {
  /// Views in the text, the root included. As near to the wanted number as whole items come.
  let views: Int
  /// Both start at 8.
  var indent = 8
  var unit = 8

  /// Further lines of the layout's body.
  var additions = ""

  private let sections: String

  /// The layout's only scene.
  static let name = "screen"
  /// The path of a text that stands alone: the heading.
  static let text = "heading"
  /// The identified constraint that `indent` is the number of.
  static let constant = "indent"

  init(views wanted: Int) {
    var writer = SectionWriter()
    while writer.views < wanted { writer.writeSection(upTo: wanted) }
    views = writer.views
    sections = writer.text
  }

  var text: String {
    """
    // Generated: \(views) views.
    layout \(Self.name) size 390, 844 {
      let unit = \(unit)
      label heading "Overview" leading \(indent) #\(Self.constant) top 16 height 24
    \(additions)
    \(sections)}

    """
  }

  var bytes: [UInt8] { Array(text.utf8) }
}

/// Writes sections one below the other.
private struct SectionWriter {
  private(set) var text = ""
  /// The root and the heading are there already.
  private(set) var views = 2
  private var sections = 0
  private var random = Chance(state: 0x5EED_0F_F2A3E)

  /// By feel: what fits on a few screens before somebody makes a component of it.
  private static let itemsInSection = 16

  private static let words = [
    "account", "archive", "balance", "calendar", "delivery", "evening", "forecast", "garden", "harbour", "invoice",
    "journey", "kitchen", "library", "message", "network", "order", "payment", "quarter", "report", "summary",
  ]

  mutating func writeSection(upTo wanted: Int) {
    let name = "section\(sections)"
    let above = sections == 0 ? "heading" : "section\(sections - 1)"
    text += "  vstack \(name) gap unit below \(above) gap 2 * unit x fill margins {\n"
    views += 1
    for index in 0..<Self.itemsInSection where index == 0 || views < wanted {
      switch sections % 3 {
      case 0: writeCard(index)
      case 1: writeRow(index)
      default: writeField(index)
      }
    }
    text += "  }\n\n"
    sections += 1
  }

  private mutating func words(_ range: ClosedRange<Int>) -> String {
    let count = range.lowerBound + random.next(below: range.count)
    return (0..<count).map { _ in Self.words[random.next(below: Self.words.count)] }.joined(separator: " ")
  }

  private mutating func writeCard(_ index: Int) {
    text += """
          box card\(index) {
            bottom >= icon.bottom + unit
            bottom == subtitle.bottom + unit @high
            height == 0 @fitting
            box icon size \(32 + 4 * random.next(below: 4)) leading unit top unit
            label title "\(words(1...3))" lines: 1 shrink x top unit {
              leading == icon.trailing + unit
              trailing <= badge.leading - unit
            }
            box badge size 18 trailing unit top unit
            label subtitle "\(words(4...12))" lines: 0 leading == title.leading below title gap 4 {
              trailing <= open.leading - unit
            }
            button open "\(words(1...1))" trailing unit center y width 64..<140
            box line height 1 x fill bottom 0
          }

      """
    views += 7
  }

  private mutating func writeRow(_ index: Int) {
    text += """
          hstack row\(index) gap unit items center {
            box avatar size \(24 + 8 * random.next(below: 3))
            vstack names { label name "\(words(1...2))" lines: 1; label status "\(words(1...3))" lines: 1 }
            spacer width >= unit
            button call "\(words(1...1))" noshrink x
          }

      """
    views += 7
  }

  private mutating func writeField(_ index: Int) {
    text += """
          box field\(index) height \(28 + 4 * random.next(below: 3)) {
            label key "\(words(1...1))" lines: 1 leading 0 center y width 120
            input value leading == key.trailing + unit trailing 0 y fill inset 2
          }

      """
    views += 3
  }
}
