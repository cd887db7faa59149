import Testing

@Suite("Comparing output with a page") struct OutputPatternTests {
  @Test(arguments: [
    ("revision 2", "revision 2", true), ("revision 2", "revision 21", false),
    (#""epoch":"…","rev":1"#, #""epoch":"k3f9","rev":1"#, true), ("a…", "a", true), ("a…c", "abcd", false),
    ("…b…b", "ab", false), ("…b…b", "abb", true),
  ])
  func `an ellipsis in a line stands for any text`(pattern: String, line: String, isSame: Bool) {
    #expect(OutputPattern.matches(pattern, line) == isSame)
  }

  @Test func `an ellipsis as a line stands for any number of lines`() {
    let pattern = OutputPattern(lines: ["a", "…", "b"])

    #expect(pattern.matches(["a", "b"]))
    #expect(pattern.matches(["a", "x", "b", "y", "b"]))
    #expect(!pattern.matches(["a", "b", "y"]))
    #expect(!pattern.matches(["b"]))
  }

  @Test func `what follows the last line shown is left for the next block`() {
    let pattern = OutputPattern(lines: ["…", "b"])

    #expect(pattern.prefixes(of: ["a", "b", "c", "b"]).first == 2)
    #expect(pattern.prefixes(of: ["a", "c"]).isEmpty)
  }
}

@Suite("Reading console blocks") struct TranscriptTests {
  @Test func `commands, their output, terminals and interrupts are steps in order`() {
    let page = """
      Text with `$ no command`.
      ```console one
      $ serve
      watching
      ```
      ```console
      $ cat \\
        file
      line
      $ true
      ```
      ```sh
      $ not run
      ```
      ```console one
      changed
      ^C
      stopped
      ```
      """

    #expect(
      Transcript(page: page).steps == [
        .init(action: .start("serve", terminal: "one"), output: ["watching"], line: 3),
        .init(action: .run("cat \\\n  file"), output: ["line"], line: 7),
        .init(action: .run("true"), line: 10),
        .init(action: .read(terminal: "one"), output: ["changed"], line: 15),
        .init(action: .interrupt(terminal: "one"), output: ["stopped"], line: 17),
      ])
  }
}
