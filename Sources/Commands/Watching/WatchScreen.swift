import Drawing
import Frames
import Geometry
import Wire

/// What `watch` shows in a terminal: the scene, what is wrong with it or why a view is where it is, and a line about
/// it. The lines follow from the values alone.
struct WatchScreen {
  let scene: String
  /// As it was drawn last; nil: nothing came yet.
  var drawn: DrawnScene?
  /// What the stream says of it.
  var rev = 0
  var isSettled = true
  var state = SceneState.ok
  var diagnostics: [WireDiagnostic] = []
  /// Why nothing comes; nil: it does.
  var trouble: String?
  /// The path of the view that is asked about.
  var selection: String?
  /// Why it is where it is; nil: nobody asked.
  var reasons: [ShownText]?
  /// How many lines of the reasons are above what is seen.
  var scrolled = 0
  /// A cell is 8 × 16 points, whatever stands out.
  var isExact = false

  // MARK: Selecting

  private var views: [ViewRecord] { drawn?.frames.views ?? [] }

  /// Goes to another view; nothing happens where there is none.
  mutating func select(_ key: Key) {
    let views = views
    let target: ViewRecord?
    if let index = views.firstIndex(where: { $0.path == selection }) {
      switch key {
      case .nextView: target = views.dropFirst(index + 1).first
      case .previousView: target = index > 0 ? views[index - 1] : nil
      case .parent: target = views.first { $0.id == views[index].parent }
      default: target = views.first { $0.parent == views[index].id }
      }
    } else {
      target = views.first
    }
    if let target { (selection, scrolled) = (target.path, 0) }
  }

  /// What is below the picture where nothing is wrong and nobody asks why.
  static let footerRows = 2

  /// Moves what is seen of the lines below the picture.
  mutating func scroll(by lines: Int) { scrolled = max(0, scrolled + lines) }

  // MARK: Lines

  /// - Parameters:
  ///   - columns: that a line has.
  ///   - rows: lines that there are.
  /// - Returns: at most `rows` lines with the colours that `console` allows.
  mutating func lines(columns: Int, rows: Int, _ console: Console) -> [String] {
    let footer = footer(columns, console).suffix(max(1, rows - 1))
    let room = max(0, rows - footer.count)
    let whole = picture(columns, room, console)
    let side = columns - whole.columns - Self.gap
    let lines: [String]
    if side >= Self.narrowestPanel {
      let panel = panel(side, most: room, console)
      lines = (0..<room).map { row in
        let left = row < whole.lines.count ? whole.lines[row] : ""
        // The next column is said (CHA, ECMA-48, 8.3.9): a line of the picture may end before its edge.
        return row < panel.count ? "\(left)\u{1B}[\(whole.columns + Self.gap + 1)G\(panel[row].text)" : left
      }
    } else {
      let panel = panel(columns, most: room / (reasons == nil ? 3 : 2), console)
      let above = panel.isEmpty ? whole.lines : picture(columns, room - panel.count, console).lines
      let empty = Array(repeating: "", count: max(0, room - panel.count - above.count))
      lines = above.prefix(room - panel.count) + empty + panel.map(\.text)
    }
    return lines.prefix(room) + footer.map(\.text)
  }

  /// Columns between the picture and what is told beside it, and how many that needs; else it stands below.
  private static let (gap, narrowestPanel) = (2, 40)

  /// The scene, as large as there is room for and never larger than usual.
  private func picture(_ columns: Int, _ rows: Int, _ console: Console) -> (lines: [String], columns: Int) {
    guard let drawn, rows > 0 else { return ([], 0) }
    var artwork = drawn.artwork
    if let view = selectedView, let frame = view.frame { artwork.marks += Self.frame(frame, drawn.theme) }
    // Without colours one does not see where the scene ends.
    let edge = console.colorsOutput || isExact ? 0 : 2
    var width = Cells.usualWidth
    if !isExact {
      width = max(
        width, artwork.size.width / Double(max(1, columns - edge)),
        artwork.size.height / Double(2 * max(1, rows - edge)))
    }
    if edge > 0 { artwork = artwork.framed(inCellsOf: width, drawn.theme) }
    let cells = Cells(artwork, width: width, page: drawn.theme.page)
    return (cells.lines(isColoured: console.colorsOutput), Int(min(artwork.size.width / width, 1e6).rounded(.up)))
  }

  private static func frame(_ frame: Rect, _ theme: Theme) -> [Artwork.Mark] {
    [.box(Artwork.Box(frame, stroke: Artwork.Stroke(theme.accent, width: 2)))]
  }

  private var selectedView: (path: String, frame: Rect?)? {
    guard let selection, let drawn else { return nil }
    let record = drawn.frames.filtered(by: FrameFilter(space: .scene)).views.first { $0.path == selection }
    return record.map { ($0.path, $0.frame.rect) }
  }

  // MARK: Words

  private mutating func panel(_ columns: Int, most: Int, _ console: Console) -> [ShownText] {
    let lines = words(columns, console)
    if lines.isEmpty || most == 0 { return [] }
    scrolled = min(scrolled, max(0, lines.count - most))
    var shown = Array(lines[scrolled...].prefix(most))
    let rest = lines.count - scrolled - shown.count
    if rest > 0 { shown[shown.count - 1] = console.styled("… \(rest + 1) lines more: Page Down", .dim) }
    return shown
  }

  /// Why the selected view is where it is, or what is wrong.
  private func words(_ columns: Int, _ console: Console) -> [ShownText] {
    (reasons ?? diagnostics.flatMap { words(of: $0, console) }).flatMap {
      $0.wrapped(to: columns, hanging: 4)
    }
  }

  private func words(of diagnostic: WireDiagnostic, _ console: Console) -> [ShownText] {
    let style: Console.Style = diagnostic.severity == .error ? .red : .yellow
    let label = console.styled("\(diagnostic.severity.rawValue)[\(diagnostic.code)]", style)
    let place: ShownText = diagnostic.span.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let fixes = diagnostic.fixes.map { console.styled("  \($0.title)", .green) }
    return ["\(label) \(place)\(diagnostic.message)"] + fixes
  }

  /// What it is that one sees, and what can be typed.
  private func footer(_ columns: Int, _ console: Console) -> [ShownText] {
    var parts: [ShownText] = [console.styled("\(scene)", .bold)]
    if let size = drawn?.artwork.size {
      parts.append("\(FrameTable.points(told: size.width)) × \(FrameTable.points(told: size.height))")
      parts.append(isSettled ? "revision \(rev)" : "revision \(rev), moving")
    }
    if let trouble {
      parts.append(console.styled("\(trouble)", .yellow))
    } else if state != .ok {
      parts.append(console.styled("the last good frames", .yellow))
    }
    if let view = selectedView, let frame = view.frame {
      let numbers = [frame.x, frame.y, frame.width, frame.height].map { FrameTable.points(told: $0) }
      parts.append("\(view.path) at \(numbers[0]), \(numbers[1]) is \(numbers[2]) × \(numbers[3])")
    } else if let selection {
      parts.append("\(selection) is not there")
    }
    let keys: ShownText = "Tab: next scene  arrows: views  e: why  Esc: back  q: quit"
    return [parts.joined(separator: "  "), console.styled(keys, .dim)].map {
      $0.wrapped(to: columns, hanging: 2)[0]
    }
  }
}
