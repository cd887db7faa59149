public import Geometry
public import Settables

/// Where the keyboard of a scene is.
public enum Keyboard: Equatable, Sendable {
  /// It covers this height at the bottom of the scene, from side to side; 0: there is none.
  case docked(Points)
  /// A rectangle in the scene, which floats or is split. Without a height it covers nothing.
  case floating(Rect)

  /// No keyboard.
  public static let away = Keyboard.docked(0)

  /// As `SettableValue` has it: a height, or x, y, width and height. Nil for any other value.
  public init?(_ value: SettableValue) {
    if let height = value.number {
      self = .docked(height)
    } else if let sides = value.numbers?.compactMap({ $0 }), sides.count == 4 {
      self = .floating(Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3]))
    } else {
      return nil
    }
  }

  /// The same for whoever sets it.
  public var settable: SettableValue {
    switch self {
    case .docked(let height): .number(height)
    case .floating(let rect): .numbers([rect.x, rect.y, rect.width, rect.height])
    }
  }

  /// How high the part of a view is below which the keyboard begins: from the top of the keyboard to the bottom of the
  /// view. That is more than the view's own height where the keyboard begins above it, and 0 where the keyboard is
  /// wholly above or below it. It does not matter where the two are horizontally.
  ///
  /// - Parameters:
  ///   - frame: of the view, in the scene.
  ///   - sceneHeight: the height of the scene.
  public func height(under frame: Rect, sceneHeight: Points) -> Points {
    let (top, bottom) =
      switch self {
      case .docked(let height): (sceneHeight - height, sceneHeight)
      case .floating(let rect): (rect.y, rect.y + rect.height)
      }
    let end = frame.y + frame.height
    return top < bottom && top < end && bottom > frame.y ? end - top : 0
  }
}
