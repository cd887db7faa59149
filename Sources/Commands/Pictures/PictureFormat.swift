/// What a picture is written as.
enum PictureFormat: String, CaseIterable {
  case cells, svg, png, apng, pdf, html

  /// Whether all that is drawn is one picture that moves.
  var isMoving: Bool { self == .apng }

  /// What `--format` asks for; else what the name of the file does; without a file characters, which a terminal shows.
  init(from invocation: Invocation) throws(Failure) {
    let words = Self.allCases.map(\.rawValue)
    let file = invocation.value("output").flatMap { $0 == "-" ? nil : $0 }
    if let word = invocation.value("format") {
      guard let format = Self(rawValue: word) else {
        throw .usage("--format is \(words.dropLast().joined(separator: ", ")) or html, not '\(word)'")
      }
      self = format
    } else if let file {
      let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init) ?? ""
      guard let format = ending == "txt" ? .cells : Self(rawValue: ending.lowercased()) else {
        throw .usage(
          "'\(file)' does not say what it is",
          help: "it ends in .svg, .png, .apng, .pdf, .html or .txt, or --format says")
      }
      self = format
    } else {
      self = .cells
    }
  }
}
