/// What the numbers of `Stats` are: one entry each, from which the table for people and the one for Prometheus are
/// made.
struct MetricEntry {
  /// Under which heading people find it.
  enum Group: String, CaseIterable {
    case served = "served now"
    case limits = "kept, and how much at most"
    case work = "done since the start"
    case time = "time since the start"
    case frames = "animation frames"
    case journal = "journal"
  }

  enum Unit: Equatable {
    case count, bytes, milliseconds, hertz
    /// 1 for yes and 0 for no.
    case truth
  }

  /// Of Prometheus: a counter only grows while the daemon lives.
  enum Kind: String {
    case counter, gauge
  }

  /// As `Stats` has it.
  let name: String
  let group: Group
  /// For people, in a line of a table.
  let words: String
  let unit: Unit
  let kind: Kind
  /// The family's name for Prometheus, in base units: seconds, bytes.
  let family: String
  /// What tells it from others of its family.
  var label: (name: String, value: String)?
  /// What the family is, in a sentence.
  let help: String
}

enum MetricCatalogue {
  static let entries = served + limits + work + times + frames + journal

  private static func entry(
    _ name: String, _ group: MetricEntry.Group, _ words: String, _ family: String, _ help: String,
    unit: MetricEntry.Unit = .count
  ) -> MetricEntry {
    MetricEntry(
      name: name, group: group, words: words, unit: unit, kind: family.hasSuffix("_total") ? .counter : .gauge,
      family: family, help: help)
  }

  private static let served = [
    entry("scenes", .served, "scenes", "framewire_scenes", "Scenes that are open."),
    broken("stale", "scenes that show older frames"), broken("failed", "scenes that show nothing"),
    entry("views", .served, "views in them", "framewire_views", "Views of all open scenes."),
    entry("moving", .served, "views that move", "framewire_moving_views", "Views that are on their way to a place."),
    entry("subscribers", .served, "subscribers", "framewire_subscribers", "Streams that are being sent."),
    entry("calls", .served, "calls that wait", "framewire_waiting_calls", "Calls that wait for a turn."),
    entry("jobs", .served, "long work", "framewire_jobs", "Pieces of long work that wait or are under way."),
    entry("documents", .served, "documents", "framewire_documents", "Layout files and loaded texts."),
    entry(
      "filesToRead", .served, "files to be read", "framewire_files_to_read", "Found files that nobody has read yet."),
    entry(
      "clockRunning", .served, "clock of scenes runs", "framewire_clock_running",
      "Whether the clock of scenes runs (1) or is stopped (0).", unit: .truth),
    entry(
      "scenes.clocks", .served, "scenes on a clock of their own", "framewire_scenes_on_own_clock",
      "Scenes whose clock somebody has stopped or moved alone."),
  ]

  private static func broken(_ state: String, _ words: String) -> MetricEntry {
    MetricEntry(
      name: "scenes.\(state)", group: .served, words: words, unit: .count, kind: .gauge,
      family: "framewire_broken_scenes", label: ("state", state),
      help: "Scenes that do not show what their file says: their last good frames (stale), or none (failed).")
  }

  /// What has a limit, and the limit (`Documentation/limits.md`).
  private static let limits =
    [
      entry(
        "documents.gone", .limits, "documents whose file is gone", "framewire_gone_documents", "Files that are gone."),
      entry(
        "evictions", .limits, "connections closed to make room", "framewire_evictions_total",
        "Connections closed because all together held too much."),
    ]
    + limited("connections", "connections.max", "connections", "framewire_connections")
    + limited("scenes.opened", "scenes.opened.max", "scenes opened by programs", "framewire_opened_scenes")
    + limited("documents.loaded", "documents.loaded.max", "documents loaded", "framewire_loaded_documents")
    + limited(
      "documents.loaded.bytes", "documents.loaded.bytes.max", "their texts", "framewire_loaded_documents", unit: .bytes)
    + [
      entry(
        "holds.files", .limits, "files that changed and are held", "framewire_held_files",
        "Files whose changes wait for the end of a hold.")
    ]
    + limited("holds", "holds.max", "holds of files", "framewire_holds")
    + limited("settings.most", "settings.max", "things set in one scene", "framewire_settings")
    + limited("state.bytes", "state.bytes.max", "what is set in all", "framewire_state", unit: .bytes)
    + limited("input.bytes", "input.max", "unfinished requests", "framewire_input", unit: .bytes)
    + limited("output.bytes", "output.max", "unread answers and events", "framewire_output", unit: .bytes)

