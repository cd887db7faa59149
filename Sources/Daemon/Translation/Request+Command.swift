import Frames
import Geometry
import JSONText
import LayoutEngine
import LayoutModel
public import LayoutRuntime
public import Wire

/// What a peer asked for, in the runtime's words.
extension Command {
  /// - Parameters:
  ///   - subscriber: the stream's number, should this be a subscription.
  /// - Returns: nil for what the daemon answers by itself: questions about the service.
  public init?(_ request: Request, as id: RequestID, subscriber: SubscriberID) throws(WireError) {
    switch request {
    case .getInfo, .getInterfaceDescription, .notServed: return nil
    case .open(let open):
      self = .open(id, layout: open.layout, scene: open.scene, environment: try Operation.list(open.environment))
    case .close(let scene): self = .close(id, scene: scene)
    case .listScenes: self = .list(id)
    case .load(let load):
      switch load.source {
      case .path(let path): self = .load(id, path: ServedFiles.documentPath(path))
      case .text(let text, let path):
        self = .loadText(id, name: load.name ?? ServedFiles.textName(path), text: Array(text.utf8))
      }
    case .unload(let scene): self = .unload(id, scene: scene)
    case .reload(let scene, let resetState): self = .reload(id, scene: scene, resettingState: resetState)
    case .snapshot(let snapshot):
      self = .snapshot(
        id, scene: snapshot.scene, filter: FrameFilter(snapshot.filter), at: snapshot.at.map { Revision(number: $0) })
    case .update(let scene, let view, let force): self = .update(id, scene: scene, view: view, isForced: force)
    case .subscribe(let subscribe): self = .subscribe(id, subscriber, Subscription(subscribe))
    case .apply(let apply):
      var operations: [Operation] = []
      for (index, op) in apply.ops.enumerated() { operations.append(try Operation(op, at: index)) }
      self = .apply(
        id, scene: apply.scene, operations, ifLayoutRevision: apply.ifLayoutRev.map { Revision(number: $0) },
        animated: AnimationWishes(each: apply.ops.map(\.animate)), awaitingRest: apply.wait == .settled)
    case .sync(let sync):
      self = .sync(id, scene: sync.scene, timeout: .milliseconds(sync.timeoutMs), awaitingRest: sync.settled)
    case .clock(let action): self = .clock(id, ClockAction(action))
    case .get(let scene, let names): self = .get(id, scene: scene, names: names)
    case .explain(let explain):
      self = .explain(id, scene: explain.scene, view: explain.view, attribute: explain.attribute)
    case .check(.path(let path)): self = .check(id, .path(ServedFiles.documentPath(path)))
    case .check(.text(let text, let path)):
      self = .check(id, .text(name: ServedFiles.textName(path), Array(text.utf8)))
    case .stats: self = .statistics(id)
    }
  }
}

extension ClockAction {
  fileprivate init(_ action: Request.Clock) {
    switch action {
    case .run: self = .run
    case .pause: self = .pause
    case .step(let ms): self = .step(.milliseconds(ms))
    case .seek(let ms): self = .seek(Instant(.milliseconds(ms)))
    }
  }
}

extension Subscription {
  init(_ request: Request.Subscribe) {
    self.init(
      scene: request.scene, filter: FrameFilter(request.filter), minDelta: request.filter.minDelta ?? 0,
      mode: request.mode == .every ? .every : .latest,
      wantsDiagnostics: request.diagnostics, wantsTargets: request.animation == .targets)
    if let epoch = request.epoch, let revision = request.since { since = (epoch, Revision(number: revision)) }
  }
}

extension FrameFilter {
  /// `minDelta` is not of the picture but of when it is told: `Subscription.minDelta`.
  init(_ filter: Filter) {
    self.init(
      root: filter.root, depth: filter.depth, kinds: filter.kinds.map { Set($0) },
      fields: filter.fields.map { Fields($0) } ?? .all, space: filter.space == .scene ? .scene : .parent)
  }
}

extension FrameFilter.Fields {
  private static let pairs: [(ViewFields, FrameFilter.Fields)] = [
    (.frame, .frame), (.hidden, .hidden), (.alpha, .alpha), (.clips, .clips), (.text, .text),
    (.baselines, .baselines), (.guides, .guides), (.scroll, .scroll),
  ]

  init(_ fields: ViewFields) {
    self = []
    for (wire, own) in Self.pairs where fields.contains(wire) { insert(own) }
  }
}

