import JSONText

/// What a client says while it streams in binary.
public enum StreamWish: Equatable, Sendable {
  /// So many more snapshots and deltas may be sent; at 0 everything waits but heartbeats. Who never says so gets all.
  case credit(Int)
  /// What of the scene is to be told from now on, beginning with a snapshot.
  case filter(Filter)
  /// Is to come back.
  case ping([UInt8])

  /// How many bytes come back at most.
  public static let longestPing = 64

  /// The message.
  public func encoded() -> [UInt8] {
    switch self {
    case .credit(let count):
      var payload = BinaryWriter(capacity: 4)
      payload.append(UInt32(clamping: count))
      return BinaryMessage(.credit, payload.bytes).encoded()
    case .filter(let filter): return BinaryMessage(.filter, filter.jsonBytes).encoded()
    case .ping(let bytes): return BinaryMessage(.ping, bytes).encoded()
    }
  }

  /// What a client means with a message.
  ///
  /// - Returns: nil for a kind that is passed over.
  public init?(_ message: BinaryMessage) throws(MalformedBinary) {
    switch message.kind {
    case .credit:
      var reader = BinaryReader(message.payload)
      self = .credit(Int(try reader.integer("credit", as: UInt32.self)))
      guard reader.left == 0 else { throw MalformedBinary("credit: \(reader.left) bytes too many") }
    case .filter: self = .filter(try Filter(binary: message.payload, "filter"))
    case .ping:
      guard message.payload.count <= Self.longestPing else {
        throw MalformedBinary("ping: more than \(Self.longestPing) bytes")
      }
      self = .ping(message.payload)
    case .snapshot, .delta, .note, .pong, nil: return nil
    }
  }
}

extension JSONCodable {
  /// Reads JSON out of a message in binary.
  init(binary bytes: [UInt8], _ what: StaticString, limits: JSON.Limits = .request) throws(MalformedBinary) {
    do {
      try self.init(json: try JSON(parsing: bytes, limits: limits))
    } catch let error as MistypedField {
      let why = error.path.isEmpty ? "of another type" : "'\(error.path)' is missing or of another type"
      throw MalformedBinary("\(what): \(why)")
    } catch { throw MalformedBinary("\(what): not JSON: \(error)") }
  }

  /// What of a message in binary is JSON.
  var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}