  private static func limited(
    _ name: String, _ limit: String, _ words: String, _ family: String, unit: MetricEntry.Unit = .count
  ) -> [MetricEntry] {
    let ending = unit == .bytes ? "_bytes" : ""
    let topic = words.prefix(1).uppercased() + words.dropFirst()
    return [
      entry(name, .limits, words, family + ending, "\(topic).", unit: unit),
      entry(limit, .limits, "\(words), at most", "\(family)_limit\(ending)", "\(topic), at most.", unit: unit),
    ]
  }

  private static let work = [
    entry("commands", .work, "commands taken in", "framewire_commands_total", "Requests, files and results taken in."),
    entry("turns", .work, "turns", "framewire_turns_total", "Times that the runtime worked on what was there."),
    entry(
      "reads", .work, "files looked at again", "framewire_reads_total", "Looks at files that were asked of the disk."),
    entry("parses", .work, "files parsed", "framewire_parses_total", "Files parsed."),
    entry(
      "importVisits", .work, "imports looked at", "framewire_import_visits_total", "Files visited to follow imports."),
    entry("resolutions", .work, "documents resolved", "framewire_resolutions_total", "Documents resolved."),
    entry("compilations", .work, "systems compiled", "framewire_compilations_total", "Constraint systems compiled."),
    entry("solves", .work, "solves", "framewire_solves_total", "Times that a scene was solved."),
    entry("measurements", .work, "texts measured", "framewire_measurements_total", "Texts measured."),
    entry("revisions", .work, "revisions", "framewire_revisions_total", "Revisions of scenes."),
    entry("publications", .work, "messages told", "framewire_publications_total", "Messages made for subscribers."),
  ]

  /// By what `Stats` calls them behind `time.`.
  private static let stages = [
    ("settle", "waiting for files to settle"), ("read", "reading files"), ("parse", "parsing"),
    ("resolve", "resolving"), ("lower", "lowering and compiling"), ("solve", "solving"), ("measure", "measuring texts"),
    ("diff", "finding what changed"), ("finish", "answers and reports"), ("remember", "writing the journal"),
    ("encode", "encoding messages"), ("send", "sending them"),
  ]

  private static let times = stages.map { stage, words in
    MetricEntry(
      name: "time.\(stage)", group: .time, words: words, unit: .milliseconds, kind: .counter,
      family: "framewire_stage_seconds_total", label: ("stage", stage),
      help: "Time spent in each stage between a save and its bytes to subscribers.")
  }

  private static let lateness = [("p50", "half of them", "0.5"), ("p99", "99 of 100", "0.99"), ("max", "all", "1")]

  private static let frames =
    [
      entry("frames.count", .frames, "frames", "framewire_frames_total", "Animation frames made."),
      entry(
        "frames.rate", .frames, "frames a second at most", "framewire_frame_rate_hertz",
        "Frames a second while something moves.", unit: .hertz),
    ]
    + lateness.map { name, share, quantile in
      MetricEntry(
        name: "frames.late.\(name)", group: .frames, words: "\(share) of the last not later than", unit: .milliseconds,
        kind: .gauge, family: "framewire_frame_lateness_seconds", label: ("quantile", quantile),
        help: "How late the last animation frames were, by quantile.")
    }

  private static let journal = [
    entry(
      "journal.bytes", .journal, "size of the file", "framewire_journal_bytes", "Bytes in the journal.", unit: .bytes),
    entry(
      "journal.failing", .journal, "cannot be written", "framewire_journal_failing",
      "Whether what is set now will be lost when the daemon ends (1).", unit: .truth),
  ]
}
