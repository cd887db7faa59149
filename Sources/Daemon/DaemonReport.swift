public import LayoutRuntime

/// What a daemon tells whoever runs it, for a terminal or a log.
public enum DaemonReport: Sendable {
  /// It serves now.
  case started(roots: [String], socket: String, scenes: SceneList)
  /// What is wrong with a file is not what it was; nothing, when it is mended.
  case diagnosed(file: String, DiagnosticReport)
  /// A file was saved that is right; what changed, and how long that took from its bytes to the frames.
  case saved(SavedFile, took: Duration)
  /// So many more were saved within a second.
  case savedMore(Int)
  /// A file with which something was wrong is gone, or goes by another name.
  case gone(file: String)
  /// Somebody held changes of files for longer than anybody may; they have taken effect.
  case holdEnded(reason: String, after: Duration)
  /// Something about watching files that the user should know: a limit reached, polling instead of events.
  case watching(String)
  /// Something about what survives a restart.
  case journal(JournalNotice)
  case stopped(reason: String)
}
