import Wire

extension Verb {
  static let scroll = Verb(
    name: "scroll", summary: "scroll a view's content",
    arguments: [
      Argument(name: "VIEW", meaning: "the path of a vscroll, hscroll or list", completion: .names(.views)),
      Argument(name: "OFFSET", meaning: "Y, or X,Y, in points from rest; what is too far stops at the end"),
    ],
    options: [sceneOption] + ChangeManner.options + [.socket],
    examples: [
      ("framewire scroll page 120 --scene reader", "120 points down"),
      ("framewire scroll pictures 300,0", "300 points to the side"),
      ("framewire scroll page 0", "back to the beginning"),
    ],
    details: """
      The views in it keep their frames, which are relative to the content; the stream says how far it is scrolled. \
      Only what is tied to the guide scrollFrame moves.
      """
  ) { (invocation, console) throws(Failure) in
    let offset = try TypedValue.offset(invocation.arguments[1])
    let op = Op(.set(.scroll, of: invocation.arguments[0], to: offset))
    return try DaemonCalls.apply([op], to: invocation.value("scene"), invocation, console)
  }
}