extension Operation {
  /// One operation of an `Apply`.
  init(_ op: Op, at index: Int) throws(WireError) {
    switch op.action {
    case .config(let name, let view): self = .configuration(view: view, name: name)
    case .trait(let name, let value): self = .trait(name: name, value: value)
    case .size(let size): self = Self.size(size)
    case .scale(let scale): self = .scale(scale)
    case .safe(let edges): self = .safe(EdgeInsets(edges))
    case .margins(let edges): self = .margins(DirectionalInsets(edges))
    case .keyboard(let height, nil, nil): self = .keyboard(height)
    case .keyboard(let height, let duration, let curve):
      guard let operation = Self.keyboard(height, lasting: duration.map { .milliseconds($0) }, curve: curve) else {
        let curves = "linear, ease, ease-in, ease-out, ease-in-out, bezier(x1, y1, x2, y2) or spring(ratio, response)"
        throw .badOperation(
          index: index, message: "the keyboard moves for a day at most, by a curve that is one of \(curves)")
      }
      self = operation
    case .variable(let name, let value):
      guard let operation = Self.variable(name, value) else {
        throw .badOperation(index: index, message: "the value of variable '\(name)' is a number or a string")
      }
      self = operation
    case .constant(let name, let values): self = .constant(name: name, values: values)
    case .flag(let name, let isSet): self = .flag(name: name, isSet: isSet)
    case .text(let view, let text): self = .text(view: view, text)
    case .hidden(let view, let isHidden): self = .hidden(view: view, isHidden)
    case .intrinsic(let view, let content): self = .intrinsic(view: view, content.map { IntrinsicSize($0) })
    case .append(let views, let stack, let place): self = .append(views, to: stack, index: place)
    case .remove(let views?, let stack): self = .remove(.these(views, from: stack))
    case .remove(nil, let stack?): self = .remove(.all(of: stack))
    case .remove(nil, nil): throw .badOperation(index: index, message: "say which views, or of which stack all")
    case .arrange(let stack, let views): self = .arrange(stack: stack, views)
    case .reset(let part): self = .reset(part.map { StatePart($0) } ?? .all)
    case .scroll(let view, let x, let y): self = .scroll(view: view, Point(x: x, y: y))
    }
  }

  /// What `Open` asks for, in the order in which the interface names it.
  static func list(_ environment: Wire.Environment) throws(WireError) -> [Operation] {
    var operations: [Operation] = []
    if let size = environment.size { operations.append(Self.size(size)) }
    if let scale = environment.scale { operations.append(.scale(scale)) }
    if let safe = environment.safe { operations.append(.safe(EdgeInsets(safe))) }
    if let margins = environment.margins { operations.append(.margins(DirectionalInsets(margins))) }
    if let keyboard = environment.keyboard { operations.append(.keyboard(keyboard)) }
    for (name, value) in environment.traits.sorted(by: { $0.key < $1.key }) {
      operations.append(.trait(name: name, value: value))
    }
    for name in environment.flags { operations.append(.flag(name: name, isSet: true)) }
    for (name, value) in environment.variables.sorted(by: { $0.key < $1.key }) {
      guard let operation = variable(name, value) else { throw .invalidParameter("environment.variables.\(name)") }
      operations.append(operation)
    }
    return operations
  }

  private static func size(_ size: Wire.Environment.Size) -> Operation {
    .size(
      width: size.width.map { .fixed($0) } ?? .wrapping, height: size.height.map { .fixed($0) } ?? .wrapping)
  }

  /// A number, a string, or null (which takes back what was set); nil for anything else.
  private static func variable(_ name: String, _ json: JSON) -> Operation? {
    if let number = json.number { return .variable(name: name, value: number) }
    if let text = json.string { return .variableText(name: name, text) }
    return json == .null ? .variable(name: name, value: nil) : nil
  }
}

extension StatePart {
  init(_ part: Op.Part) {
    switch part {
    case .configs: self = .configurations
    case .traits: self = .traits
    case .values: self = .values
    case .views: self = .views
    }
  }
}

extension EdgeInsets {
  init(_ edges: Wire.Environment.Edges) {
    self.init(top: edges.top, left: edges.left, bottom: edges.bottom, right: edges.right)
  }
}

extension DirectionalInsets {
  init(_ edges: Wire.Environment.Edges) {
    self.init(top: edges.top, leading: edges.left, bottom: edges.bottom, trailing: edges.right)
  }
}

extension IntrinsicSize {
  /// The wire counts both baselines from the top; the engine counts the last one from the bottom.
  init(_ content: Op.IntrinsicContent) {
    self.init(width: content.width, height: content.height, firstBaseline: content.firstBaseline)
    if let last = content.lastBaseline { lastBaseline = (content.height ?? last) - last }
  }
}
