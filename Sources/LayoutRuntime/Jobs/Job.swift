public import LayoutEngine
import LayoutModel
import LayoutSyntax

/// A piece of work that may take long and needs nothing but what it carries, so that it can be done anywhere: on
/// another thread, at once, or later.
///
/// A runtime hands it out with `Effect.perform`, goes on with everything else, and takes the outcome back with
/// `Command.finished`. What comes of it is the same wherever and whenever it is done; only what is published in
/// between differs.
public struct Job: Sendable {
  /// Unique in its runtime.
  public let number: Int
  /// On whose account it is done.
  public let payer: Payer
  let work: Work

  /// Who is served later for what a job costs.
  public enum Payer: Hashable, Sendable {
    /// Whoever asked for it.
    case request(RequestID)
    /// A document: the path of its file.
    case document(String)
    /// A scene, by its name.
    case scene(String)
  }

  /// Indirect, as outcomes are: a scene is large, and commands and effects are handed on by value.
  indirect enum Work: Sendable {
    case parse(Parsing)
    case compile(Compilation)
    case apply(Applying)
    case solve(Solving)
    case publish(Publishing)
    case check(Check)
    case look(Looking)
  }

  /// Does it.
  ///
  /// - Parameter measurer: measures texts as that of the runtime's turns does.
  public func run(measuring measurer: some TextMeasuring) -> Finished {
    let outcome: Finished.Outcome
    switch work {
    case .parse(let parsing): outcome = .parsed(parsing.run(), of: parsing)
    case .compile(let compilation): outcome = .compiled(compilation.run())
    case .apply(let applying): outcome = .applied(scene: applying.name, applying.run())
    case .solve(let solving): outcome = .solved(scene: solving.name, solving.run(measuring: measurer))
    case .publish(let publishing): outcome = .published(scene: publishing.name, publishing.run())
    case .check(var check):
      check.advance(measuring: measurer)
      outcome = .checked(check)
    case .look(let looking): outcome = .looked(looking.request, looking.run())
    }
    return Finished(number: number, outcome: outcome)
  }

  /// A job that is done.
  public struct Finished: Equatable, Sendable {
    /// Of the job.
    public let number: Int
    let outcome: Outcome

    indirect enum Outcome: Sendable {
      case parsed(SyntaxTree, of: Parsing)
      case compiled(Compilation.Outcome)
      case applied(scene: String, Applied)
      case solved(scene: String, Solving.Solved)
      case published(scene: String, Revised)
      case checked(Check)
      case looked(RequestID, Reply)
    }

    /// What will be to be remembered of it, so that it can be written down beforehand; nil: nothing that is long.
    public var record: MemoryRecord? {
      guard case .applied(let scene, let applied) = outcome, case .success(let change) = applied.result else {
        return nil
      }
      let settings = change.difference.settings
      return settings.isEmpty ? nil : .set(scene: scene, settings)
    }

    /// By number alone, as of jobs.
    public static func == (left: Finished, right: Finished) -> Bool { left.number == right.number }
  }
}

extension Job: Equatable {
  /// Jobs of one runtime are told apart by their numbers; the scenes in them are too large to be compared.
  public static func == (left: Job, right: Job) -> Bool { left.number == right.number }
}
