import FramewireClient
import Posix
import Wire

/// Calls from afar that a daemon works on, each on a connection of its own: one that takes long, like a `Sync` until
/// nothing moves, keeps nobody else waiting.
///
/// One thread has them all. What a broker sends has no descriptor to wait for beside those of the connections, so open
/// calls are looked at again and again, the more seldom the longer they take.
struct CallsUnderWay {
  private let address: SocketAddress
  /// In the order in which they began.
  private var open: [OpenCall] = []
  /// A connection that no call uses now.
  private var idle: Connection?
  private var answers: [(bytes: [UInt8], reply: String)] = []

  /// How many are open. For one more the oldest is given up, so that whoever waits keeps nobody out.
  private static let most = 64
  /// How long a call is waited for at once: most are answered by then.
  private static let moment = Duration.milliseconds(5)
  /// How late the answer to one that takes long may be seen.
  private static let lateness = Duration.milliseconds(100)

  init(_ address: SocketAddress) { self.address = address }

  /// How long nothing is to be done unless another call comes: a tenth of what the youngest has taken.
  var pause: Duration {
    guard let youngest = open.last else { return .seconds(3600) }
    return min(max((.now - youngest.began) / 10, Self.moment), Self.lateness)
  }

  /// - Parameter reply: where its answer goes.
  mutating func begin(_ asked: ServedCalls.Asked, for reply: String) {
    switch asked {
    case .answer(let bytes): answers.append((bytes, reply))
    case .call(let call, let isHarmless):
      if open.count == Self.most {
        let answer = WireError.busy(
          limit: "calls at once", max: Self.most, help: "wait for answers before asking for more; this was the oldest")
        answers.append((answer.text, open.removeFirst().reply))
      }
      open.append(OpenCall(call, for: reply, over: idle, mayRepeat: isHarmless && idle != nil))
      idle = nil
      look(at: open.count - 1, until: .now + Self.moment)
    }
  }

  /// The answers that there are now, each with where it goes.
  mutating func takeAnswers() -> [(bytes: [UInt8], reply: String)] {
    for index in open.indices.reversed() { look(at: index, until: .now) }
    defer { answers = [] }
    return answers
  }

  private mutating func look(at index: Int, until deadline: ContinuousClock.Instant) {
    do throws(ClientError) {
      guard let response = try open[index].answer(of: address, until: deadline) else { return }
      answers.append((ServedCalls.text(of: response), open[index].reply))
      idle = open[index].connection
    } catch {
      let answer = WireError.unavailable(reason: error.description)
      answers.append((answer.text, open[index].reply))
    }
    open.remove(at: index)
  }
}

/// A call that has no answer yet.
private struct OpenCall {
  let reply: String
  let began = ContinuousClock.now
  private let call: Call
  private(set) var connection: Connection?
  private var isSent = false
  private var mayRepeat: Bool

  /// - Parameter mayRepeat: on another connection, where this one breaks.
  init(_ call: Call, for reply: String, over connection: Connection?, mayRepeat: Bool) {
    (self.call, self.reply, self.connection, self.mayRepeat) = (call, reply, connection, mayRepeat)
  }

  /// - Returns: nil: there is none by then.
  mutating func answer(of address: SocketAddress, until deadline: ContinuousClock.Instant) throws(ClientError)
    -> Response?
  {
    while true {
      do throws(ClientError) {
        let open = if let connection { connection } else { try Connection(to: address) }
        connection = open
        if !isSent { try open.send(call) }
        isSent = true
        if let response = try open.receive(until: deadline) { return response }
        if let patience = call.patience, began + patience < .now { throw .timedOut }
        return nil
      } catch {
        // A connection that broke since the last call is noticed by using it.
        guard mayRepeat else { throw error }
        (connection, isSent, mayRepeat) = (nil, false, false)
      }
    }
  }
}
