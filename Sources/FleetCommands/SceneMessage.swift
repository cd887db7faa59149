import Wire

/// An event of a scene as one message of a broker, and back.
enum SceneMessage {
  /// How the payload is written.
  enum Encoding: String, CaseIterable {
    /// The JSON of the protocol.
    case json
    /// The message of `Stream` in binary; its epoch, which `Stream` says once, is in the headers.
    case binary = "fw1"
  }

  private static let encoding = "Framewire-Encoding"
  private static let epoch = "Framewire-Epoch"

  /// What a message has beside its payload, so that a reader can pass over one without reading it.
  static func headers(of event: Event, in encoding: Encoding) -> [String: String] {
    var headers = [Self.epoch: event.instant.epoch, "Framewire-Revision": String(event.instant.rev)]
    if let base = event.base { headers["Framewire-Base"] = String(base) }
    if encoding != .json { headers[Self.encoding] = encoding.rawValue }
    return headers
  }

  static func bytes(of event: Event, in encoding: Encoding) -> [UInt8] {
    switch encoding {
    case .json: Array(event.text.utf8)
    case .binary: event.encodedBinary()
    }
  }

  /// Reads what anybody may have published; nil: it is no event.
  static func event(_ bytes: [UInt8], _ headers: [String: String]) -> Event? {
    guard let encoding = Encoding(rawValue: headers[encoding] ?? Encoding.json.rawValue) else { return nil }
    switch encoding {
    case .json: return Event(decoding: bytes)
    case .binary:
      var decoder = BinaryDecoder(limit: BinaryDecoder.longestEvent, bytes)
      guard let epoch = headers[epoch], case .message(let message) = decoder.next(), decoder.bufferedCount == 0 else {
        return nil
      }
      return try? Event(message, epoch: epoch)
    }
  }
}
