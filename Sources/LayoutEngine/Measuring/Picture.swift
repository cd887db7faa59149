public import Geometry

/// What is known of a picture that an image shows.
public enum Picture: Equatable, Sendable {
  /// Its size in points.
  case size(width: Points, height: Points)
  /// Why it has none: a sentence for the user.
  case unusable(String)
}
