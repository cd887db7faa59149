public import Geometry

/// What is known of a picture that an image shows.
public enum Picture: Equatable, Sendable {
  /// Its size in points.
  case size(width: Points, height: Points)
  /// The picture has no size; a sentence tells the user why.
  case unusable(String)
}
