import LayoutModel
import Motion
import Settables

/// What was set in a scene since it was last solved, and who wants to see it move.
///
/// One solve answers for everything that was set in a turn, so nobody can tell which view went where because of which
/// operation. What can be told is why a branch came or went, or a view changed its configuration: some operation set
/// what its condition reads. So a wish is that of an operation, and is asked for by branch and configuration:
///
/// - Of several operations that may have flipped a condition, one that wants the change animated is enough; else one
///   that leaves it to the file; it happens at once when none does.
/// - A condition that compares solved sizes may have been flipped by any of them.
/// - Another size of the scene is not animated unless that is asked for; a branch that flips because of it is, if the
///   file says so.
/// - A branch that flips because of a keyboard with a timing of its own goes along with that.
/// - What moves by itself, with no branch or configuration above it to tell why, is animated if anybody asks for that.
///   Else it goes with what is animated, unless the scene has another size or somebody asked for no animation of
///   numbers.
struct ChangeCauses: Sendable {
  /// What an operation sets, as far as conditions can read it.
  enum Subject: Hashable, Sendable {
    /// What is asked for by name: a flag, a trait, the configuration of the view at a path, nil: of any.
    case named(Settable, String?)
    case size
    /// A keyboard that says itself how it moves things; conditions see it in solved sizes alone.
    case keyboard
    /// A number, a text or the like: conditions see it in solved sizes alone.
    case numbers
    /// How far the content of a view is scrolled; for conditions the same.
    case scrolling(String)
    /// Records of lists; conditions see them as they see numbers, and in what comes and goes with them.
    case records
    /// More than one of these.
    case anything

    /// Whether it moves views without a branch that turns.
    fileprivate var movesByItself: Bool {
      switch self {
      case .size, .keyboard, .numbers, .scrolling, .records, .anything: true
      case .named: false
      }
    }
  }

  private struct Cause: Hashable {
    let subject: Subject
    let wish: Bool?
  }

  /// A stream of numbers has one cause a turn, however many there are.
  private var causes: Set<Cause> = []
  /// The same without names: at most some twelve, which is what all of them together come to.
  private var outline: Set<Cause> = []

  /// How what is asked for and has no timing of its own moves.
  private(set) var standard = Timing.standard

  var isEmpty: Bool { causes.isEmpty }

  mutating func add(_ subject: Subject, wish: Bool?) {
    causes.insert(Cause(subject: subject, wish: wish))
    let nameless: Subject =
      switch subject {
      case .named(let settable, _): .named(settable, nil)
      case .scrolling: .scrolling("")
      default: subject
      }
    outline.insert(Cause(subject: nameless, wish: wish))
  }

  /// Notes that somebody said how what has no timing of its own is to move; the latest one counts.
  mutating func use(_ timing: Timing) { standard = timing }

  mutating func forget() { (causes, outline, standard) = ([], [], .standard) }

  // MARK: Everything together

  /// Whether nobody wants anything animated, not even what the file says so of.
  var forbidAll: Bool { !outline.isEmpty && outline.allSatisfy { $0.wish == false } }
  /// Whether somebody wants what has no timing to move all the same.
  var isWished: Bool { outline.contains { $0.wish == true } }

  /// How a change goes that all of them may have caused.
  ///
  /// - Parameter isResized: whether the scene has another size than when it was last solved.
  func wish(isResized: Bool) -> Bool? { Self.strongest(outline, isResized) ?? nil }

  /// Whether views that no change is at or above move with what is animated somewhere else.
  func lendTimings(isResized: Bool) -> Bool {
    isWished || !isResized && !outline.contains { $0.wish == false && $0.subject.movesByItself }
  }

  /// Of scrolled views those whose content is at once where somebody has scrolled it: whoever scrolls by hand has seen
  /// the way already. So it is only animated where somebody asks for that: of those who scroll it, if there are any.
  ///
  /// - Parameter paths: all views whose content is scrolled elsewhere. Cost: these, and what was set.
  func scrolledAtOnce(among paths: Set<String>) -> Set<String> {
    if paths.isEmpty || !isWished { return paths }
    /// By name: whether somebody asks for it.
    var wishes: [Substring: Bool] = [:]
    for cause in causes {
      guard case .scrolling(let name) = cause.subject else { continue }
      wishes[name[...], default: false] = wishes[name[...]] == true || cause.wish == true
    }
    return paths.filter { path in
      // Views go by their last names as well.
      let names = [path[...]] + path.indices.lazy.filter { path[$0] == "." }.map { path[path.index(after: $0)...] }
      let asked = names.compactMap { wishes[$0] }
      return !asked.isEmpty && !asked.contains(true)
    }
  }

