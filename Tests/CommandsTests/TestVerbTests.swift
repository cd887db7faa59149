import DaemonHarness
import JSONText
import Posix
import Testing
import Wire

@Suite("Testing layouts from a shell") struct TestVerbTests {
  /// Runs the tool in the folder of fixtures, or in that of this package.
  private func run(_ arguments: String..., in folder: String = OfflineVerbTests.fixtures) throws -> ChildProcess {
    try ChildProcess.run(ServedFolder.tool, ["test"] + arguments, in: folder)
  }

  @Test func `a line a test, and below a failure the line of the file with what was found`() throws {
    let run = try run("tested.layout")

    #expect(
      run.outputText == """
        tested.layout
          ✓ tested: it waits below
          ✗ tested: it comes up
              --> tested.layout:12:14, after 50 ms
              12 |       expect panel.top == super.top + 10
                 |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ panel.top is 422, super.top + 10 is 10
                 view     kind  x    y  width  height
                 root     view  0    0    390     844
                   panel  box   0  422    390      64

        2 tests: 1 passed, 1 failed
        all frames of a failure: framewire test tested.layout --filter 'it comes up' --frames

        """)
    #expect(run.errorText == "")
    #expect(run.exit == .code(1))
  }

  @Test func `a test that expects nothing is told, and so is a step that moves nothing`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let text = """
      layout a {
        box b size 10 top 0 leading 0
        test "nothing" { set flag f }
        test "size" { set size 390, 844; expect b.width == 10 }
      }

      """
    try FileSystem.writeFile(FileSystem.join(folder, "a.layout"), Array(text.utf8))
    let run = try ChildProcess.run(ServedFolder.tool, ["test", "a.layout"], in: folder)

    #expect(
      run.outputText == """
        a.layout
          ✓ a: nothing
            it expects nothing, so it cannot fail; write `expect …`
          ✓ a: size
              --> a.layout:4:17
               4 |   test "size" { set size 390, 844; expect b.width == 10 }
                 |                 ^^^^^^^^^^^^^^^^^ this step changes nothing: all is shown as before
        2 tests: 2 passed

        """)
    #expect(run.exit == .code(0))
  }

  @Test func `a filter picks tests by a part of their name, and all that pass end with 0`() throws {
    let run = try run("tested.layout", "--filter", "WAITS")

    #expect(run.outputText == "tested.layout\n  ✓ tested: it waits below\n1 test: 1 passed\n")
    #expect(run.exit == .code(0))
  }

  @Test func `a filter that fits nothing is not a success`() throws {
    let run = try run("tested.layout", "--filter", "nonsense")

    #expect(run.exit == .code(66))
    #expect(run.errorText.contains("no test here has 'nonsense' in its name"))
  }

  @Test func `a file with errors is told apart from a test that fails`() throws {
    let run = try run("broken.layout", "tested.layout", "--filter", "waits")

    #expect(run.errorText.contains("error[E2003]"))
    #expect(run.outputText.hasSuffix("1 test: 1 passed, 1 file not tested because of errors\n"))
    #expect(run.exit == .code(1))
  }

  @Test func `for programs there is an object a test and one for all`() throws {
    let lines = try run("tested.layout", "--format", "json").outputText.split(separator: "\n")
    let objects = try lines.map { try JSON(parsing: Array($0.utf8)) }

    #expect(objects.count == 3)
    #expect(objects[0]["test"] == "it waits below" && objects[0]["passed"] == true && objects[0]["line"] == 8)
    let failure = try #require(objects[1]["failures"]?.array?.first)
    #expect(failure["message"] == "panel.top is 422, super.top + 10 is 10")
    #expect(failure["line"] == 12 && failure["column"] == 14 && failure["time"] == 50)
    #expect(failure["views"]?.array?.last == ["path": "panel", "frame": [0, 422, 390, 64]])
    #expect(objects[2] == ["passed": 1, "failed": 1, "notTested": []])
  }

  @Test func `a failure can be seen with all frames`() throws {
    let few = try run("tested.layout")
    let all = try run("tested.layout", "--frames")

    #expect(!few.outputText.contains("message") && all.outputText.contains("    message  label"))
  }

  @Test func `the layouts that people learn from keep what their tests say`() throws {
    let package = FileSystem.split(FileSystem.split(FileSystem.split(#filePath).directory).directory).directory
    let run = try run("Layouts", in: package)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    #expect(run.outputText.contains("Layouts/toast.layout\n  ✓ toast: the panel starts below the edge"))
  }
}
