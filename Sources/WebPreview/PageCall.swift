import JSONText
public import Wire

/// What a page posts, read and judged.
///
/// A page is named by itself, with a number that nobody guesses: what it opens is its own, and goes with it.
public enum PageCall {
  /// A call that is passed on as it is.
  public struct Forwarded: Equatable, Sendable {
    /// Which page asks.
    public let page: String
    /// For the daemon.
    public let call: Call

    /// The scene that is opened for the page alone; nil for any other call.
    var opened: String? { call.method == Method.open.rawValue ? call.parameters["scene"]?.string : nil }
    /// The scene that is to be closed; nil for any other call.
    var closed: String? { call.method == Method.close.rawValue ? call.parameters["scene"]?.string ?? "" : nil }
  }

  /// Scenes that are followed in one stream.
  public struct Followed: Equatable, Sendable {
    /// Which page asks.
    public let page: String
    /// In the order of the page.
    public let calls: [(scene: String, call: Call)]

    public static func == (left: Followed, right: Followed) -> Bool {
      left.page == right.page && left.calls.elementsEqual(right.calls) { $0 == $1 }
    }
  }

  /// Other words for the literals of a value, to be saved in the file that has them.
  public struct Write: Equatable, Sendable {
    /// Which page asks.
    public let page: String
    /// A scene that the file is of.
    public let scene: String
    /// As `Get` names the value: `#gap`, `columns`.
    public let name: String
    /// `constant` or `variable`.
    public let kind: String
    /// What the file has, as far as the page knows.
    public let old: [String]
    /// What it is to have, one for each.
    public let new: [String]
  }

  /// A place to be shown in an editor.
  public struct Open: Equatable, Sendable {
    /// Which page asks.
    public let page: String
    /// A scene that the file is of.
    public let scene: String
    /// As the daemon names it.
    public let file: String
    /// From 1.
    public let line: Int
    /// From 1.
    public let column: Int
  }

  /// Why nothing is passed on.
  public enum Refusal: Error, Equatable, Sendable {
    /// It is not what pages post.
    case malformed(String)
    /// The method is none that pages may call.
    case notAllowed(method: String)
    /// Why pages may not do that, in words for a person.
    case forbidden(String)
  }

  /// Methods that pages call. None of them reads a file.
  private static let methods: Set<Method> = [
    .listScenes, .snapshot, .revisions, .get, .explain, .sync, .apply, .open, .close, .clock,
  ]

  /// Bytes of a literal that is written to a file.
  public static let longestLiteral = 1024

  /// Scenes in one stream.
  public static let mostScenes = 256

  /// Reads `{page, method, parameters}`.
  ///
  /// - Parameter isReadOnly: only what changes nothing is allowed.
  public static func forwarded(_ body: [UInt8], isReadOnly: Bool) throws(Refusal) -> Forwarded {
    let json = try read(body)
    let page = try page(of: json)
    guard let name = json["method"]?.string else { throw .malformed("method") }
    let parameters = json["parameters"]?.object ?? [:]
    guard let method = Method(name: name), methods.contains(method),
      method.onlyLooks || !isReadOnly
    else { throw .notAllowed(method: name) }
    // A scene that stays would be everybody's, and nobody's to close.
    if method == .open, parameters["private"] != .bool(true) { throw .forbidden("a page opens private scenes only") }
    return Forwarded(page: page, call: Call(method, parameters))
  }

  /// Reads `{page, scenes: [{scene, epoch, since}]}`.
  public static func followed(_ body: [UInt8]) throws(Refusal) -> Followed {
    let json = try read(body)
    let page = try page(of: json)
    guard let scenes = json["scenes"]?.array, scenes.count <= mostScenes else { throw .malformed("scenes") }
    var calls: [(scene: String, call: Call)] = []
    for scene in scenes {
      guard let name = scene["scene"]?.string else { throw .malformed("scene") }
      var parameters: [JSONObject.Member] = [
        JSONObject.Member(name: "scene", value: .string(name)),
        JSONObject.Member(name: "diagnostics", value: true),
        JSONObject.Member(name: "maxHz", value: 60),
        JSONObject.Member(name: "filter", value: ["fields": .array(fields.map { .string($0) })]),
      ]
      if let epoch = scene["epoch"]?.string, let since = scene["since"]?.number {
        parameters.append(JSONObject.Member(name: "epoch", value: .string(epoch)))
        parameters.append(JSONObject.Member(name: "since", value: .number(since)))
      }
      calls.append((name, Call(.subscribe, JSONObject(parameters), more: true)))
    }
    return Followed(page: page, calls: calls)
  }

  /// Reads `{page, scene, kind, name, old, new}`.
  public static func written(_ body: [UInt8]) throws(Refusal) -> Write {
    let json = try read(body)
    let page = try page(of: json)
    guard let scene = json["scene"]?.string else { throw .malformed("scene") }
    guard let name = json["name"]?.string, let kind = json["kind"]?.string, ["constant", "variable"].contains(kind)
    else { throw .malformed("what is written is an id or a variable") }
    let (old, new) = (texts(json["old"]), texts(json["new"]))
    guard let old, let new, old.count == new.count, (1...4).contains(new.count) else {
      throw .malformed("old and new: as many literals, and no more than four of \(longestLiteral) bytes")
    }
    return Write(page: page, scene: scene, name: name, kind: kind, old: old, new: new)
  }

  private static func texts(_ json: JSON?) -> [String]? {
    guard let array = json?.array else { return nil }
    let texts = array.compactMap(\.string).filter { $0.utf8.count <= longestLiteral }
    return texts.count == array.count ? texts : nil
  }

  /// Reads `{page, scene, file, line, column}`.
  public static func opened(_ body: [UInt8]) throws(Refusal) -> Open {
    let json = try read(body)
    let page = try page(of: json)
    guard let scene = json["scene"]?.string, let file = json["file"]?.string, !file.isEmpty else {
      throw .malformed("scene and file")
    }
    guard let line = whole(json["line"]), let column = whole(json["column"]) else {
      throw .malformed("line and column count from 1")
    }
    return Open(page: page, scene: scene, file: file, line: line, column: column)
  }

  private static func whole(_ json: JSON?) -> Int? {
    json?.number.flatMap { Int(exactly: $0) }.flatMap { (1...(1 << 24)).contains($0) ? $0 : nil }
  }

  /// All that is told of a view.
  private static let fields = [
    "frame", "hidden", "alpha", "clips", "text", "truncated", "baselines", "guides", "scroll", "look", "lines",
  ]

  private static func read(_ body: [UInt8]) throws(Refusal) -> JSON {
    do throws(JSONSyntaxError) {
      return try JSON(parsing: body, limits: JSON.Limits(depth: 16, values: 16_384))
    } catch { throw .malformed(error.description) }
  }

  private static func page(of json: JSON) throws(Refusal) -> String {
    guard let page = json["page"]?.string, isPage(page) else { throw .malformed("page") }
    return page
  }

  /// Whether a page may call itself this: 32 digits.
  static func isPage(_ name: String) -> Bool { name.utf8.count == 32 && name.allSatisfy(\.isHexDigit) }
}
