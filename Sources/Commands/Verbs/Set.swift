import LayoutModel
import Wire

extension Verb {
  static let set = Verb(
    name: "set", summary: "set ids, variables, flags and views while a scene runs",
    arguments: [
      Argument(
        name: "WHAT",
        meaning:
          "'#id=16', '#id=1,2,3,4', '#id@high', '#id*0.5', '#id=off', name=3, name=Hi, list=@FILE, flag, flag=off, "
          + "VIEW.text=Hi, VIEW.hidden, VIEW.hidden=off, VIEW.scroll=Y, VIEW.config=NAME, VIEW.intrinsic=WIDTH,HEIGHT; "
          + "NAME= takes it back",
        repeats: true)
    ],
    options: [sceneOption] + ChangeManner.options + [.socket],
    examples: [
      ("framewire set '#gap=16' --scene card", "the constant of the constraint #gap"),
      ("framewire set '#gap@low' '#half*0.25'", "the priority of #gap, the factor of #half"),
      ("framewire set '#gap=off'", "#gap is out of force; '#gap=on' brings it back"),
      ("framewire set columns=3", "the variable columns"),
      ("framewire set greeting='Good evening' tint='#ff8800' speed=400ms", "a text, a colour and a duration"),
      ("framewire set messages=@inbox.json", "the records of the list messages, from a file of JSON"),
      (#"framewire set 'messages["a"].unread=false'"#, "one field of one record"),
      ("framewire set editing", "the flag editing; editing=off takes it away"),
      ("framewire set title.text='Good evening' badge.hidden", "a view's text, and another view out of sight"),
      ("framewire set '#gap=' title.text=", "back to what the file says"),
      ("framewire set columns=2 --animate --wait settled", "ends when everything has arrived"),
    ],
    details: "Everything on one line is set at once: one solve, one delta, or nothing when one of them is wrong."
  ) { (invocation, console) throws(Failure) in
    // Asked once, and only where it matters. Where nobody can be asked, what follows says why.
    lazy var lists = try? DaemonCalls(invocation).lists(of: invocation.value("scene"))
    func isList(_ name: String) -> Bool { lists?.contains { $0.list.name == name } ?? true }
    var ops: [Op] = []
    for text in invocation.arguments { ops.append(Op(try RecordInput.action(text, isList: isList))) }
    return try DaemonCalls.apply(ops, to: invocation.value("scene"), invocation, console) {
      (applied, daemon) throws(Failure) in
      if applied.warnings.contains(where: { $0.code == ResolutionCode.unreadFlag.rawValue }) {
        try tellOfValuesWithoutSign(invocation, daemon, console)
      }
    }
  }

  /// Says how a variable, or the text of a view, is set whose name became a flag that nothing asks for:
  /// `set title Hello`.
  private static func tellOfValuesWithoutSign(
    _ invocation: Invocation, _ daemon: DaemonCalls, _ console: Console
  ) throws(Failure) {
    let names = invocation.arguments.filter { !$0.contains("=") && !$0.contains("#") }
    guard case .values(let values) = try daemon.call(.get(scene: invocation.value("scene"), names: [])) else {
      throw .unexpectedAnswer
    }
    let variables = Set(values.filter { $0.settable == .variable }.map(\.name))
    let views = Set(try daemon.viewPaths(of: invocation.value("scene")))
    for name in names where TypedValue.traitWords.contains(name) {
      console.printAside("  the trait is set by framewire trait \(name)")
    }
    for name in names where variables.contains(name) {
      console.printAside("  the variable is set by framewire set \(name)=VALUE")
    }
    for name in names where !variables.contains(name) && views.contains(name) {
      console.printAside("  the text of the view is set by framewire set \(name).text=VALUE")
    }
  }

  static let sceneOption = Option(
    name: "scene", value: "SCENE", meaning: "which scene, if several are open", completion: .names(.scenes))
}

extension Verb {
  static let resize = Verb(
    name: "resize", summary: "give a scene another size",
    arguments: [
      Argument(name: "SCENE", meaning: "a scene's name", completion: .names(.scenes)),
      Argument(name: "WxH", meaning: "in points; _ wraps the content"),
    ], options: ChangeManner.options + [.socket],
    examples: [
      ("framewire resize login 844x390", "as on a phone turned on its side"),
      ("framewire resize card 320x_", "as high as its content asks"),
    ]
  ) { (invocation, console) throws(Failure) in
    let size = try TypedValue.size(invocation.arguments[1])
    let op = Op(.set(size))
    return try DaemonCalls.apply([op], to: invocation.arguments[0], invocation, console)
  }

  static let trait = Verb(
    name: "trait", summary: "set traits of a scene",
    arguments: [
      Argument(
        name: "TRAIT", meaning: "compact.y, dark, rtl, phone, or NAME=VALUE; NAME= takes it back", repeats: true,
        completion: .words(TypedValue.traitWords))
    ],
    options: [sceneOption] + ChangeManner.options + [.socket],
    examples: [
      ("framewire trait dark --scene login", "the dark style"),
      ("framewire trait sizeClass.y=compact rtl", "two at once"),
      ("framewire trait style=", "back to what the file says"),
    ]
  ) { (invocation, console) throws(Failure) in
    var ops: [Op] = []
    for text in invocation.arguments { ops.append(Op(.set(try TypedValue.trait(text)))) }
    return try DaemonCalls.apply(ops, to: invocation.value("scene"), invocation, console)
  }
}
