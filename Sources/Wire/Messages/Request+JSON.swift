import JSONText

extension Request {
  /// Understands a call.
  ///
  /// - Throws: the error to answer with: `methodNotFound` or `interfaceNotFound`, `invalidParameter` with the path of
  ///   the parameter, `badOperation`, or `expectedMore`.
  public init(_ call: Call) throws(WireError) {
    guard let method = Method(rawValue: call.method) else {
      let interface = call.method.split(separator: ".").dropLast().joined(separator: ".")
      throw InterfaceDescription.interfaces.contains(interface)
        ? .methodNotFound(call.method) : .interfaceNotFound(interface)
    }
    // There is no stream of one reply, and none of no reply.
    if method == .subscribe, !call.more || call.oneway { throw .expectedMore }
    if method == .stream { try Self.checkStream(call) }
    if method == .apply {
      self = .apply(try Apply(decoding: call.parameters))
    } else {
      do { try self.init(method, JSONFields(object: call.parameters)) } catch { throw .invalidParameter(error.path) }
    }
  }

  /// After a stream in binary begins there is no way back, so its caller has to say that it knows, and what it reads.
  private static func checkStream(_ call: Call) throws(WireError) {
    guard call.upgrade, !call.oneway else { throw .invalidParameter("upgrade") }
    guard case .string(let encoding)? = call.parameters["encoding"] else { throw .invalidParameter("encoding") }
    let known = [BinaryMessage.encoding]
    if !known.contains(encoding) { throw .unsupportedEncoding(encoding, known: known) }
  }

  private init(_ method: Method, _ fields: JSONFields) throws(MistypedField) {
    switch method {
    case .getInfo: self = .getInfo
    case .getInterfaceDescription: self = .getInterfaceDescription(interface: try fields.required("interface"))
    case .open:
      self = .open(
        Open(
          layout: try fields.required("layout"), scene: try fields.required("scene"),
          environment: try fields.optional("environment") ?? Environment(),
          isPrivate: try fields.optional("private") ?? false))
    case .close: self = .close(scene: try fields.required("scene"))
    case .listScenes: self = .listScenes(use: try fields.optional("use") ?? false)
    case .load: self = .load(Load(try Source(fields: fields), name: try fields.optional("name")))
    case .unload: self = .unload(scene: try fields.required("scene"))
    case .forget: self = .forget(scene: try fields.optional("scene"))
    case .reload:
      self = .reload(scene: try fields.optional("scene"), resetState: try fields.optional("resetState") ?? false)
    case .snapshot:
      self = .snapshot(
        Snapshot(
          scene: try fields.optional("scene"), at: try fields.optional("at", within: Self.revisions),
          filter: try fields.optional("filter") ?? Filter()))
    case .revisions:
      self = .revisions(
        scene: try fields.optional("scene"),
        most: try fields.optional("most", within: Self.revisionCounts) ?? Self.usualRevisions)
    case .update:
      self = .update(
        scene: try fields.optional("scene"), view: try fields.optional("view"),
        force: try fields.optional("force") ?? false)
    case .subscribe: self = .subscribe(try Subscribe(fields: fields))
    case .stream: self = .stream(try Subscribe(fields: fields))
    case .sync: self = .sync(try Sync(fields: fields))
    case .clock: self = .clock(try Clock(fields: fields), scene: try fields.optional("scene"))
    case .get:
      self = .get(
        scene: try fields.optional("scene"), names: try fields.optional("names") ?? [],
        clauses: try fields.optional("clauses") ?? false)
    case .explain:
      self = .explain(
        Explain(
          scene: try fields.optional("scene"), view: try fields.required("view"),
          attribute: try fields.optional("attribute")))
    case .check: self = .check(try Source(fields: fields))
    case .stats: self = .stats
    case .debug: self = .debug(try fields.required("part"), scene: try fields.optional("scene"))
    case .apply: preconditionFailure("operations have an error of their own: see Apply.init(decoding:)")
    case .hold: self = .hold(reason: try fields.required("reason"))
    case .release: self = .release
    }
  }

  /// The call as a message, its NUL included.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("method", method.rawValue)
    if case .subscribe = self { writer.member("more", true) }
    if case .stream = self { writer.member("upgrade", true) }
    writer.name(literal: "parameters")
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    writer.endObject()
    writer.endMessage()
    return writer.bytes
  }

  private func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .getInfo, .release, .stats: break
    case .listScenes(let use): if use { writer.member("use", true) }
    case .getInterfaceDescription(let interface): writer.member("interface", interface)
    case .open(let open):
      writer.member("layout", open.layout)
      writer.member("scene", open.scene)
      if open.environment != Environment() { writer.member("environment", open.environment) }
      if open.isPrivate { writer.member("private", true) }
    case .close(let scene), .unload(let scene): writer.member("scene", scene)
    case .load(let load):
      load.source.writeMember(to: &writer)
      writer.member("name", ifPresent: load.name)
    case .forget(let scene): writer.member("scene", ifPresent: scene)
    case .reload(let scene, let resetState):
      writer.member("scene", ifPresent: scene)
      if resetState { writer.member("resetState", true) }
    case .snapshot(let snapshot):
      writer.member("scene", ifPresent: snapshot.scene)
      writer.member("at", ifPresent: snapshot.at)
      if snapshot.filter != Filter() { writer.member("filter", snapshot.filter) }
    case .revisions(let scene, let most):
      writer.member("scene", ifPresent: scene)
      if most != Self.usualRevisions { writer.member("most", most) }
    case .update(let scene, let view, let force):
      writer.member("scene", ifPresent: scene)
      writer.member("view", ifPresent: view)
      if force { writer.member("force", true) }
    case .subscribe(let subscribe): subscribe.writeMembers(to: &writer)
    case .stream(let subscribe):
      subscribe.writeMembers(to: &writer)
      writer.member("encoding", BinaryMessage.encoding)
    case .apply(let apply): apply.writeMembers(to: &writer)
    case .sync(let sync):
      writer.member("scene", ifPresent: sync.scene)
      if sync.timeoutMs != Sync.defaultTimeoutMs { writer.member("timeoutMs", sync.timeoutMs) }
      if sync.settled { writer.member("settled", true) }
    case .hold(let reason): writer.member("reason", reason)
    case .clock(let clock, let scene):
      writer.member("scene", ifPresent: scene)
      clock.writeMembers(to: &writer)
    case .get(let scene, let names, let clauses):
      writer.member("scene", ifPresent: scene)
      if !names.isEmpty { writer.member("names", names) }
      if clauses { writer.member("clauses", true) }
    case .explain(let explain):
      writer.member("scene", ifPresent: explain.scene)
      writer.member("view", explain.view)
      writer.member("attribute", ifPresent: explain.attribute)
    case .check(let source): source.writeMember(to: &writer)
    case .debug(let part, let scene):
      writer.member("part", part)
      writer.member("scene", ifPresent: scene)
    }
  }
}

