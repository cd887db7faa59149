import Geometry
import LayoutEngine
import PangoCairo

/// Everything that the size of a text depends on.
struct Question: Hashable {
  var text: String
  var attributes: TextAttributes
  var width: Points?
}

/// The answers to the latest questions, as many as fit.
///
/// Two generations: what is asked again moves to the younger one; when that is full it becomes the older one, and the
/// older one is forgotten. So what is in use stays, without a list of who was asked when.
struct KeptAnswers {
  /// Of each generation, in bytes, while a turn goes on: some 10,000 labels.
  static let capacity = 4 << 20
  /// Of each generation when a turn is over, in bytes for each view that is shown: a label asks for its size by itself
  /// and in a width.
  static let perView = 1 << 10
  /// However little is shown. By feel: what a hundred saves of a small scene ask.
  static let least = 256 << 10
  /// What a question and its answer take besides the text and where it may break. A table is between three eighths and
  /// three quarters full, and a text has a head.
  static let share = 2 * (MemoryLayout<Question>.stride + MemoryLayout<Answer>.stride) + 48

  struct Answer {
    var size: TextSize
    /// Of a text by itself, without a width.
    var breaks: LineBreaks?
  }

  private var younger: [Question: Answer] = [:]
  private var older: [Question: Answer] = [:]
  private var used = 0

  /// How many answers there are.
  var count: Int { younger.count + older.count }

  subscript(question: Question) -> TextSize? { mutating get { answer(to: question)?.size } }

  mutating func answer(to question: Question) -> Answer? {
    if let known = younger[question] { return known }
    guard let known = older[question] else { return nil }
    keep(known, for: question)
    return known
  }

  mutating func keep(_ answer: Answer, for question: Question) {
    let share = Self.share + question.text.utf8.count + 8 * (answer.breaks?.count ?? 0)
    if used + share > Self.capacity { age() }
    used += share
    younger[question] = answer
  }

  /// Has no more kept than `views` views can ask for, once nobody is in the middle of asking. Who saves all day would
  /// otherwise have all that was ever shown kept beside what is.
  mutating func endTurn(showing views: Int) {
    if used > max(Self.least, min(Self.capacity / Self.perView, views) * Self.perView) { age() }
  }

  private mutating func age() {
    older = younger
    younger = [:]
    used = 0
  }
}
