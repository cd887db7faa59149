import JSONText
import Testing

@Suite("Places in JSON") struct PlacedJSONTests {
  private static let limits = JSON.Limits(depth: 8)

  /// Every value and name below `value`, as the bytes at its place read.
  private static func parts(of value: PlacedJSON, in text: String) -> [String] {
    func bytes(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
    let below =
      value.elements?.flatMap { parts(of: $0, in: text) }
      ?? value.members?.flatMap { [bytes($0.nameRange)] + parts(of: $0.value, in: text) }
    return [bytes(value.range)] + (below ?? [])
  }

  @Test func `each value has its bytes, and each name those with its quotes`() throws {
    let text = #" {"é": [1, [], {"b": null}] , "c":"\u0041"} "#

    let value = try PlacedJSON(parsing: Array(text.utf8), limits: Self.limits)

    #expect(
      Self.parts(of: value, in: text) == [
        #"{"é": [1, [], {"b": null}] , "c":"\u0041"}"#, #""é""#, #"[1, [], {"b": null}]"#, "1", "[]", #"{"b": null}"#,
        #""b""#, "null", #""c""#, #""\u0041""#,
      ])
    #expect(value["c"]?.json == "A")
    #expect(value["c"]?.members == nil && value["d"] == nil)
  }

  @Test func `reading begins where it is told to, and places count from the first byte`() throws {
    let value = try PlacedJSON(parsing: [0xEF, 0xBB, 0xBF] + Array("[7]".utf8), from: 3, limits: Self.limits)

    #expect(value.range == 3..<6 && value.elements?.first?.range == 4..<5)
  }

  @Test(arguments: [(#"{"a": 1, "a": 2}"#, 9..<12), (#"{"a": {"a": 1, "\u0061": 2}}"#, 15..<23)])
  func `a name that stands twice in one object is refused where it stands again`(_ text: String, _ range: Range<Int>) {
    #expect(throws: JSONSyntaxError(.repeatedName, at: range)) {
      try PlacedJSON(parsing: Array(text.utf8), limits: Self.limits)
    }
  }
}

@Suite("JSON for people") struct JSONLinesTests {
  @Test func `what fits stands on one line, the rest is indented`() {
    let value: JSON = ["a": [1, 2, ["b": []]], "c": "0123456789", "d": [:]]

    #expect(
      value.lines(width: 80) { _ in false } == #"{ "a": [1, 2, { "b": [] }], "c": "0123456789", "d": {} }"# + "\n")
    #expect(
      value.lines(width: 28) { _ in false } == """
        {
          "a": [1, 2, { "b": [] }],
          "c": "0123456789",
          "d": {}
        }

        """)
  }

  @Test func `what is to be spread has lines of its own, and so has what is around it`() {
    let value: JSON = ["a": [["body": [1]]]]

    #expect(
      value.lines(width: 80) { $0["body"] != nil } == """
        {
          "a": [
            {
              "body": [1]
            }
          ]
        }

        """)
  }
}
