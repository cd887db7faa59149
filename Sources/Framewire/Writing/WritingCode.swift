internal import LayoutSyntax

/// Every complaint that only layouts in Swift have, by its code. What a file can have as well has the code of the
/// language.
enum WritingCode: String, ComplaintCode {
  case strangeView = "E2501"
  case secondParent = "E2502"
  case noWords = "E2503"
  case badName = "E2504"
  case badNumber = "E2505"
  case missingLayout = "E2506"
}
