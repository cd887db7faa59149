import LayoutRuntime
import Posix
import Wire

/// What connections hold in memory, all of them together, and how long a message may take: nobody pays for a peer that
/// begins messages and does not finish them, or asks and does not read.
///
/// Whoever holds most goes first. While nothing comes near the limits, this costs an addition for each read.
extension Daemon {
  /// What is held now.
  struct Holdings {
    /// Bytes of messages that have begun and are not finished, of those read ahead, and of long ones that are not
    /// answered.
    var input = 0
    /// Messages that wait to be read, each once.
    let output = OutgoingMessage.Total()
    /// Connections that were closed because all together held too much.
    var evictions = 0
  }

  /// Takes note of what has come from a connection and is not understood yet.
  func weighInput(of client: Client) {
    let count = clients[client.token] == nil ? 0 : client.waitingInput
    holdings.input += count - client.countedInput
    client.countedInput = count
    while holdings.input > options.limits.inputBytes, let most = clientHoldingMost(by: \.countedInput) {
      holdings.evictions += 1
      let error = WireError.busy(
        limit: "bytes of unfinished messages of all connections", max: options.limits.inputBytes,
        help: "connect again, and send messages in one go")
      switch most.activity {
      case .idle, .reading: refuse(most, error)
      // Who waits for the answer to what was understood, or follows a stream, has asked all that it may.
      case .asking, .answering, .streaming, .closing: drop(most)
      }
    }
  }

  /// Closes connections that do not read, while too much waits for all of them. One that is alone may have a message of
  /// any size: it was made for it.
  func limitOutput() {
    while holdings.output.bytes > options.limits.outputBytes, clients.values.count(where: { !$0.output.isEmpty }) > 1,
      let most = clientHoldingMost(by: \.output.byteCount)
    {
      holdings.evictions += 1
      drop(most)
    }
  }

  /// Of equals the one that came first.
  private func clientHoldingMost(by amount: KeyPath<Client, Int>) -> Client? {
    clients.values.max { left, right in
      let (less, more) = (left[keyPath: amount], right[keyPath: amount])
      return less == more ? left.token.rawValue > right.token.rawValue : less < more
    }
  }

  /// Closes a connection whose message, or whose farewell, has taken too long; else says when to look again.
  func endPatience(with client: Client) {
    guard clients[client.token] != nil else { return }
    let limit = options.limits.message
    let instant = clock.now
    switch client.activity {
    case .idle:
      guard let since = client.unfinishedSince else { return }
      if instant < since + limit { return alarms.set(client.token, at: since + limit) }
      refuse(client, MalformedCall.tooSlow(limit: limit).reply)
    case .closing:
      guard let since = client.stalledSince else { return }
      instant < since + limit ? alarms.set(client.token, at: since + limit) : drop(client)
    case .reading, .asking, .answering, .streaming: return
    }
  }

  /// For `Stats`: what connections hold, and what they may.
  var holdingMetrics: [String: Double] {
    [
      "connections": Double(clients.count), "connections.max": Double(options.limits.connections),
      "input.bytes": Double(holdings.input), "input.max": Double(options.limits.inputBytes),
      "output.bytes": Double(holdings.output.bytes), "output.max": Double(options.limits.outputBytes),
      "evictions": Double(holdings.evictions), "calls": Double(calls.count), "jobs": Double(workers.count),
    ]
  }
}
