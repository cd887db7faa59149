/// How much of a file matters.
public enum FileExtent: Hashable, Sendable {
  case whole
  /// The first `Runtime.longestBeginning` bytes, or fewer when there are not so many.
  case beginning
}

/// What the world should do after a turn, in this order.
public enum Effect: Equatable, Sendable {
  /// Write this down where it survives the process, before anybody is told that it is done.
  case remember([MemoryRecord])
  /// Answer a request.
  case reply(RequestID, Reply)
  /// What is wrong with a document, or with a scene of it, is not what it was: for the log.
  case diagnosed(file: String, DiagnosticReport)
  /// A document with which something was wrong is gone, or goes by another name; what was told of it is over.
  case gone(file: String)
  /// Somebody held changes of files for longer than anybody may, and they have taken effect: for the log. `reason` as
  /// he gave it.
  case holdEnded(reason: String)
  /// Follow this file from now on, there or not: send it with `Command.file` whenever it changes.
  case follow(path: String, FileExtent)
  /// Follow it no longer. A file that is followed in both extents is, in the other one.
  case release(path: String, FileExtent)
  /// Look at a path now, followed or not, and send what is there with `Command.file`, be it news or not.
  case look(path: String, FileExtent)
  /// Do this, anywhere, and send what `run` returns with `Command.finished`. Jobs may be done in any order.
  case perform(Job)
  /// Run a turn at this instant, if none comes earlier; replaces an earlier wish. Nil: there is none.
  case wake(at: Instant?)
}
