import Drawing
import Frames
import Geometry
import Posix
import Testing

@testable import WebPreview

/// The page draws in a browser what the program draws in pictures: each has its tables, and here they are compared.
@Suite("The page's colours") struct ThemeTests {
  /// A file of the page.
  private func file(_ name: String) throws -> String {
    let folder = FileSystem.join(FileSystem.split(#filePath).directory, "../../Sources/CPageAssets/Page")
    return String(decoding: try FileSystem.readFile(FileSystem.join(folder, name)).bytes, as: UTF8.self)
  }

  /// The colours that stand in a file between two words, by name.
  private func colours(in text: String, from start: String, to end: String) throws -> [String: Colour] {
    let part = try #require(text.split(separator: start).last?.split(separator: end).first)
    var colours: [String: Colour] = [:]
    for match in part.matches(of: /(\w+): "#([0-9a-f]+)"/) {
      let digits = match.2.count == 6 ? match.2 + "ff" : match.2
      colours[String(match.1)] = Colour(try #require(UInt32(digits, radix: 16)))
    }
    return colours
  }

  @Test func `themes are those of the program`() throws {
    let text = try file("theme.js")
    for (name, theme) in [("LIGHT", Theme.light), ("DARK", Theme.dark)] {
      let expected = [
        "page": theme.page, "ink": theme.ink, "paleInk": theme.paleInk, "accent": theme.accent, "note": theme.note,
        "guide": theme.guide, "baseline": theme.baseline, "spare": theme.spare, "error": theme.error,
        "warning": theme.warning,
      ]
      #expect(try colours(in: text, from: "const \(name) = {", to: "};") == expected)
    }
  }

  @Test func `names of colours are those of the program, which has all of CSS`() throws {
    let answer = PageAssets(folder: nil)
    let served = answer.answer(to: "/a/\(answer.version)/colours.js")
    guard case .bytes(let bytes) = served.body else {
      Issue.record("\(served)")
      return
    }
    var colours: [String: Colour] = [:]
    for match in String(decoding: bytes, as: UTF8.self).matches(of: /\["(\w+)", "#([0-9a-f]{6})([0-9a-f]{2})?"\]/) {
      colours[String(match.1)] = Colour(try #require(UInt32(match.2 + (match.3 ?? "ff"), radix: 16)))
    }

    #expect(served.status == 200)
    #expect(colours == Palette.css)
    #expect(colours.count == 149)
    #expect(colours["tomato"] == Colour(0xFF63_47FF))
    #expect(colours["rebeccapurple"] == Colour(0x6633_99FF))
    #expect(colours["transparent"] == Colour(0))
  }

  @Test func `what is drawn as a stack is one in both`() throws {
    let text = try file("painter.js")
    let part = try #require(text.split(separator: "STACKS = new Set([").last?.split(separator: "]").first)
    let stacks = Set(part.matches(of: /"(\w+)"/).map { String($0.1) })
    let kinds = [
      "view", "box", "label", "button", "image", "input", "spacer", "vstack", "hstack", "vscroll", "hscroll", "list",
      "hflow", "vflow", "grid",
    ]
    for kind in kinds {
      var frames = FrameSet()
      for (number, kind) in ["view", kind].enumerated() {
        let frame = Frame(Rect(x: 0, y: 0, width: 100 - 50 * Double(number), height: 80))
        frames.views.append(
          ViewRecord(
            id: StreamID(UInt32(number)), path: "v\(number)", kind: kind, parent: number == 0 ? nil : StreamID(0),
            index: 0, frame: frame))
      }
      let isDashed = SceneDrawing(of: frames).artwork.marks.contains { mark in
        if case .box(let box) = mark { (box.stroke?.dash ?? 0) > 0 } else { false }
      }
      #expect(isDashed == stacks.contains(kind), "\(kind)")
    }
  }
}
