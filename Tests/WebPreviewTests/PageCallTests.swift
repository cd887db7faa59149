import JSONText
import Testing
import WebPreview
import Wire

@Suite("What pages may ask for") struct PageCallTests {
  private static let page = "00112233445566778899aabbccddeeff"

  private func body(_ method: String, _ parameters: String = "{}", page: String = page) -> [UInt8] {
    Array(#"{"page":"\#(page)","method":"\#(method)","parameters":\#(parameters)}"#.utf8)
  }

  @Test func `a call is passed on as it is`() throws {
    let asked = try PageCall.forwarded(body("Apply", #"{"scene":"a","ops":[{"op":"reset"}]}"#), isReadOnly: false)

    #expect(asked.page == Self.page)
    #expect(asked.call.method == "io.framewire.v1.Apply")
    #expect(JSON.object(asked.call.parameters).text == #"{"scene":"a","ops":[{"op":"reset"}]}"#)
    #expect(!asked.call.more && !asked.call.upgrade && !asked.call.oneway)
  }

  /// Whoever could load would read files, and whoever could subscribe would take the line over.
  @Test(arguments: [
    "Load", "Check", "Reload", "Unload", "Forget", "Hold", "Release", "Subscribe", "Stream", "Debug", "Stats", "apply",
    "", "io.framewire.v1.Apply", "org.varlink.service.GetInfo",
  ])
  func `other methods are not passed on`(method: String) {
    #expect(throws: PageCall.Refusal.notAllowed(method: method)) {
      _ = try PageCall.forwarded(body(method), isReadOnly: false)
    }
  }

  @Test func `who may only look changes nothing`() throws {
    for method in ["ListScenes", "Snapshot", "Revisions", "Get", "Explain", "Sync"] {
      _ = try PageCall.forwarded(body(method), isReadOnly: true)
    }
    for method in ["Apply", "Open", "Close", "Clock"] {
      #expect(throws: PageCall.Refusal.notAllowed(method: method)) {
        _ = try PageCall.forwarded(body(method, #"{"private":true}"#), isReadOnly: true)
      }
    }
  }

  @Test func `scenes are opened for the page alone`() throws {
    _ = try PageCall.forwarded(body("Open", #"{"layout":"a","scene":"b","private":true}"#), isReadOnly: false)
    for parameters in ["{}", #"{"private":false}"#, #"{"private":1}"#, #"{"private":true,"private":false}"#] {
      #expect(throws: PageCall.Refusal.forbidden("a page opens private scenes only")) {
        _ = try PageCall.forwarded(body("Open", parameters), isReadOnly: false)
      }
    }
  }

  @Test(arguments: ["", "1", "00112233445566778899aabbccddeefg", "00112233445566778899aabbccddeeff00"])
  func `a page has a number that nobody guesses`(page: String) {
    #expect(throws: PageCall.Refusal.malformed("page")) {
      _ = try PageCall.forwarded(body("Get", page: page), isReadOnly: false)
    }
  }

  @Test(arguments: ["", "{", "[]", "null", "{}", #"{"page":1}"#])
  func `what is no call is refused`(text: String) {
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.forwarded(Array(text.utf8), isReadOnly: false) }
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.followed(Array(text.utf8)) }
  }

  @Test func `each scene is followed from where the page stands`() throws {
    let text = #"{"page":"\#(Self.page)","scenes":[{"scene":"a"},{"scene":"b/c","epoch":"e","since":7}]}"#
    let followed = try PageCall.followed(Array(text.utf8))

    #expect(followed.calls.map(\.scene) == ["a", "b/c"])
    let requests = try followed.calls.map { try Request($0.call) }
    guard case .subscribe(let first) = requests[0], case .subscribe(let second) = requests[1] else {
      Issue.record("\(requests)")
      return
    }
    #expect(first.scene == "a" && first.epoch == nil && first.since == nil && first.diagnostics == true)
    #expect(second.scene == "b/c" && second.epoch == "e" && second.since == 7)
    #expect(followed.calls.allSatisfy { $0.call.more })
  }

  @Test func `no more than so many scenes are followed at once`() throws {
    func text(_ count: Int) -> [UInt8] {
      let scenes = (0..<count).map { #"{"scene":"s\#($0)"}"# }.joined(separator: ",")
      return Array(#"{"page":"\#(Self.page)","scenes":[\#(scenes)]}"#.utf8)
    }
    #expect(try PageCall.followed(text(PageCall.mostScenes)).calls.count == PageCall.mostScenes)
    #expect(throws: PageCall.Refusal.malformed("scenes")) { _ = try PageCall.followed(text(PageCall.mostScenes + 1)) }
  }

  // MARK: Writing and opening

  private func write(_ changes: String...) -> [UInt8] {
    var members = [
      "page": "\"\(Self.page)\"", "scene": #""a""#, "kind": #""constant""#, "name": ##""#gap""##, "old": #"["8"]"#,
      "new": #"["12"]"#,
    ]
    for change in changes {
      let parts = change.split(separator: "=", maxSplits: 1)
      members[String(parts[0])] = parts.count == 2 ? String(parts[1]) : nil
    }
    return Array("{\(members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
  }

  @Test func `a page names the value that it writes, and never a file`() throws {
    let asked = try PageCall.written(write(#"file="/etc/passwd""#))
    #expect(asked.scene == "a" && asked.name == "#gap" && asked.kind == "constant")
    #expect(asked.old == ["8"] && asked.new == ["12"])
  }

  @Test(arguments: [
    "page", "scene", "name", "kind", "old", "new", #"kind="flag""#, #"kind="file""#, "new=[]", "new=[1]", #"new="1""#,
    #"new=["1","2"]"#, #"old=["1","2"]"#, "name=1", "page=1",
  ])
  func `what is no value of a file is not written`(_ change: String) {
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.written(write(change)) }
  }

  @Test func `what is written is short`() throws {
    func text(_ count: Int) -> String { #"new=["\#(String(repeating: "1", count: count))"]"# }
    _ = try PageCall.written(write(text(PageCall.longestLiteral)))
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.written(write(text(PageCall.longestLiteral + 1))) }
    let five = #"["1","2","3","4","5"]"#
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.written(write("old=\(five)", "new=\(five)")) }
  }

  @Test func `a place in a file is a line and a column of a scene's`() throws {
    func body(_ line: String, _ column: String, file: String = #""a.layout""#) -> [UInt8] {
      Array(#"{"page":"\#(Self.page)","scene":"a","file":\#(file),"line":\#(line),"column":\#(column)}"#.utf8)
    }
    let asked = try PageCall.opened(body("12", "3"))
    #expect(asked.file == "a.layout" && asked.line == 12 && asked.column == 3)
    for (line, column) in [
      ("0", "1"), ("1", "0"), ("-1", "1"), ("1.5", "1"), (#""1""#, "1"), ("1e99", "1"), ("null", "1"),
    ] {
      #expect(throws: PageCall.Refusal.self) { _ = try PageCall.opened(body(line, column)) }
    }
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.opened(body("1", "1", file: "1")) }
    #expect(throws: PageCall.Refusal.self) { _ = try PageCall.opened(body("1", "1", file: #""""#)) }
  }
}
