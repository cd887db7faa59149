import Framewire
import LayoutEngine
import LayoutModel
import LayoutSyntax

extension Suite {
  /// What it costs to say a layout in Swift, beside the same layout as a text.
  static let swift = Suite(name: "swift", summary: "layouts said in a program, against the same from text in memory") {
    options in
    var complaints: [String] = []
    var table = Table(
      "From nothing to frames, and one changed number",
      columns: [
        "views", "describe", "describe, solve", "text, solve", "ratio", "set, turn", "edit, read back", "ratio",
      ])
    for cards in [25, 250] {
      let repetitions = options.isQuick ? 3 : 15
      let described = Timing.of(repetitions: repetitions) { _ in consume(cardLayout(cards)) }
      let said = Timing.of(repetitions: repetitions) { _ in
        consume(cardLayout(cards).frames(width: 390, height: 844))
      }
      let layout = cardLayout(cards)
      let text = layout.text()
      let read = Timing.of(repetitions: repetitions) { _ in consume(solved(text)) }

      var scene = Scene(layout, size: Size(width: 390, height: 844))
      _ = scene.turn(at: .zero)
      let set = Timing.of(repetitions: repetitions) { number in
        do { try scene.set("lead", to: Double(number % 7 + 1)) } catch { complaints.append("\(error)") }
        _ = scene.turn(at: .milliseconds(number))
      }
      var direct = solved(text)
      let edited = Timing.of(repetitions: repetitions) { number in
        direct.inputs.constants["lead"] = [Double(number % 7 + 1)]
        consume(direct.solve(measuring: FixedMetrics()))
      }
      let views = direct.layout.views.count
      let frames = layout.frames(width: 390, height: 844)
      if scene.numbers(of: "lead") == nil || frames.diagnostics != [] { complaints.append("the cards have mistakes") }
      if frames.paths.count != views { complaints.append("\(frames.paths.count) views said, \(views) read") }
      table.add([
        grouped(views), time(described.median), time(said.median), time(read.median),
        ratio(said.median, to: read.median), time(set.median), time(edited.median),
        ratio(set.median, to: edited.median),
      ])
    }
    table.print()
    return complaints
  }

  private static func solved(_ text: String) -> LayoutScene {
    let tree = parse(SourceText(name: "cards.layout", bytes: Array(text.utf8)))
    let layout = resolve(tree).document.layouts[0]
    var inputs = SceneInputs(of: layout)
    (inputs.environment.width, inputs.environment.height) = (390, 844)
    var scene = LayoutScene(layout, inputs: inputs)
    scene.solve(measuring: FixedMetrics())
    return scene
  }
}

/// Cards of three views one below the other, some four constraints a view.
private func cardLayout(_ count: Int) -> Layout {
  Layout("cards") { screen in
    let cards = (0..<count).map { Box("card\($0)") }
    for (index, card) in cards.enumerated() {
      let title = Box("title\(index)"), note = Box("note\(index)"), badge = Box("badge\(index)")
      card {
        title.left == card.left + 8
        title.top == card.top + 8
        title.right <= badge.left - 8
        title.width == 120 ~ .high
        title.height == 20
        note.left == title.left
        note.top == title.bottom + 4
        note.right == card.right - 8
        note.height == 16
        badge.right == card.right - 8
        badge.centerY == title.centerY
        badge.size == Size(width: 18, height: 18)
        title
        note
        badge
      }
      card.width == screen.width - 20
      card.height == 60
      if index == 0 {
        (card.left == screen.left + 10).id("lead")
        card.top == screen.top + 10
      } else {
        card.left == cards[index - 1].left
        card.top == cards[index - 1].bottom + 4
      }
    }
  }
}

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never) private func consume<Value>(_ value: Value) {}
