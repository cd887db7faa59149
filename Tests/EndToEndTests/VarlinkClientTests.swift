import DaemonHarness
import Posix
import Testing

/// The whole path with nothing of ours at the other end: the built tool, a real folder, the unmodified varlink client
/// from PyPI. The stories are told in `varlink_client.py`.
@Suite("An unmodified varlink client") struct VarlinkClientTests {
  /// What a story of the script shows.
  enum Story: String, CaseIterable, CustomTestStringConvertible {
    case introspection, errors, snapshot, save, mistake
    case undoneMistake = "undone_mistake"
    case use, contents
    case twentySaves = "twenty_saves"
    case savesInAHurry = "saves_in_a_hurry"
    case sameBytes = "same_bytes"
    case editors, imports, deleted

    var testDescription: String {
      switch self {
      case .introspection: "introspects the service and finds its methods"
      case .errors: "gets errors with their parameters"
      case .snapshot: "gets the frames of a scene"
      case .save: "gets a delta when the file is saved"
      case .mistake: "is told of a mistake, keeps its frames, and hears when it is mended"
      case .undoneMistake: "hears that all is well when a mistake is undone, though nothing moved"
      case .use: "gets a delta when a configuration is switched"
      case .contents: "sees what a view shows change and go, as the example in Python does"
      case .twentySaves: "sees each of twenty saves"
      case .savesInAHurry: "ends with the last of twenty saves that nobody waited for"
      case .sameBytes: "hears nothing when the same bytes are saved again"
      case .editors: "gets one delta however an editor saves"
      case .imports: "gets new frames when an import of its layout changes"
      case .deleted: "keeps its frames when the file is deleted"
      }
    }
  }

  @Test(arguments: Story.allCases)
  func `what the client sees`(story: Story) throws {
    let python = try Python.path()
    let card = "layout card { box first leading 1 top 1 width 1 height 1 }\n"
    let folder = try ServedFolder(["card.layout": card])
    let script = Repository.path("Tests/EndToEndTests/varlink_client.py")

    let run = try ChildProcess.run(
      python, [script, folder.socket, folder.layouts, ServedFolder.tool, story.rawValue],
      timeout: ServedFolder.patience * 3)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)\n\(folder.daemon.outputText)")
  }
}
