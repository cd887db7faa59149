import LayoutModel
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
/// - Another size of the scene is not animated unless that is asked for.
/// - What moves by itself, with no branch or configuration above it to tell why, is animated if anybody asks for that.
///   Else it goes with what is animated, unless the scene has another size or somebody asked for no animation of
///   numbers.
struct ChangeCauses: Sendable {
  /// What an operation sets, as far as conditions can read it.
  enum Subject: Equatable, Sendable {
    /// What is asked for by name: a flag, a trait, the configuration of the view at a path, nil: of any.
    case named(Settable, String?)
    case size
    /// A number, a text or the like: conditions see it in solved sizes alone.
    case numbers
    /// More than one of these.
    case anything

    /// Whether it moves views without a branch that turns.
    fileprivate var movesByItself: Bool {
      switch self {
      case .size, .numbers, .anything: true
      case .named: false
      }
    }
  }

  private var causes: [(subject: Subject, wish: Bool?)] = []

  var isEmpty: Bool { causes.isEmpty }

  mutating func add(_ subject: Subject, wish: Bool?) {
    // A stream of numbers has one cause a turn, however many there are.
    if causes.contains(where: { $0 == (subject, wish) }) { return }
    causes.append((subject, wish))
  }

  mutating func forget() { causes = [] }

  // MARK: Everything together

  /// Whether nobody wants anything animated, not even what the file says so of.
  var forbidAll: Bool { !causes.isEmpty && causes.allSatisfy { $0.wish == false } }
  /// Whether somebody wants what has no timing to move all the same.
  var isWished: Bool { causes.contains { $0.wish == true } }

  /// How a change goes that all of them may have caused.
  ///
  /// - Parameter isResized: whether the scene has another size than when it was last solved.
  func wish(isResized: Bool) -> Bool? { Self.strongest(causes[...], isResized) ?? nil }

  /// Whether views that no change is at or above move with what is animated somewhere else.
  func lendTimings(isResized: Bool) -> Bool {
    isWished || !isResized && !causes.contains { $0.wish == false && $0.subject.movesByItself }
  }

  // MARK: One change

  /// How a condition's change goes.
  func wish(for condition: Condition, in layout: ResolvedLayout, isResized: Bool) -> Bool? {
    let guilty = causes.filter { cause in
      var asked: Set<ViewID> = []
      return layout.reads(cause.subject, condition, besides: &asked)
    }
    return (Self.strongest(guilty[...], isResized) ?? Self.strongest(causes[...], isResized)) ?? nil
  }

  /// How the change of a view's configuration goes.
  func wish(forConfigurationOf view: ViewID, in layout: ResolvedLayout, isResized: Bool) -> Bool? {
    wish(for: .configuration(view, name: Configuration.main), in: layout, isResized: isResized)
  }

  /// Nil when there are no causes.
  private static func strongest(_ causes: ArraySlice<(subject: Subject, wish: Bool?)>, _ isResized: Bool) -> Bool?? {
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
  /// Whether a condition may turn because `subject` was set.
  ///
  /// - Parameter asked: views of whose configuration that was asked already. Some ask for each other's, and one that
  ///   had nothing to do with it has nothing to do with it on another way either.
  fileprivate func reads(
    _ subject: ChangeCauses.Subject, _ condition: Condition, besides asked: inout Set<ViewID>
  ) -> Bool {
    if subject == .anything { return true }
    switch condition {
    case .constant: return false
    case .flag(let name): return subject == .named(.flag, name)
    case .trait(_, let name, _):
      if subject == .named(.trait, name) { return true }
      return subject == .size && (name.hasPrefix("sizeClass.") || name == "orientation")
    case .configuration(let view, _):
      if case .named(.config, let path) = subject, path == nil || path == views[Int(view.index)].path { return true }
      // A name that comes by itself.
      guard asked.insert(view).inserted else { return false }
      return configurations.contains { configuration in
        configuration.view == view && configuration.when.map { reads(subject, $0, besides: &asked) } ?? false
      }
    case .compare, .hidden: return true
    case .not(let inner): return reads(subject, inner, besides: &asked)
    case .all(let parts), .any(let parts): return parts.contains { reads(subject, $0, besides: &asked) }
    }
  }
}

extension Operation {
  /// What conditions may read of it.
  var subject: ChangeCauses.Subject {
    switch self {
    case .set(let assignment): assignment.readSubject
    case .keyboard: .numbers
    // A question about a view that is away has another answer.
    case .append, .remove, .arrange, .reset: .anything
    }
  }
}

extension Assignment {
  fileprivate var readSubject: ChangeCauses.Subject {
    switch settable.entry.asked {
    case .byName: .named(settable, subject)
    case .bySize: .size
    case .bySolvedSizes: .numbers
    }
  }
}
