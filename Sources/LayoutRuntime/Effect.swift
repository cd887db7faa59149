/// What the world should do after a turn, in this order.
public enum Effect: Equatable, Sendable {
  /// Write this down where it survives the process, before anybody is told that it is done.
  case remember([MemoryRecord])
  /// Answer a request.
  case reply(RequestID, Reply)
  /// A subscriber has something to get: call `nextPublication(for:at:)` when its connection takes bytes, until
  /// that returns nil. Not repeated before then.
  case ready(SubscriberID)
  /// What is wrong with a document, or with a scene of it, is not what it was: for the log.
  case diagnosed(file: String, DiagnosticReport)
  /// A document with which something was wrong is gone, or goes by another name; what was told of it is over.
  case departed(file: String)
  /// Watch exactly these paths, sorted by bytes: documents and everything they import; and the picture files that they
  /// name, of which only the beginning matters, as for `readPicture`.
  case watch(paths: [String], pictures: [String])
  /// Read a path now and send what is there with `Command.file`.
  case read(path: String)
  /// Read the first `Runtime.longestBeginning` bytes of a path now, or fewer when there are not so many, and send them
  /// with `Command.file`.
  case readPicture(path: String)
  /// Run a turn at this instant, if none comes earlier; replaces an earlier wish. Nil: there is none.
  case wake(at: Instant?)
}
