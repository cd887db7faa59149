import JSONText

extension Reply {
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .info(let info): info.writeMembers(to: &writer)
    case .interfaceDescription(let text): writer.member("description", text)
    case .done(let warnings): if !warnings.isEmpty { writer.member("warnings", warnings) }
    case .layoutRev(let revision, let warnings):
      writer.member("layoutRev", revision)
      if !warnings.isEmpty { writer.member("warnings", warnings) }
    case .rev(let revision): writer.member("rev", revision)
    case .scenes(let scenes): writer.member("scenes", scenes)
    case .loaded(let scenes): writer.member("scenes", scenes)
    case .forgotten(let scenes, let warnings):
      writer.member("scenes", scenes)
      if !warnings.isEmpty { writer.member("warnings", warnings) }
    case .event(let event): writer.member("event", event)
    case .streaming(let epoch):
      writer.member("epoch", epoch)
      writer.member("encoding", BinaryMessage.encoding)
    case .revisions(let revisions): writer.member("revisions", revisions)
    case .applied(let applied):
      writer.member("rev", applied.rev)
      writer.member("layoutRev", applied.layoutRev)
      if !applied.warnings.isEmpty { writer.member("warnings", applied.warnings) }
    case .synced(let synced):
      writer.member("rev", synced.rev)
      writer.member("layoutRev", synced.layoutRev)
      writer.member("state", synced.state)
      writer.member("diagnostics", synced.diagnostics)
    case .holds(let count, let warnings):
      writer.member("holds", count)
      if !warnings.isEmpty { writer.member("warnings", warnings) }
    case .clock(let clock):
      writer.member("time", clock.time)
      writer.member("running", clock.running)
    case .values(let values): writer.member("values", values)
    case .explained(let explained): explained.writeMembers(to: &writer)
    case .diagnostics(let diagnostics): writer.member("diagnostics", diagnostics)
    case .stats(let metrics): writer.member("metrics", metrics)
    case .dump(let text): writer.member("text", text)
    }
  }

  /// - Throws: when a field is missing or mistyped, or the method is one that has no typed answer yet.
  init(to method: Method, fields: JSONFields) throws(MistypedField) {
    switch method {
    case .getInfo: self = .info(try Info(fields: fields))
    case .getInterfaceDescription: self = .interfaceDescription(try fields.required("description"))
    case .close, .unload: self = .done(warnings: try fields.optional("warnings") ?? [])
    case .open, .reload:
      self = .layoutRev(try fields.required("layoutRev"), warnings: try fields.optional("warnings") ?? [])
    case .update: self = .rev(try fields.required("rev"))
    case .listScenes: self = .scenes(try fields.required("scenes"))
    case .load: self = .loaded(try fields.required("scenes"))
    case .forget:
      self = .forgotten(try fields.required("scenes"), warnings: try fields.optional("warnings") ?? [])
    case .snapshot, .subscribe: self = .event(try fields.required("event"))
    case .stream:
      guard try fields.required("encoding") == BinaryMessage.encoding else { throw MistypedField(path: "encoding") }
      self = .streaming(epoch: try fields.required("epoch"))
    case .revisions: self = .revisions(try fields.required("revisions"))
    case .apply:
      self = .applied(
        Applied(
          rev: try fields.required("rev"), layoutRev: try fields.required("layoutRev"),
          warnings: try fields.optional("warnings") ?? []))
    case .sync:
      self = .synced(
        Synced(
          rev: try fields.required("rev"), layoutRev: try fields.required("layoutRev"),
          state: try fields.required("state"), diagnostics: try fields.required("diagnostics")))
    case .hold: self = .holds(try fields.required("holds"))
    case .release:
      self = .holds(try fields.required("holds"), warnings: try fields.optional("warnings") ?? [])
    case .clock: self = .clock(Clock(time: try fields.required("time"), running: try fields.required("running")))
    case .get: self = .values(try fields.required("values"))
    case .explain: self = .explained(try Explained(fields: fields))
    case .check: self = .diagnostics(try fields.required("diagnostics"))
    case .stats: self = .stats(try fields.required("metrics"))
    case .debug: self = .dump(try fields.required("text"))
    }
  }
}

extension Reply.Info: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    vendor = try fields.required("vendor")
    product = try fields.required("product")
    version = try fields.required("version")
    url = try fields.required("url")
    interfaces = try fields.required("interfaces")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("vendor", vendor)
    writer.member("product", product)
    writer.member("version", version)
    writer.member("url", url)
    writer.member("interfaces", interfaces)
  }
}

extension Reply.Scene: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    name = try fields.required("name")
    layout = try fields.required("layout")
    file = try fields.required("file")
    imports = try fields.optional("imports") ?? []
    state = try fields.required("state")
    rev = try fields.required("rev")
    layoutRev = try fields.required("layoutRev")
    views = try fields.required("views")
    let size: [Double] = try fields.required("size")
    guard size.count == 2 else { throw MistypedField(path: "size") }
    width = size[0]
    height = size[1]
    configs = try fields.required("configs")
    followers = try fields.optional("followers")
    set = try fields.optional("set")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("layout", layout)
    writer.member("file", file)
    writer.member("imports", ifAny: imports)
    writer.member("state", state)
    writer.member("rev", rev)
    writer.member("layoutRev", layoutRev)
    writer.member("views", views)
    writer.member("size", [width, height])
    writer.member("configs", configs)
    writer.member("followers", ifPresent: followers)
    writer.member("set", ifPresent: set)
  }
}

extension Reply.Scene.Config: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    view = try fields.required("view")
    active = try fields.required("active")
    names = try fields.required("names")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("view", view)
    writer.member("active", active)
    writer.member("names", names)
  }
}

extension Reply.Revision: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    rev = try fields.required("rev")
    layoutRev = try fields.required("layoutRev")
    time = try fields.required("time")
    settled = try fields.required("settled")
    cause = try fields.optional("cause")
    views = try fields.optional("views")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("rev", rev)
    writer.member("layoutRev", layoutRev)
    writer.member("time", time)
    writer.member("settled", settled)
    writer.member("cause", ifPresent: cause)
    writer.member("views", ifPresent: views)
  }
}

extension Reply.Loaded: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    name = try fields.required("name")
    layoutRev = try fields.required("layoutRev")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("layoutRev", layoutRev)
  }
}
