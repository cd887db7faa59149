import Wire

extension Verb {
  static let revisions = Verb(
    name: "revisions", summary: "list the last changes of a scene: when, why, and of how many views",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene's name, if several are open", isOptional: true, completion: .names(.scenes))
    ],
    options: [
      Option(name: "last", value: "N", meaning: "how many at most: 100, up to 4096"), .socket,
    ] + OutputFormat.revisions.options,
    examples: [
      ("framewire revisions login", "the number of each, its time, the views that changed, and its cause"),
      ("framewire revisions --last 1 login", "what happened last"),
    ],
    details: """
      The last 1024 revisions are kept, fewer when they are large. 'framewire call Snapshot' with '{"at":REV}' prints \
      what one of them showed, 'framewire subscribe --since REV' goes on from it.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.revisions.choice(in: invocation)
    let request = Request.revisions(scene: invocation.arguments.first, most: try count(invocation.value("last")))
    guard case .revisions(let revisions) = try DaemonCalls(invocation).call(request) else { throw .unexpectedAnswer }
    if format == "json" {
      console.print(json: Reply.Revision.text(of: revisions))
      return .success
    }
    if revisions.isEmpty { console.printAside("there is no revision yet") }
    let rows = revisions.map { revision in
      let views = revision.views.map { counted($0, "view") } ?? "all views"
      return ["\(revision.rev)", "\(revision.time) ms", views, (revision.cause ?? "what moves").shownOnTerminal]
    }
    let columns = Columns(rows)
    for row in rows { console.print("\(columns.line(row))") }
    return .success
  }

  private static func count(_ text: String?) throws(Failure) -> Int {
    guard let text else { return Request.usualRevisions }
    let counts = Request.revisionCounts
    guard let count = Int(text), counts.contains(count) else {
      throw .usage("--last is a whole number from \(counts.lowerBound) to \(counts.upperBound), not '\(text)'")
    }
    return count
  }
}
