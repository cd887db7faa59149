import DaemonHarness
import Posix
import Testing

/// `framewire watch` in a pseudo-terminal, with pyte from PyPI to see what it shows. The stories are told in
/// `watch_terminal.py`.
@Suite("A scene in the terminal") struct WatchTests {
  enum Story: String, CaseIterable, CustomTestStringConvertible {
    case saves = "shows_saves"
    case why = "says_why"
    case scenes = "goes_from_scene_to_scene"
    case cells = "is_as_large_as_the_terminal"
    case ends = "gives_the_terminal_back"
    case wrong = "says_what_is_wrong_before_it_begins"
    case small = "small_terminals"
    case pipe = "prints_to_a_pipe"

    var testDescription: String {
      switch self {
      case .saves: "is drawn anew when it is saved, and keeps its last good frames beside a mistake"
      case .why: "says why a view is where it is"
      case .scenes: "gives way to the next one"
      case .cells: "is as large as the terminal, in a copy that nobody else sees"
      case .ends: "gives the terminal back, also when it was killed"
      case .wrong: "that is not there is told before anything is shown"
      case .small: "has room in any terminal, whatever is typed"
      case .pipe: "is printed whenever it is at rest where nobody types"
      }
    }
  }

  @Test(arguments: Story.allCases)
  func `what the terminal shows`(story: Story) throws {
    let folder = try ServedFolder(["a.layout": "layout a size 240, 160 { box b left 40 top 64 width 80 height 48 }\n"])
    let run = try ChildProcess.run(
      Python.path(),
      [
        Repository.path("Tests/EndToEndTests/watch_terminal.py"), ServedFolder.tool, folder.layouts, folder.socket,
        story.rawValue,
      ], timeout: .seconds(120))
    #expect(run.exit == .code(0) && run.outputText == "done\n", "\(run.outputText)\(run.errorText)")
  }
}
