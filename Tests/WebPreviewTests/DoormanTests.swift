import HTTPServer
import Testing
import WebPreview

@Suite("Who is let in to the preview") struct DoormanTests {
  private static let token = "00112233445566778899aabbccddeeff"
  private let doorman = Doorman(port: 7412, token: token)

  /// A request as the page makes it, with some headers otherwise; nil leaves one out.
  private func status(
    _ method: String = "POST", _ path: String = "/call", _ changes: [(String, String?)] = []
  ) -> Int? {
    var headers = [
      ("host", "127.0.0.1:7412"), ("origin", "http://127.0.0.1:7412"), ("sec-fetch-site", "same-origin"),
      ("content-type", "application/json"), ("authorization", "Bearer \(Self.token)"),
    ]
    for (name, value) in changes {
      headers.removeAll { $0.0 == name }
      if let value { headers.append((name, value)) }
    }
    let request = HTTPRequest(
      id: HTTPRequest.ID(number: 1), method: method, path: path, headers: headers.map { HTTPHeader($0.0, $0.1) },
      body: [])
    return doorman.refusal(of: request)?.status
  }

  @Test func `the page itself is let in`() {
    #expect(status() == nil)
    #expect(status("POST", "/stream") == nil)
    #expect(status("GET", "/image/login/3") == nil)
  }

  @Test func `a program of the user is let in without what only browsers say`() {
    #expect(status("POST", "/call", [("origin", nil), ("sec-fetch-site", nil)]) == nil)
  }

  /// A name could be made to lead here by whoever owns it.
  @Test(arguments: [nil, "localhost:7412", "127.0.0.1", "127.0.0.1:7413", "evil.example:7412", "127.0.0.1:7412.", ""])
  func `who asks for another host is refused, the page included`(host: String?) {
    #expect(status("POST", "/call", [("host", host)]) == 403)
    #expect(status("GET", "/", [("host", host)]) == 403)
    #expect(status("GET", "/a/x/page.js", [("host", host)]) == 403)
  }

  @Test func `two hosts are refused`() {
    let request = HTTPRequest(
      id: HTTPRequest.ID(number: 1), method: "GET", path: "/",
      headers: [HTTPHeader("host", "127.0.0.1:7412"), HTTPHeader("host", "127.0.0.1:7412")])
    #expect(doorman.refusal(of: request)?.status == 403)
  }

  @Test(arguments: [
    "null", "https://127.0.0.1:7412", "http://127.0.0.1:7413", "http://localhost:7412", "http://evil.example",
  ])
  func `pages of other origins are refused, with the token too`(origin: String) {
    #expect(status("POST", "/call", [("origin", origin)]) == 403)
    #expect(status("GET", "/a/x/page.js", [("origin", origin)]) == 403)
  }

  @Test(arguments: ["cross-site", "same-site", "", "anything"])
  func `what another site asks for is refused`(site: String) {
    #expect(status("POST", "/call", [("sec-fetch-site", site)]) == 403)
    #expect(status("GET", "/a/x/page.js", [("sec-fetch-site", site), ("origin", nil)]) == 403)
    #expect(status("GET", "/", [("sec-fetch-site", site), ("origin", nil)]) == 403)
  }

  @Test func `a link elsewhere may lead to the page, and not into a frame`() {
    let link =
      [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("origin", nil)] as [(String, String?)]
    #expect(status("GET", "/", link + [("sec-fetch-dest", "document")]) == nil)
    #expect(status("GET", "/", link + [("sec-fetch-dest", "iframe")]) == 403)
    #expect(status("POST", "/", link + [("sec-fetch-dest", "document")]) == 403)
    #expect(status("GET", "/image/login/3", link + [("sec-fetch-dest", "document")]) == 403)
  }

  @Test(arguments: [
    nil, "", "Bearer ", "00112233445566778899aabbccddeeff", "Bearer 00112233445566778899aabbccddeef0",
    "Bearer 00112233445566778899aabbccddeeff0", "bearer 00112233445566778899aabbccddeeff",
    "Basic 00112233445566778899aabbccddeeff",
  ])
  func `without the token there is no data`(authorization: String?) {
    for (method, path) in [("POST", "/call"), ("POST", "/stream"), ("GET", "/image/login/3"), ("GET", "/anything")] {
      #expect(status(method, path, [("authorization", authorization)]) == 401)
    }
    // No data, so no token: whoever types the address sees a page that says so.
    #expect(status("GET", "/", [("authorization", authorization)]) == nil)
  }

  /// A form of another page can send the others without asking first.
  @Test(arguments: [
    nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-8",
    "",
  ])
  func `only JSON can be posted`(type: String?) {
    #expect(status("POST", "/call", [("content-type", type)]) == 415)
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "get", "CONNECT"])
  func `other methods are refused, so that no other origin is ever told what it may do`(method: String) {
    #expect(status(method) == 405)
  }

  @Test func `answers say what the page may load and run, and nothing to other origins`() throws {
    let headers = Dictionary(uniqueKeysWithValues: Doorman.headers.map { ($0.name, $0.value) })
    #expect(!headers.keys.contains { $0.lowercased().hasPrefix("access-control") })
    #expect(headers["X-Content-Type-Options"] == "nosniff")
    #expect(headers["Referrer-Policy"] == "no-referrer")
    #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin")
    #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
    let rules = Set(
      try #require(headers["Content-Security-Policy"]).split(separator: ";").map { $0.drop { $0 == " " } })
    #expect(
      rules == [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "connect-src 'self'",
        "img-src 'self' blob:", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
      ])
  }
}
