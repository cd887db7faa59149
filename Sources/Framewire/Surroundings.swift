public import Geometry
internal import LayoutEngine
internal import LayoutModel
internal import LayoutSyntax

/// What a layout is shown in. Lengths are points.
///
/// ```swift
/// var surroundings = Surroundings(size: Size(width: 390, height: 844))
/// surroundings.safe = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
/// surroundings.traits["idiom"] = "phone"
/// ```
public struct Surroundings: Equatable, Sendable {
  /// The size of the screen.
  public var size: Size
  /// Device pixels a point, above 0.
  public var scale: Double = 1
  /// What bars and notches cover at the physical edges.
  public var safe: EdgeInsets = .zero
  /// The margins of the outermost view.
  public var margins: Insets = 8
  /// The height that the keyboard covers at the bottom.
  public var keyboard: Double = 0
  /// A keyboard that floats or is split, in its place: where it is on the screen.
  public var floatingKeyboard: Rect?
  /// By name: `idiom`, `style`, `direction`, `contentSize`, `sizeClass.x`, or one's own. Size classes that are not said
  /// follow the size.
  public var traits: [String: String] = [:]
  /// The flags that are set.
  public var flags: Set<String> = []

  /// A phone's size, 390 × 844, unless said; light, left to right, nothing covered.
  public init(size: Size = Size(width: 390, height: 844)) { self.size = size }

  var environment: Environment {
    var environment = Environment()
    (environment.width, environment.height, environment.scale) = (size.width, size.height, scale)
    environment.safe = safe
    environment.margins = DirectionalInsets(
      top: margins.top, leading: margins.leading, bottom: margins.bottom, trailing: margins.trailing)
    environment.keyboard = floatingKeyboard.map { .floating($0) } ?? .docked(keyboard)
    environment.traits = traits
    environment.flags = flags
    return environment
  }
}

extension Surroundings {
  /// Traits of Framewire's own that have a value which they never have: E2214, as in a file.
  func mistakes(told site: Site) -> [LayoutDiagnostic] {
    traits.sorted { $0.key < $1.key }.compactMap { name, value in
      TraitDescription.objection(toSetting: name, to: value).map { objection in
        LayoutDiagnostic(
          code: ResolutionCode.impossibleSurroundings.rawValue, severity: .error,
          message: objection.words + didYouMean(objection.nearest), site: site,
          statement: nil, notes: [])
      }
    }
  }
}

extension Set<String> {
  /// Has the flags be what the closures of a layout answer now.
  mutating func follow(_ answers: [String: @Sendable () -> Bool]) {
    for (flag, answer) in answers { if answer() { insert(flag) } else { remove(flag) } }
  }
}
