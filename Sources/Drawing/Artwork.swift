public import Geometry

/// A picture as a list of marks, which every painter draws alike: SVG, pixels, and the characters of a terminal.
///
/// Everything is in points from the top left corner of the whole picture, so a painter adds nothing up. Marks are drawn
/// in their order, later ones over earlier ones. Each `begin` has its `end`. It knows neither fonts nor files: a text
/// comes with the place and width that it was measured to have, a picture as a path.
public struct Artwork: Equatable, Sendable {
  /// How much of it is seen, from 0, 0; what stands out is cut off.
  public var size: Size
  /// In the order in which they are drawn.
  public var marks: [Mark]

  public init(size: Size, marks: [Mark] = []) {
    self.size = size
    self.marks = marks
  }

  /// One thing that is drawn.
  public enum Mark: Equatable, Sendable {
    case box(Box)
    case line(Line)
    case text(Writing)
    case picture(Picture)
    /// What follows, to the `end` that belongs to it, is drawn as one.
    case begin(Layer)
    /// Ends the layer that was begun last.
    case end
  }

  /// A rectangle with what fills it and what goes along the inside of its edge.
  public struct Box: Equatable, Sendable {
    /// In points.
    public var frame: Rect
    /// Of its corners; more than half of the shorter side is half of it.
    public var radius: Points
    /// Nil: what is behind it is seen.
    public var fill: Colour?
    /// Nil: none.
    public var stroke: Stroke?

    public init(_ frame: Rect, radius: Points = 0, fill: Colour? = nil, stroke: Stroke? = nil) {
      self.frame = frame
      self.radius = radius
      self.fill = fill
      self.stroke = stroke
    }
  }

  /// How a line is drawn.
  public struct Stroke: Equatable, Sendable {
    /// What it is drawn with.
    public var colour: Colour
    /// In points.
    public var width: Points
    /// As long as the gaps between them, in points; 0: it is not broken.
    public var dash: Points

    public init(_ colour: Colour, width: Points = 1, dash: Points = 0) {
      self.colour = colour
      self.width = width
      self.dash = dash
    }
  }

  /// From one point to another.
  public struct Line: Equatable, Sendable {
    /// In points.
    public var start: Point
    /// In points.
    public var end: Point
    /// Around the line: half of it on each side.
    public var stroke: Stroke

    public init(from start: Point, to end: Point, _ stroke: Stroke) {
      self.start = start
      self.end = end
      self.stroke = stroke
    }
  }

  /// One line of text.
  public struct Writing: Equatable, Sendable {
    /// Which point of the line its place is.
    public enum Anchor: Sendable {
      case left, middle, right
    }

    /// What is to be read.
    public var text: String
    /// On the baseline, in points.
    public var place: Point
    /// Which point of the line that is.
    public var anchor: Anchor
    /// As it was measured, in points; nil: as it comes out.
    public var width: Points?
    /// The side of the em square, in points.
    public var fontSize: Points
    /// 400 is regular, 700 is bold.
    public var weight: Int
    /// Nil: the one that ships with Framewire.
    public var family: String?
    /// What it is drawn with.
    public var colour: Colour
    /// A rim around the letters, so that they can be read on anything; nil: none.
    public var halo: Colour?
    /// Whether its words and signs are ordered from right to left.
    public var isRightToLeft: Bool
    /// Whether the text goes on behind `width`, where it is cut.
    public var isCut: Bool

    public init(
      _ text: String, at place: Point, anchor: Anchor = .left, width: Points? = nil, fontSize: Points,
      weight: Int = 400, family: String? = nil, colour: Colour, halo: Colour? = nil, isRightToLeft: Bool = false,
      isCut: Bool = false
    ) {
      self.text = text
      self.place = place
      self.anchor = anchor
      self.width = width
      self.fontSize = fontSize
      self.weight = weight
      self.family = family
      self.colour = colour
      self.halo = halo
      self.isRightToLeft = isRightToLeft
      self.isCut = isCut
    }

    /// How far a halo goes around letters, in points: so far that a line below small ones is not seen in their blanks.
    public static let haloWidth: Points = 2

