import LayoutSyntax

/// What a verb can print its answer as: the words that `--format` takes, the usual one first, and `--json` wherever one
/// of them is `json`.
package struct OutputFormat: Sendable {
  /// In the order in which they are told; what is printed without an option is the first.
  package let words: [String]
  /// What help says of them.
  let meaning: String

  package init(words: [String], meaning: String) {
    self.words = words
    self.meaning = meaning
  }

  static let solve = OutputFormat(
    words: ["table", "json"], meaning: "table, or json: the snapshot event of the protocol")
  static let test = OutputFormat(words: ["lines", "json"], meaning: "lines, or json: an object a test and one for all")
  static let check = OutputFormat(
    words: ["lines", "json"], meaning: "lines, or json: an array of the complaints")
  static let lint = OutputFormat(words: ["lines", "json"], meaning: "lines, or json: an array of the findings")
  static let explain = OutputFormat(
    words: ["table", "json"], meaning: "table, or json: the reply of the protocol's Explain")
  static let get = OutputFormat(words: ["table", "json"], meaning: "table, or json: the reply of the protocol's Get")
  static let scenes = OutputFormat(
    words: ["table", "json"], meaning: "table, or json: the scenes of the protocol's ListScenes")
  static let revisions = OutputFormat(
    words: ["table", "json"], meaning: "table, or json: the revisions of the protocol's Revisions")
  static let names = OutputFormat(words: ["lines", "json"], meaning: "lines, or json: an array of texts")
  static let version = OutputFormat(words: ["line", "json"], meaning: "line, or json: an object")
  static let stats = OutputFormat(words: ["table", "json", "prometheus"], meaning: "table, json or prometheus")
  static let doctor = OutputFormat(words: ["table", "json"], meaning: "table or json")

  /// Both ways to ask for one, for the table of verbs.
  package var options: [Verb.Option] {
    [
      Verb.Option(name: "format", value: "FORMAT", meaning: meaning, completion: .words(words)),
      Verb.Option(name: "json", meaning: "the same as --format json"),
    ]
  }

  /// The format that was asked for.
  ///
  /// - Throws: what is no format of the verb, and two that do not go together, with all that there are.
  package func choice(in invocation: Invocation) throws(Failure) -> String {
    let word = try Verb.choice("format", of: words, in: invocation)
    guard invocation.has("json") else { return word }
    guard word == "json" || !invocation.has("format") else {
      throw .usage("--json is --format json, and does not go with --format \(word)", help: "say one of the two")
    }
    return "json"
  }
}
