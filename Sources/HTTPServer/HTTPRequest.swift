/// A request, whole or as far as its body.
public struct HTTPRequest: Equatable, Sendable {
  /// Names a request for as long as the server lives.
  public struct ID: Hashable, Sendable {
    let number: Int

    /// - Parameter number: from 1 in the order of their arrival.
    package init(number: Int) { self.number = number }
  }

  /// To be answered with `HTTPServer.answer(_:with:)`.
  public let id: ID
  /// As it came: `GET`.
  public let method: String
  /// What stands behind the host, decoded, up to a question mark: `/image/login/7`.
  public let path: String
  /// Names in small letters, in the order they came; a name may come twice.
  public let headers: [HTTPHeader]
  /// Empty where nothing was sent, or has not come yet.
  public internal(set) var body: [UInt8]

  public init(id: ID, method: String, path: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.id = id
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }

  /// All values of a header, whose name is in small letters.
  public func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
}

/// A line ahead of a body.
public struct HTTPHeader: Equatable, Sendable {
  /// As `Content-Type`.
  public var name: String
  /// Without a line break.
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a request is answered with.
public struct HTTPResponse: Equatable, Sendable {
  /// As 200.
  public var status: Int
  /// In the order they are sent.
  public var headers: [HTTPHeader]
  /// What follows them.
  public var body: Body

  /// What follows the headers.
  public enum Body: Equatable, Sendable {
    case bytes([UInt8])
    /// What `HTTPServer.send(_:to:)` is given, until `end(_:)`.
    case stream
  }

  public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
