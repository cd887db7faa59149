public import HTTPServer

/// Who is let in: the rules that keep web pages and other users of the machine away from what only the user may see.
///
/// A port of the loopback interface is open to every page in the user's browser and to every user of the machine. So
/// requests have to be addressed to us by number (a name could be made to lead here), come from our page if they come
/// from a page, and know the token, which stands in the address behind `#` and so is sent to nobody. There is no
/// cookie, which all ports of a host share, and no header that allows another origin anything.
public struct Doorman: Equatable, Sendable {
  /// Where the page is: `http://127.0.0.1:7412`.
  public let origin: String
  private let host: String
  private let token: String

  /// - Parameter token: what requests for data have to know.
  public init(port: UInt16, token: String) {
    host = "127.0.0.1:\(port)"
    origin = "http://\(host)"
    self.token = token
  }

  /// What a request is answered with that is not let in; nil: it is.
  public func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard request.values(of: "host") == [host] else { return Self.refusal(403, "this is not \(origin)") }
    guard request.values(of: "origin").allSatisfy({ $0 == origin }) else {
      return Self.refusal(403, "pages of other origins get nothing")
    }
    guard request.values(of: "sec-fetch-site").allSatisfy({ isNear($0, request) }) else {
      return Self.refusal(403, "pages of other sites get nothing")
    }
    switch request.method {
    case "GET": break
    case "POST":
      guard request.values(of: "content-type") == ["application/json"] else {
        return Self.refusal(415, "what is posted has to be application/json")
      }
    default: return Self.refusal(405, "only GET and POST are known")
    }
    if !Self.isPublic(request) {
      guard request.values(of: "authorization").count == 1,
        Self.isSame("Bearer \(token)", request.values(of: "authorization")[0])
      else { return Self.refusal(401, "the token is missing: open the address that 'framewire preview' printed") }
    }
    return nil
  }

  /// The page and its parts are the same for everybody, and have no data.
  static func isPublic(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && (request.path == "/" || request.path.hasPrefix("/a/"))
  }

  /// Links and files may lead to the page itself, which nothing else can then read or put into a frame.
  private func isNear(_ site: String, _ request: HTTPRequest) -> Bool {
    if site == "same-origin" || site == "none" { return true }
    return request.method == "GET" && request.path == "/" && request.values(of: "sec-fetch-dest") == ["document"]
      && request.values(of: "sec-fetch-mode") == ["navigate"]
  }

  /// Takes as long wherever two texts differ.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    return left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    HTTPResponse(status, [HTTPHeader("Content-Type", "text/plain; charset=utf-8")], .bytes(Array("\(reason)\n".utf8)))
  }

  /// What every answer says to the browser: that it may be used by our page alone, and what that may load and run.
  public static let headers = [
    HTTPHeader("Content-Security-Policy", policy),
    HTTPHeader("X-Content-Type-Options", "nosniff"),
    HTTPHeader("Referrer-Policy", "no-referrer"),
    HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
    HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "connect-src 'self'",
    "img-src 'self' blob:", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")
}
