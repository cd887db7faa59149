import JSONText
import TestSupport
import Testing

private func parse(_ text: String, limits: JSON.Limits = JSON.Limits()) throws(JSONSyntaxError) -> JSON {
  try JSON(parsing: Array(text.utf8), limits: limits)
}

private func written(_ write: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter()
  write(&writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite("Reading JSON") struct JSONReadingTests {
  @Test func `every kind of value is read`() throws {
    let value = try parse(#" {"a": [1, -2.5e3, true, false, null], "b": {"c": "d"}, "": ""} "#)

    #expect(value == ["a": [1, -2500, true, false, nil], "b": ["c": "d"], "": ""])
  }

  /// Room for the rest is guessed from the first elements: too little, too much, and for nothing.
  @Test(arguments: [15, 16, 17, 9000])
  func `an array of any length is read, whatever its first elements look like`(_ count: Int) throws {
    let numbers = (0..<count).map { JSON.number(Double($0)) }

    #expect(try parse("[" + (0..<count).map(String.init).joined(separator: ",") + "]") == .array(numbers))
    #expect(
      try parse("[" + String(repeating: "null , ", count: count) + "[0, 1]]")
        == .array(Array(repeating: .null, count: count) + [[0, 1]]))
  }

  @Test func `of members with one name the last wins`() throws {
    #expect(try parse(#"{"a":1,"b":2,"a":3}"#)["a"] == 3)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u6f22\ud83d\udc4d\u0000""#, "é漢👍\u{0}"),
    (#""é漢👍""#, "é漢👍"), (#""a\u0041é\n""#, "aAé\n"),
  ])
  func `escapes stand for their characters`(_ text: String, _ expected: String) throws {
    #expect(try parse(text) == .string(expected))
  }

  @Test(
    arguments: [
      ("", nil, 0), ("{", nil, 1), (#"{"a""#, nil, 4),
      (#"{"a" 1}"#, .expectedColon, 5),
      (#"{"a":1 "b"}"#, .expectedCommaOrBrace, 7), (#"{"a":1,}"#, .expectedName, 7), ("{a:1}", .expectedName, 1),
      ("[1,]", .expectedValue, 3), ("[1 2]", .expectedCommaOrBracket, 3), ("[1", nil, 2),
      ("1 2", .expectedEnd, 2), ("nul", nil, 3), ("nulL", .expectedValue, 0), ("NaN", .expectedValue, 0),
      ("-Infinity", .malformedNumber, 0), ("Infinity", .expectedValue, 0), ("01", .malformedNumber, 0),
      ("+1", .expectedValue, 0),
      ("1. ", .malformedNumber, 0), (".5", .expectedValue, 0), ("-", nil, 1), ("1e", nil, 2),
      ("1e+ ", .malformedNumber, 0), ("1e999", .numberNotFinite, 0), ("[-1e999]", .numberNotFinite, 1),
      ("1e18446744073709551616", .numberNotFinite, 0),
      ("0x10", .expectedEnd, 1), ("'a'", .expectedValue, 0), ("\"a\nb\"", .controlCharacter, 2),
      ("\"a", nil, 2),
      (#""\x""#, .malformedEscape, 1), (#""\u12g4""#, .malformedEscape, 5), (#""\ud800""#, .loneSurrogate, 1),
      (#""\udc00\ud800""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
      ("\u{feff}1", .expectedValue, 0),
      ("/**/1", .expectedValue, 0),
    ] as [(String, JSONSyntaxError.Reason?, Int)])
  func `what RFC 8259 does not have is refused with its place, and so is a text that ends too early`(
    _ text: String, _ reason: JSONSyntaxError.Reason?, _ offset: Int
  ) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }

    #expect(error.isAtEnd == (reason == nil))
    #expect(
      error.description == "\(reason?.rawValue ?? "the text ends in the middle of a value") at byte \(offset)")
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
  func `strings that are not UTF-8 are refused`(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")

    for ending in ["", "\\n"] {
      let text = bytes + Array(ending.utf8)
      #expect(throws: JSONSyntaxError(.invalidUTF8, at: 1..<1 + text.count)) {
        try JSON(parsing: [quote] + text + [quote])
      }
    }
  }

  @Test func `thirty-two levels are read, one more is refused where it begins`() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }

    #expect(throws: Never.self) { try parse(nested(32)) }
    #expect(throws: JSONSyntaxError(.tooDeep, at: 32..<32)) { try parse(nested(33)) }
    #expect(throws: JSONSyntaxError(.tooDeep, at: 32..<32)) { try parse(String(repeating: "[", count: 100_000)) }
    #expect(throws: JSONSyntaxError(.tooDeep, at: 160..<160)) {
      try parse(String(repeating: #"{"a":"#, count: 100_000))
    }
  }

  @Test func `the number of values is limited, so that a small text cannot become a large value`() {
    let limits = JSON.Limits(depth: 32, values: 4)

    #expect(throws: Never.self) { try parse("[0,0,0]", limits: limits) }
    #expect(throws: JSONSyntaxError(.tooManyValues, at: 7..<7)) { try parse("[0,0,0,0]", limits: limits) }
  }

  @Test(arguments: [
    "0", "-0", "1", "9007199254740993", "18446744073709551616", "0.1", "1e22", "1e23", "123456789012345678901234567890",
    "2.2250738585072011e-308", "4.9e-324", "1e-400", "1.7976931348623157e308", "0.000001", "6.02214076E+23", "1e-22",
    "179769313486231570000000000000000000000e270", "100000000000000000000000000000000000000000e-41",
    "7205759403792793e1",
    "9007199254740993e0", "1e0000000000000000000000000001", "0e99999999999999999999",
    "1e-18446744073709551616", "5e-999999999999999999",
  ])
  func `numbers are rounded as the standard library rounds them`(_ text: String) throws {
    #expect(try parse(text).number?.bitPattern == Double(text)?.bitPattern)
  }

  @Test func `a number may have any number of digits`() throws {
    let digits = "1." + String(repeating: "3", count: 100_000)

    #expect(try parse(digits).number == Double(digits))
    #expect(throws: JSONSyntaxError(.numberNotFinite, at: 0..<100_000)) {
      try parse(String(repeating: "9", count: 100_000))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `random decimals are rounded correctly`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let digits = (0..<Int.random(in: 1...21, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      let text =
        "1\(digits.joined()).\(Int.random(in: 0...99_999_999, using: &random))e\(Int.random(in: -40...40, using: &random))"

      #expect(try parse(text).number?.bitPattern == Double(text)?.bitPattern, "seed \(seed): \(text)")
    }
  }
}

@Suite("Writing JSON") struct JSONWritingTests {
  @Test func `commas stand between members and elements only`() {
    let text = written { writer in
      writer.beginObject()
      writer.name(literal: "a")
      writer.value([1, 2])
      writer.name("b")
      writer.beginArray()
      writer.endArray()
      writer.name("c")
      writer.beginObject()
      writer.endObject()
      writer.name("d")
      writer.null()
      writer.endObject()
    }

    #expect(text == #"{"a":[1,2],"b":[],"c":{},"d":null}"#)
  }

  @Test func `quotes, backslashes and control characters are escaped, nothing else`() {
    #expect(written { $0.string("\"\\\n\r\t\u{0}\u{1f}\u{7f}/é漢👍") } == "\"\\\"\\\\\\n\\r\\t\\u0000\\u001f\u{7f}/é漢👍\"")
  }

  @Test(
    arguments: [
      (0, "0"), (64, "1"), (-64, "-1"), (1, "0.015625"), (-1, "-0.015625"), (32, "0.5"), (16, "0.25"), (8, "0.125"),
      (4, "0.0625"), (2, "0.03125"), (10896, "170.25"), (6400, "100"), (.max, "33554431.984375"), (.min, "-33554432"),
      (-2_147_483_647, "-33554431.984375"),
    ] as [(Int32, String)])
  func `sixty-fourths are written exactly`(_ value: Int32, _ expected: String) {
    #expect(written { $0.sixtyFourths(value) } == expected)
  }

  @Test func `each sixty-fourth is the shortest decimal that reads back`() throws {
    for value in Int32(-300)...300 {
      let text = written { $0.sixtyFourths(value) }
      var shortest = (Double(value) / 64).description
      if shortest.hasSuffix(".0") { shortest.removeLast(2) }
      if shortest == "-0" { shortest = "0" }

      #expect(text == shortest)
    }
  }

  @Test(arguments: [
    (0.1, "0.1"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0.0"), (81234.5, "81234.5"),
    (1e15, "1000000000000000"),
    (9_007_199_254_740_991, "9007199254740991"), (-33_554_432.5, "-33554432.5"),
  ])
  func `other numbers are as short as they can be`(_ value: Double, _ expected: String) {
    #expect(written { $0.number(value) } == expected)
  }

  @Test(arguments: [4, 5, 6] as [UInt64]) func `what is written reads back as the same bits`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = written { $0.number(value) }

      #expect(try parse(text).number?.bitPattern == value.bitPattern, "seed \(seed): \(text)")
    }
    for value in [Int.min, .max, 0, -1, 9, 10, 99, 100, 1_000_000_007] {
      #expect(written { $0.integer(value) } == value.description)
    }
  }
}