extension Request.Source {
  /// One of `path` and `text` must be there; a text beside a path is what the file would hold.
  init(fields: JSONFields) throws(MistypedField) {
    let path: String? = try fields.optional("path")
    let text: String? = try fields.optional("text")
    switch (path, text) {
    case (_, let text?): self = .text(text, of: path)
    case (let path?, nil): self = .path(path)
    case (nil, nil): throw MistypedField(path: "path")
    }
  }

  func writeMember(to writer: inout JSONWriter) {
    switch self {
    case .path(let path): writer.member("path", path)
    case .text(let text, let path):
      writer.member("path", ifPresent: path)
      writer.member("text", text)
    }
  }
}

extension Request.Subscribe.Mode: JSONCodable {}
extension Request.Subscribe.Animation: JSONCodable {}
extension Request.Apply.Wait: JSONCodable {}

extension Request.DebugPart: JSONCodable {}

extension Request.Subscribe {
  init(fields: JSONFields) throws(MistypedField) {
    scene = try fields.optional("scene")
    filter = try fields.optional("filter") ?? Filter()
    mode = try fields.optional("mode") ?? .latest
    animation = try fields.optional("animation") ?? .frames
    maxHz = try fields.optional("maxHz", within: Self.rates)
    epoch = try fields.optional("epoch")
    since = try fields.optional("since", within: Request.revisions)
    heartbeatMs = try fields.optional("heartbeatMs", within: Self.silences)
    diagnostics = try fields.optional("diagnostics") ?? false
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("scene", ifPresent: scene)
    if filter != Filter() { writer.member("filter", filter) }
    if mode != .latest { writer.member("mode", mode) }
    if animation != .frames { writer.member("animation", animation) }
    writer.member("maxHz", ifPresent: maxHz)
    writer.member("epoch", ifPresent: epoch)
    writer.member("since", ifPresent: since)
    writer.member("heartbeatMs", ifPresent: heartbeatMs)
    if diagnostics { writer.member("diagnostics", true) }
  }
}

extension Request.Apply {
  init(decoding parameters: JSONObject) throws(WireError) {
    let fields = JSONFields(object: parameters)
    let known = ["scene", "ops", "ifLayoutRev", "wait"]
    let other = parameters.members.first { $0.value != .null && !known.contains($0.name) }
    if let other { throw .invalidParameter(other.name) }
    let operations: [JSON]
    do {
      scene = try fields.optional("scene")
      operations = try fields.required("ops")
      ifLayoutRev = try fields.optional("ifLayoutRev", within: Request.revisions)
      wait = try fields.optional("wait") ?? .solved
    } catch { throw .invalidParameter(error.path) }
    ops = []
    for (index, operation) in operations.enumerated() {
      do { ops.append(try Op(decoding: operation)) } catch {
        throw .badOperation(index: index, message: error.message)
      }
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("scene", ifPresent: scene)
    writer.name(literal: "ops")
    writer.beginArray()
    for op in ops { op.write(to: &writer) }
    writer.endArray()
    writer.member("ifLayoutRev", ifPresent: ifLayoutRev)
    if wait != .solved { writer.member("wait", wait) }
  }
}

extension Request.Sync {
  init(fields: JSONFields) throws(MistypedField) {
    scene = try fields.optional("scene")
    timeoutMs = try fields.optional("timeoutMs", within: Self.timeouts) ?? Self.defaultTimeoutMs
    settled = try fields.optional("settled") ?? false
  }
}

extension Request.Clock {
  private enum Action: String, JSONCodable, CaseIterable { case run, pause, step, seek }

  init(fields: JSONFields) throws(MistypedField) {
    let action: Action = try fields.required("action")
    let ms = try fields.optional("ms", within: Self.times)
    switch action {
    case .run: self = .run
    case .pause: self = .pause
    case .step, .seek:
      guard let ms else { throw MistypedField(path: "ms") }
      self = action == .step ? .step(ms: ms) : .seek(ms: ms)
    }
  }

  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .run: writer.member("action", Action.run)
    case .pause: writer.member("action", Action.pause)
    case .step(let ms):
      writer.member("action", Action.step)
      writer.member("ms", ms)
    case .seek(let ms):
      writer.member("action", Action.seek)
      writer.member("ms", ms)
    }
  }
}