    /// What of a line that is cut can be seen; nil: all of it.
    public var window: Rect? {
      guard isCut, let width else { return nil }
      return Rect(x: left, y: place.y - 1.5 * fontSize, width: width, height: 2 * fontSize)
    }

    /// Where the line begins on the left, if it is as wide as it was measured to be.
    public var left: Points {
      switch anchor {
      case .left: place.x
      case .middle: place.x - (width ?? 0) / 2
      case .right: place.x - (width ?? 0)
      }
    }
  }

  /// A picture from a file.
  public struct Picture: Equatable, Sendable {
    /// In points; the picture fills it.
    public var frame: Rect
    /// As the layout reaches the file.
    public var path: String
    /// Of its frame and cross, where the file cannot be drawn.
    public var stroke: Stroke

    public init(_ path: String, in frame: Rect, stroke: Stroke) {
      self.path = path
      self.frame = frame
      self.stroke = stroke
    }

    /// What is drawn where there is no such file: a crossed box with its name, if there is room for one.
    public var marksWithoutFile: [Mark] {
      let (inner, name) = (frame.inset(by: stroke.width / 2), path.split(separator: "/").last.map(String.init) ?? path)
      let (topLeft, topRight) = (Point(x: inner.x, y: inner.y), Point(x: inner.right, y: inner.y))
      let (bottomLeft, bottomRight) = (Point(x: inner.x, y: inner.bottom), Point(x: inner.right, y: inner.bottom))
      let marks: [Mark] = [
        .line(Line(from: topLeft, to: bottomRight, stroke)), .line(Line(from: topRight, to: bottomLeft, stroke)),
        .box(Box(frame, stroke: stroke)),
      ]
      let size: Points = 9
      // Letters are rarely wider than six tenths of their height.
      guard frame.height >= 2 * size, frame.width >= 0.6 * size * Double(name.count) else { return marks }
      let place = Point(x: frame.middle.x, y: frame.middle.y + size / 3)
      return marks + [.text(Writing(name, at: place, anchor: .middle, fontSize: size, colour: stroke.colour))]
    }
  }

  /// What some marks have in common.
  public struct Layer: Equatable, Sendable {
    /// What stands out of it is cut off; nil: nothing is.
    public var clip: Rect?
    /// Of the clip's corners, as of a box.
    public var radius: Points
    /// From 0 to 1; of all marks together, not of each.
    public var opacity: Double

    public init(clip: Rect? = nil, radius: Points = 0, opacity: Double = 1) {
      self.clip = clip
      self.radius = radius
      self.opacity = opacity
    }
  }

  /// Puts another picture into this one, cut off at its edges.
  ///
  /// - Parameter place: of its top left corner, in this one.
  public mutating func add(_ other: Artwork, at place: Point) {
    let frame = Rect(x: place.x, y: place.y, width: other.size.width, height: other.size.height)
    marks.append(.begin(Layer(clip: frame)))
    marks += other.marks.map { $0.moved(by: place) }
    marks.append(.end)
  }
}

extension Artwork.Mark {
  fileprivate func moved(by distance: Point) -> Artwork.Mark {
    switch self {
    case .box(var box):
      box.frame = box.frame.moved(by: distance)
      return .box(box)
    case .line(var line):
      line.start = line.start.moved(by: distance)
      line.end = line.end.moved(by: distance)
      return .line(line)
    case .text(var writing):
      writing.place = writing.place.moved(by: distance)
      return .text(writing)
    case .picture(var picture):
      picture.frame = picture.frame.moved(by: distance)
      return .picture(picture)
    case .begin(var layer):
      layer.clip = layer.clip?.moved(by: distance)
      return .begin(layer)
    case .end: return .end
    }
  }
}

extension Point {
  func moved(by distance: Point) -> Point { Point(x: x + distance.x, y: y + distance.y) }
}

extension Rect {
  func moved(by distance: Point) -> Rect {
    Rect(x: x + distance.x, y: y + distance.y, width: width, height: height)
  }

  /// Inward from all four edges; not beyond the middle.
  public func inset(by distance: Points) -> Rect {
    let (across, down) = (min(distance, width / 2), min(distance, height / 2))
    return Rect(x: x + across, y: y + down, width: width - 2 * across, height: height - 2 * down)
  }

  var right: Points { x + width }
  var bottom: Points { y + height }
  var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}
