/// Names a request until it is answered. Whoever sends it chooses the numbers.
public struct RequestID: Hashable, Comparable, Sendable {
  /// Unique among the requests that wait for an answer.
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }
  public static func < (left: RequestID, right: RequestID) -> Bool { left.value < right.value }
}

/// Names a subscriber from `subscribe` until its `bye`. Whoever sends commands chooses the numbers.
public struct SubscriberID: Hashable, Comparable, Sendable {
  /// Never used twice.
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }
  public static func < (left: SubscriberID, right: SubscriberID) -> Bool { left.value < right.value }
}

/// Names whoever sends commands, a connection say, until `Command.gone`. Whoever sends commands chooses the numbers.
public struct PeerID: Hashable, Sendable {
  /// Never used twice.
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }
}

/// Everything that can happen to the runtime. `Runtime.handle(_:at:)` records it, the next turn acts on it.
public enum Command: Equatable, Sendable {
  /// What is at a path now: the answer to `Effect.look`, or the news that a file changed. Paths are compared byte
  /// by byte and are what imports are relative to. Of a picture it is enough to send the beginning. A file that is not
  /// there is missing only after a while.
  case file(path: String, FileContent)
  /// A job is done that `Effect.perform` handed out.
  case finished(Job.Finished)
  /// The measurer that turns get has other answers than before.
  case measureAgain(because: String)
  /// The complete set of documents in the served folders. New ones are read; those no longer in it count as
  /// missing. Imports may not lead out of `roots`, the folders as prefixes of paths; no roots: anywhere.
  case serve(roots: [String], paths: [String])
  /// Documents that are in the served folders besides those that are known to be. They are read.
  case found(roots: [String], paths: [String])
  /// Documents that are not in the served folders any more. They count as missing.
  case lost(paths: [String])
  /// The subscriber has gone; nothing more is kept for it.
  case unsubscribe(SubscriberID)
  /// Whoever watches the files sees that several are changing together (true), or has told of all of them (false).
  /// Until then they are held, as by `hold`.
  case gather(Bool)
  /// A peer is not there any more: it holds nothing, and its private scenes end.
  case gone(PeerID)
  /// Somebody asks for something, and is answered by exactly one `Effect.reply`.
  case request(RequestID, Demand)
  /// Nobody is there any more to be answered: a request that waits for files or for rest is answered at once, as one
  /// that has timed out.
  case abandon(RequestID)
  /// Ends every stream with `bye`.
  case stop(reason: String)
}

/// What somebody found at a path.
public enum FileContent: Equatable, Sendable {
  case bytes([UInt8])
  case missing
  /// The system's own words: "permission denied".
  case unreadable(String)
  /// The path leads to where nothing is read, be there a file or not.
  case outside
}
