/// What a number of the surroundings has to be. Files and callers are told so in the same words.
public enum SurroundingsRule: Sendable {
  case size, scale, insets, keyboard

  public func allows(_ number: Double) -> Bool {
    switch self {
    case .size, .keyboard: number.isFinite && number >= 0
    case .scale: number.isFinite && number > 0
    case .insets: number.isFinite
    }
  }

  /// A whole sentence.
  public var words: String {
    switch self {
    case .size: "a size has two lengths of at least 0"
    case .scale: "a scale is above 0"
    case .insets: "insets are finite"
    case .keyboard: "the keyboard covers a height of at least 0"
    }
  }
}
