import Drawing
import Geometry

/// Draws scenes of files: each one once, or once for each of several states.
struct PictureSeries {
  /// A table of pictures; a single row is as long as it has to be.
  private(set) var rows: [[Sheet.Item]] = [[]]
  /// Whether rows and columns mean something.
  var isTable = false
  /// Of the first picture: the sheet around it has the same.
  private(set) var theme: Theme?
  /// Names of colours that nobody has said anything about.
  private(set) var unknownColours: Set<String> = []
  /// By the path that layouts reach them by.
  private(set) var pictures: [String: PictureFile] = [:]
  /// Whether a file has errors, or leaves nothing to draw.
  var hasErrors = false

  let manner: PictureManner

  init(_ manner: PictureManner) { self.manner = manner }

  /// What is drawn from here on is below what was drawn before.
  mutating func beginRow() { if rows.last?.isEmpty == false { rows.append([]) } }

  /// Draws a scene as it is now, as the next of the row.
  mutating func add(_ scene: inout some SceneSource, caption: String) throws(Failure) {
    let drawn = try manner.picture(of: &scene, unknown: &unknownColours)
    theme = theme ?? drawn.theme
    for case .picture(let mark) in drawn.artwork.marks where pictures[mark.path] == nil {
      pictures[mark.path] = scene.picture(at: mark.path)
    }
    rows[rows.count - 1].append(Sheet.Item(caption, drawn.artwork))
  }

  /// Takes what a test shows as the next of the row.
  mutating func add(_ storyboard: Storyboard) {
    theme = theme ?? storyboard.theme
    unknownColours.formUnion(storyboard.unknownColours)
    rows[rows.count - 1] += storyboard.items
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
