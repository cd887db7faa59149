public import Geometry

/// What is known of a picture that an image shows.
public enum Picture: Equatable, Sendable {
  /// Its size in points, and a number that is another one with other pixels.
  case size(width: Points, height: Points, version: Int = 0)
  /// The picture has no size; a sentence tells the user why.
  case unusable(String)
}
