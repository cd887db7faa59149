import Frames
import LayoutModel
import LayoutSyntax

/// What somebody wants to know of a scene as it is at the end of a turn.
enum SceneQuestion: Sendable {
  case snapshot(FrameFilter, at: Revision?)
  /// The last ones, so many at most.
  case revisions(Int)
  /// Why a view or guide is where it is; nil: all about it.
  case explanation(of: String, AnchorAttribute?)
  case values([String], clauses: Bool)
  case dump(SceneDump)
}

/// A question about a scene, with what the answer is found in: of tens of thousands of views that takes longer than
/// others can wait.
struct Looking: Sendable {
  let request: RequestID
  let question: SceneQuestion
  let scene: Scene
  /// By path, of the files that its layout comes from.
  let trees: [String: SyntaxTree]

  func run() -> Reply { scene.reply(to: question) { trees[$0] } }
}

extension Scene {
  /// - Parameter tree: what is in a file that its layout comes from.
  func reply(to question: SceneQuestion, tree: @escaping (String) -> SyntaxTree?) -> Reply {
    do throws(RequestFailure) { return .done(try answer(to: question, tree: tree)) } catch { return .failed(error) }
  }

  private func answer(
    to question: SceneQuestion, tree: @escaping (String) -> SyntaxTree?
  ) throws(RequestFailure) -> Answer {
    switch question {
    case .snapshot(let filter, let revision): return .snapshot(try snapshot(at: revision, under: filter))
    case .revisions(let most): return .revisions(published.ring.last(most).map { RevisionSummary($0) })
    case .explanation(let view, let attribute): return try explanation(ofViewAt: view, attribute)
    case .values(let names, let clauses): return try values(named: names, in: clauses ? tree : nil)
    case .dump(let dump): return .dump(try self.dump(dump, tree: tree))
    }
  }

  private func snapshot(at revision: Revision?, under filter: FrameFilter) throws(RequestFailure) -> Publication {
    func shown(_ picture: FrameSet) -> Publication {
      publication(.snapshot(picture.filtered(by: filter), isReset: false), at: published.time)
    }
    let current = published.history.revision
    guard let revision, revision != current else { return shown(published.history.current) }
    guard let (picture, entry) = published.past(revision) else {
      throw .revisionGone(oldest: published.ring.oldest ?? current, newest: current)
    }
    return shown(picture).dated(as: entry)
  }

  /// How many ids there are, and records of lists.
  private var namesAndRecords: Int {
    guard let live = newest?.value else { return 0 }
    return live.written.lists.reduce(live.declared.identifiers.count) { count, list in
      count + (live.inputs.records[list.name] ?? list.records).count
    }
  }

  /// What it costs to answer, in views of a new picture. By measuring, roughly.
  func cost(ofAnswerTo question: SceneQuestion) -> Int {
    let views = published.history.current.views.count
    switch question {
    case .snapshot(let filter, _): return views / (filter.fields.wantAppearance ? 2 : 8)
    case .revisions: return 0
    case .explanation, .dump: return views + settings.outside.count / 2
    case .values: return (settings.outside.count + namesAndRecords) / 2
    }
  }
}
