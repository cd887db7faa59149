import LayoutRuntime
import Posix
import Wire

/// A call as far as it can be understood without asking anybody.
struct UnderstoodCall: Sendable {
  /// The caller takes no reply.
  let isSilent: Bool
  /// What is asked for, and the same in the runtime's words; nil for what the daemon answers by itself.
  let outcome: Result<(request: Request, demand: Demand?), WireError>

  init(_ call: Call, of client: EventLoop.Token) {
    isSilent = call.oneway
    do throws(WireError) {
      let request = try Request(call)
      let demand = try Demand(request, subscriber: SubscriberID(client.rawValue))
      outcome = .success((request, demand))
    } catch { outcome = .failure(error) }
  }

  /// Whether nothing comes of it when nobody waits for the answer.
  var isInVainWithoutAsker: Bool {
    if case .success((_, let demand?)) = outcome { demand.isInVainWithoutAsker } else { true }
  }
}

/// A message that is long enough for others to notice how long it takes to be understood: a megabyte of operations
/// takes some ten milliseconds, and a file may have sixteen. So it is understood on another thread.
struct LongMessage: Sendable {
  /// In bytes.
  static let shortest = 1 << 16

  let client: EventLoop.Token
  let bytes: [UInt8]

  func understand() -> Result<UnderstoodCall, MalformedCall> {
    do throws(MalformedCall) { return .success(UnderstoodCall(try Call(decoding: bytes), of: client)) } catch {
      return .failure(error)
    }
  }
}
