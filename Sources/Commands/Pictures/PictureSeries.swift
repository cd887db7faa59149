import Drawing
import Geometry
import Painting

/// Draws scenes of files: each one once, or once for each of several states.
struct PictureSeries {
  /// A table of pictures; a single row is as long as it has to be.
  private(set) var rows: [[Sheet.Item]] = [[]]
  /// When each is seen, in milliseconds from the first on.
  private var times: [Double] = []
  /// Whether rows and columns mean something.
  var isTable = false
  /// Of the first picture: the sheet around it has the same.
  private(set) var theme: Theme?
  /// When the last one is over.
  private var end = 0.0
  private var marks = 0
  /// Whether each says in words what it shows, also by itself.
  private var hasCaptions = false
  /// Names of colours that nobody has said anything about.
  private(set) var unknownColours: Set<String> = []
  /// By the path that layouts reach them by.
  private(set) var pictures: [String: PictureFile] = [:]
  /// Whether a file has errors, or leaves nothing to draw.
  var hasErrors = false

  let manner: PictureManner
  /// Whether the pictures follow each other in time.
  let isMoving: Bool

  /// How many marks all pictures may have: they take some 200 MB.
  private static let mostMarks = 2_000_000
  /// How long what does not move is seen, in milliseconds: the steps of a test, and what an animation ends with.
  private static let rest = 1000.0

  /// - Parameter isMoving: whether the pictures follow each other in time.
  init(_ manner: PictureManner, isMoving: Bool = false) { (self.manner, self.isMoving) = (manner, isMoving) }

  /// What is drawn from here on is below what was drawn before.
  mutating func beginRow() { if rows.last?.isEmpty == false { rows.append([]) } }

  /// Draws a scene as it is now, as the next of the row.
  ///
  /// - Parameter time: when it is seen, in milliseconds.
  mutating func add(_ scene: inout some SceneSource, caption: String, at time: Double = 0) throws(Failure) {
    let drawn = try manner.picture(of: &scene, unknown: &unknownColours)
    theme = theme ?? drawn.theme
    addPictures(in: drawn.artwork) { scene.picture(at: $0) }
    end = time + Self.rest
    if isMoving, rows.last?.last?.artwork == drawn.artwork { return }
    try count(drawn.artwork)
    times.append(time)
    rows[rows.count - 1].append(Sheet.Item(caption, drawn.artwork))
  }

  /// Takes what a test shows as the next of the row.
  mutating func add(_ storyboard: Storyboard, picture: (String) -> PictureFile?) throws(Failure) {
    theme = theme ?? storyboard.theme
    unknownColours.formUnion(storyboard.unknownColours)
    rows[rows.count - 1] += storyboard.items
    // The time of the test stands still while things are set, so each step is seen as long.
    for item in storyboard.items {
      addPictures(in: item.artwork, picture)
      try count(item.artwork)
      times.append(end)
      end += Self.rest
    }
    hasCaptions = true
  }

  private mutating func addPictures(in artwork: Artwork, _ picture: (String) -> PictureFile?) {
    for case .picture(let mark) in artwork.marks where pictures[mark.path] == nil {
      pictures[mark.path] = picture(mark.path)
    }
  }

  private mutating func count(_ artwork: Artwork) throws(Failure) {
    marks += artwork.marks.count
    guard marks <= Self.mostMarks else {
      throw Failure(
        message: "these are too many pictures to draw at once: they have more than \(Self.mostMarks) marks",
        help: "fewer of them, or each by itself", code: .badValue)
    }
  }

  /// All of them after each other, in a page that each fits in.
  var film: [FilmFrame] {
    let theme = theme ?? .light
    let artworks = items.map { hasCaptions ? Sheet([$0], theme: theme).artwork : $0.artwork }
    let width = artworks.map(\.size.width).max() ?? 0
    let height = artworks.map(\.size.height).max() ?? 0
    return artworks.indices.map { index in
      var artwork = artworks[index]
      if artwork.size != Size(width: width, height: height) {
        artwork = Artwork(size: Size(width: width, height: height))
        artwork.marks.append(
          .box(Artwork.Box(Rect(x: 0, y: 0, width: width, height: height), fill: theme.desk)))
        artwork.add(artworks[index], at: .zero)
      }
      return FilmFrame(artwork, milliseconds: (index + 1 < times.count ? times[index + 1] : end) - times[index])
    }
  }

  /// Puts a line around each picture, a cell wide.
  mutating func frame(inCellsOf width: Double) {
    for row in rows.indices {
      for column in rows[row].indices {
        rows[row][column].artwork = rows[row][column].artwork.framed(inCellsOf: width, theme ?? .light)
      }
    }
  }

  /// All pictures, in their order.
  var items: [Sheet.Item] { rows.flatMap { $0 } }

  /// All of them as one picture; a single one as it is.
  ///
  /// - Parameter width: that a sheet of several rows does not exceed if it can, in points.
  func whole(within width: Double) -> Artwork {
    let items = items
    if items.count == 1 { return items[0].artwork }
    return isTable
      ? Sheet(table: rows, theme: theme ?? .light).artwork
      : Sheet(items, within: width, theme: theme ?? .light).artwork
  }
}

extension Artwork {
  /// The same with a line around it, a cell wide.
  func framed(inCellsOf width: Double, _ theme: Theme) -> Artwork {
    let (columns, lines) = ((size.width / width).rounded(.up) + 2, (size.height / (2 * width)).rounded(.up) + 2)
    var framed = Artwork(size: Size(width: columns * width, height: lines * 2 * width))
    let edge = Rect(x: 0, y: 0, width: framed.size.width, height: framed.size.height)
    framed.marks.append(.box(Box(edge, stroke: Stroke(theme.ink))))
    framed.add(self, at: Point(x: width, y: 2 * width))
    return framed
  }
}
