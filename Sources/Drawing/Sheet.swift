public import Geometry

/// Several pictures beside and below each other, each with words above it.
public struct Sheet {
  /// A picture with what it shows.
  public struct Item: Sendable {
    /// Above the picture.
    public var caption: String
    /// Is put as it is.
    public var artwork: Artwork

    public init(_ caption: String, _ artwork: Artwork) {
      self.caption = caption
      self.artwork = artwork
    }
  }

  /// All of them as one picture.
  public let artwork: Artwork
  /// Where the pictures' top left corners are in it, in their order.
  public let places: [Point]

  /// Around pictures, in points.
  public static let gap: Points = 24
  /// Of captions.
  private static let fontSize: Points = 13
  /// From a picture to the one above it: the gap and a caption.
  private static let headroom = gap + 2 * fontSize

  /// A table, such as one size a column and one trait a row. Columns are as wide as their widest picture.
  ///
  /// - Parameters:
  ///   - rows: from the top, each from the left.
  ///   - theme: of captions and of what is between the pictures.
  public init(table rows: [[Item]], theme: Theme) {
    var widths: [Points] = []
    for row in rows {
      for (index, item) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], Self.width(of: item))
      }
    }
    self.init(rows, widths: rows.map { Array(widths[..<$0.count]) }, theme)
  }

  /// Rows that are filled one after the other.
  ///
  /// - Parameter width: that rows do not exceed, unless a single picture does.
  public init(_ items: [Item], within width: Points = 1600, theme: Theme) {
    var rows: [[Item]] = []
    var room: Points = -1
    for item in items {
      let needed = Self.width(of: item) + Self.gap
      if rows.isEmpty || needed > room {
        rows.append([])
        room = width - Self.gap
      }
      rows[rows.count - 1].append(item)
      room -= needed
    }
    self.init(rows, widths: rows.map { $0.map(Self.width) }, theme)
  }

  /// As wide as the picture, and so wide that its caption can be read.
  private static func width(of item: Item) -> Points {
    max(item.artwork.size.width, 0.65 * fontSize * Double(item.caption.count))
  }

  private init(_ rows: [[Item]], widths: [[Points]], _ theme: Theme) {
    let width = widths.map { $0.reduce(Self.gap) { $0 + $1 + Self.gap } }.max() ?? 0
    let heights = rows.map { $0.map(\.artwork.size.height).max() ?? 0 }
    let height = heights.reduce(Self.gap) { $0 + $1 + Self.headroom }
    var whole = Artwork(size: Size(width: width, height: height))
    whole.marks.append(.box(Artwork.Box(Rect(x: 0, y: 0, width: width, height: height), fill: theme.desk)))
    var places: [Point] = []
    var y: Points = 0
    for (row, height) in zip(rows.indices, heights) {
      y += Self.headroom
      var x = Self.gap
      for (item, width) in zip(rows[row], widths[row]) {
        whole.marks.append(
          .text(
            Artwork.Writing(
              item.caption, at: Point(x: x, y: y - 0.7 * Self.fontSize), fontSize: Self.fontSize,
              colour: theme.paleInk)))
        places.append(Point(x: x, y: y))
        whole.add(item.artwork, at: Point(x: x, y: y))
        x += width + Self.gap
      }
      y += height
    }
    artwork = whole
    self.places = places
  }
}