  // MARK: One change

  /// How an animated branch comes or goes. Another size of the scene is a cause like any other: the branch says that it
  /// is to be seen.
  func wish(forBranchAsking condition: Condition, in layout: ResolvedLayout) -> Bool? {
    wish(of: causes(of: condition, in: layout), isResized: false)
  }

  /// How the change of a view's configuration goes.
  func wish(forConfigurationOf view: ViewID, in layout: ResolvedLayout, isResized: Bool) -> Bool? {
    wish(of: causes(of: .configuration(view, name: Configuration.main), in: layout), isResized: isResized)
  }

  /// How other records come to be where they are. As with a branch, another size of the scene is no reason against it.
  func wishForRecords(isResized: Bool) -> Bool? {
    wish(of: outline.filter { $0.subject == .records }, isResized: isResized)
  }

  /// Whether a keyboard with a timing of its own may have flipped a condition.
  func includeKeyboard(for condition: Condition, in layout: ResolvedLayout) -> Bool {
    causes(of: condition, in: layout).contains { $0.subject == .keyboard }
  }

  private func wish(of guilty: Set<Cause>, isResized: Bool) -> Bool? {
    (Self.strongest(guilty, isResized) ?? Self.strongest(outline, isResized)) ?? nil
  }

  /// What was set that a condition reads.
  private func causes(of condition: Condition, in layout: ResolvedLayout) -> Set<Cause> {
    var (subjects, asked): (Set<Subject>, Set<ViewID>) = ([.anything, .records], [])
    if layout.collect(&subjects, readBy: condition, besides: &asked) { return outline }
    // What a condition reads is little, and what was set may be much.
    return Set(subjects.flatMap { subject in [true, false, nil].map { Cause(subject: subject, wish: $0) } })
      .intersection(causes)
  }

  /// Nil when there are no causes.
  private static func strongest(_ causes: Set<Cause>, _ isResized: Bool) -> Bool?? {
    if causes.isEmpty { return nil }
    let wishes = causes.map { cause -> Bool? in
      let resizes = isResized && (cause.subject == .size || cause.subject == .anything)
      return resizes ? cause.wish ?? false : cause.wish
    }
    if wishes.contains(true) { return .some(true) }
    return wishes.contains(nil) ? .some(nil) : .some(false)
  }
}

extension ResolvedLayout {
  /// Collects what a condition reads of what can be set.
  ///
  /// - Parameter asked: views of whose configuration that was asked already. Some ask for each other's, and one that
  ///   had nothing to do with it has nothing to do with it on another way either.
  /// - Returns: whether it may turn because of anything at all.
  fileprivate func collect(
    _ subjects: inout Set<ChangeCauses.Subject>, readBy condition: Condition, besides asked: inout Set<ViewID>
  ) -> Bool {
    switch condition {
    case .constant: return false
    case .flag(let name): subjects.insert(.named(.flag, name))
    case .trait(_, let name, _):
      subjects.insert(.named(.trait, name))
      if name.hasPrefix("sizeClass.") || name == "orientation" { subjects.insert(.size) }
    case .configuration(let view, _):
      guard asked.insert(view).inserted else { return false }
      subjects.insert(.named(.config, nil))
      subjects.insert(.named(.config, views[view].path))
      // A name that comes by itself.
      for configuration in configurations where configuration.view == view {
        if let when = configuration.when, collect(&subjects, readBy: when, besides: &asked) { return true }
      }
    case .compare, .hidden: return true
    case .not(let inner): return collect(&subjects, readBy: inner, besides: &asked)
    case .all(let parts), .any(let parts):
      for part in parts where collect(&subjects, readBy: part, besides: &asked) { return true }
    }
    return false
  }
}

extension Operation {
  /// What conditions may read of it.
  var subject: ChangeCauses.Subject {
    switch self {
    case .set(let assignment): assignment.readSubject
    case .keyboard: .keyboard
    case .records: .records
    // A question about a view that is away has another answer.
    case .append, .remove, .arrange, .reset: .anything
    }
  }
}

extension Assignment {
  fileprivate var readSubject: ChangeCauses.Subject {
    if case .records? = value { return .records }
    return switch settable.entry.asked {
    case .byName: .named(settable, subject)
    case .bySize: .size
    case .bySolvedSizes: settable == .scroll ? .scrolling(subject ?? "") : .numbers
    }
  }
}
