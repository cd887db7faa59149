import Testing

@testable import WebPreview

@Suite("What the preview is started with") struct PreviewOptionsTests {
  @Test func `nothing is written and nothing opened unless that was said`() throws {
    let options = try PreviewOptions(["preview", "Layouts"])
    #expect(!options.writes && options.editor == nil && options.folder == "Layouts")
    #expect(try PreviewOptions(["preview", "--write"]).writes)
  }

  @Test func `who may only look cannot write`() {
    #expect(throws: PreviewFailure.self) { _ = try PreviewOptions(["preview", "--write", "--read-only"]) }
  }

  @Test(arguments: ["", " ", "\t"]) func `an editor is a program`(_ text: String) {
    #expect(throws: PreviewFailure.self) { _ = try PreviewOptions(["preview", "--editor=\(text)"]) }
  }

  @Test(arguments: [
    ("code --goto", ["code", "--goto", "/a b/c.layout:12:3"]),
    ("emacsclient  +{line}:{column} {file}", ["emacsclient", "+12:3", "/a b/c.layout"]),
    ("vi {file}", ["vi", "/a b/c.layout"]),
    ("x --at={file}:{line}", ["x", "--at=/a b/c.layout:12"]),
    // There is no shell to read anything else than words.
    ("x $(id) ;rm {file}", ["x", "$(id)", ";rm", "/a b/c.layout"]),
  ])
  func `a place goes where the command says, else behind it`(_ text: String, _ words: [String]) throws {
    let command = try #require(try PreviewOptions(["preview", "--editor=\(text)"]).editor)
    #expect(PreviewOptions.words(command, "/a b/c.layout", line: 12, column: 3) == words)
  }

  @Test func `what is in a file's name stands for nothing`() throws {
    let command = try PreviewOptions.command("x {file} {line}")
    #expect(PreviewOptions.words(command, "/{line}/{file}", line: 1, column: 2) == ["x", "/{line}/{file}", "1"])
  }
}
