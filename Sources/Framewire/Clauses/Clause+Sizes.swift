public import Geometry
internal import LayoutModel

/// How large a view is, and how firmly it holds to the size of its content.
extension Clause {
  /// So wide, in points.
  @_disfavoredOverload public static func width(_ points: Double) -> Clause {
    Clause(.length(.width, .equal, Extent(points)))
  }
  /// So wide: `.width(80%)` of the parent's width, `.width(50% - 8)`.
  public static func width(_ extent: Extent) -> Clause { Clause(.length(.width, .equal, extent)) }
  /// As wide as something else is long: `.width(2 * image.height)`.
  public static func width(_ length: Anchor<Length>) -> Clause { Clause(.length(.width, .equal, Extent(length))) }
  /// At least or at most so wide.
  public static func width(_ bound: LengthBound) -> Clause { Clause(.length(.width, bound.comparison, bound.extent)) }
  /// Between two numbers of points.
  public static func width(_ range: ClosedRange<Double>) -> Clause {
    Clause(.range(.width, range.lowerBound, range.upperBound, isHalfOpen: false))
  }
  /// Between two numbers of points, and below the second by a device pixel or more.
  public static func width(_ range: Range<Double>) -> Clause {
    Clause(.range(.width, range.lowerBound, range.upperBound, isHalfOpen: true))
  }

  /// So high, in points.
  @_disfavoredOverload public static func height(_ points: Double) -> Clause {
    Clause(.length(.height, .equal, Extent(points)))
  }
  /// So high: `.height(80%)` of the parent's height, `.height(50% - 8)`.
  public static func height(_ extent: Extent) -> Clause { Clause(.length(.height, .equal, extent)) }
  /// As high as something else is long: `.height(2 * image.height)`.
  public static func height(_ length: Anchor<Length>) -> Clause { Clause(.length(.height, .equal, Extent(length))) }
  /// At least or at most so high.
  public static func height(_ bound: LengthBound) -> Clause { Clause(.length(.height, bound.comparison, bound.extent)) }
  /// Between two numbers of points.
  public static func height(_ range: ClosedRange<Double>) -> Clause {
    Clause(.range(.height, range.lowerBound, range.upperBound, isHalfOpen: false))
  }
  /// Between two numbers of points, and below the second by a device pixel or more.
  public static func height(_ range: Range<Double>) -> Clause {
    Clause(.range(.height, range.lowerBound, range.upperBound, isHalfOpen: true))
  }

  /// Both sides alike.
  public static func size(_ side: Extent) -> Clause { Clause(.size(.equal, side, side)) }
  /// So wide and so high; nil: nothing is said of that side.
  public static func size(_ width: Extent?, _ height: Extent?) -> Clause { Clause(.size(.equal, width, height)) }
  /// So wide and so high.
  public static func size(_ size: Size) -> Clause {
    Clause(.size(.equal, Extent(size.width), Extent(size.height)))
  }
  /// As large as something else: `.size(icon.size)`.
  public static func size(_ other: SizeAnchor) -> Clause { Clause(.sizeOf(.equal, other.place)) }
  /// At least or at most so large.
  public static func size(_ bound: SizeBound) -> Clause {
    Clause(.size(bound.comparison, bound.width, bound.height))
  }

  /// So many times as wide as high.
  public static func aspect(_ ratio: Double) -> Clause { Clause(.aspect(ratio, 1)) }
  /// Width to height: `.aspect(16, 9)`.
  public static func aspect(_ width: Double, _ height: Double) -> Clause { Clause(.aspect(width, height)) }

  // MARK: Content

  /// How firmly it refuses to be larger than its content.
  public static func hug(_ priority: Priority, _ axis: Axis? = nil) -> Clause {
    Clause(.content(.hug, axis)).priority(priority)
  }
  /// How firmly it refuses to be smaller than its content.
  public static func resist(_ priority: Priority, _ axis: Axis? = nil) -> Clause {
    Clause(.content(.resist, axis)).priority(priority)
  }
  /// Gives way easily: it resists at `.low`.
  public static func shrink(_ axis: Axis? = nil) -> Clause { Clause(.content(.shrink, axis)) }
  /// Is never smaller than its content.
  public static func noshrink(_ axis: Axis? = nil) -> Clause { Clause(.content(.noshrink, axis)) }
  /// Takes room easily: it hugs at `.low`.
  public static func grow(_ axis: Axis? = nil) -> Clause { Clause(.content(.grow, axis)) }
  /// Is never larger than its content.
  public static func nogrow(_ axis: Axis? = nil) -> Clause { Clause(.content(.nogrow, axis)) }
  /// Is as large as its content.
  public static func exact(_ axis: Axis? = nil) -> Clause { Clause(.content(.exact, axis)) }

  /// A natural size, where somebody else draws the content; nil: none along that axis.
  public static func intrinsic(_ width: Double?, _ height: Double?) -> Clause {
    Clause(.intrinsic(width, height))
  }
  /// The first baseline from the top, and the last from the bottom, where somebody else draws the content.
  public static func baselines(_ first: Double, _ last: Double) -> Clause {
    Clause(.baselines(first, last))
  }
}
