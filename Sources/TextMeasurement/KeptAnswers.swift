import Geometry
import LayoutEngine

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
  /// Of each generation, in bytes of text and a share for the rest: some 30,000 labels.
  static let capacity = 4 << 20

  private var younger: [Question: TextSize] = [:]
  private var older: [Question: TextSize] = [:]
  private var used = 0

  subscript(question: Question) -> TextSize? {
    mutating get {
      if let known = younger[question] { return known }
      guard let known = older[question] else { return nil }
      self[question] = known
      return known
    }
    set {
      used += question.text.utf8.count + 128
      if used > Self.capacity {
        older = younger
        younger = [:]
        used = question.text.utf8.count + 128
      }
      younger[question] = newValue
    }
  }
}
