import Daemon
import Drawing
import Geometry
import LayoutEngine
import LayoutRuntime
import LayoutSyntax
import Painting
import Posix
import TextMeasurement
import Wire

extension Verb {
  static let render = Verb(
    name: "render", summary: "draw layouts: a picture in a file, or in the terminal",
    arguments: [.layoutFiles],
    options: [
      Option(
        name: "output", value: "PICTURE", meaning: "or -o: a file that ends in .svg, .png, .apng, .pdf, .html or .txt"),
      Option(
        name: "format", value: "FORMAT",
        meaning: "cells (characters), svg, png, apng (it moves), pdf or html, whatever the file is called",
        completion: .words(PictureFormat.allCases.map(\.rawValue))),
      Option(
        name: "layout", value: "NAME", meaning: "which layout or preview (layout/preview), if the file has several"),
      Option(name: "previews", meaning: "all layouts and previews of each file, on one sheet").without("layout"),
      Option(
        name: "each", value: "WHAT=A,B",
        meaning: "size=320x568,390x844, or trait, config, flag, var, set: a column for each; with a second one rows",
        repeats: true),
    ] + PictureTimes.options + [
      Option(name: "test", value: "TEXT", meaning: "tests with this in their name: a picture after each step"),
      Option(
        name: "scene", value: "SCENE", meaning: "draw a scene of the running daemon, as it is shown now",
        completion: .names(.scenes)),
    ] + PictureManner.options + Option.sceneState + [.text, .font, .followLinks, .socket],
    examples: [
      ("framewire render login.layout", "in the terminal"),
      ("framewire render login.layout -o login.png --trait dark", "a PNG; two pixels a point unless --scale says"),
      ("framewire render Layouts --previews -o all.pdf", "all previews of a folder, a page each"),
      ("framewire render Layouts --previews -o all.html", "the same as one page for any browser"),
      ("framewire render card.layout -o card.svg --show names,sizes", "with the name and the size of each view"),
      ("framewire render a.layout --each size=320x568,390x844 --each trait=light,dark", "a table of screens"),
      ("framewire render toast.layout --config panel:visible --at 0,100ms,settled", "three moments of an animation"),
      ("framewire render toast.layout --config panel:visible -o toast.apng", "the animation, until nothing moves"),
      ("framewire render toast.layout --test overshoots -o story.svg", "a test as a storyboard"),
      ("framewire render card.layout --show constraints --view subtitle", "what decides about one view"),
    ],
    details: """
      What the layout says of looks is drawn: colours, borders, corners, opacity, pictures, and texts line by line as \
      they were measured. Where it says nothing, views get outlines by their kind. An .apng moves, in browsers too: what \
      is set, from its beginning until nothing moves any more or as --at says; with --test each step for a second. \
      Pictures in a PNG or PDF that are no PNGs are decoded by framewire-decode, which is installed beside this. Ends \
      with 1 when a file has an error; what can be drawn still is.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try PictureFormat(from: invocation)
    var series = PictureSeries(try PictureManner(from: invocation), isMoving: format.isMoving)
    var fonts: FontMeasurer?
    if invocation.has("scene") {
      guard !format.isMoving else { throw .usage("a scene of the daemon is drawn as it is now, which does not move") }
      try drawServed(invocation, into: &series, console)
    } else {
      var drawing = try FileDrawing(invocation, series, console)
      try drawing.draw()
      series = drawing.series
      fonts = drawing.measurer as? FontMeasurer
    }
    if !series.unknownColours.isEmpty {
      let names = series.unknownColours.sorted()
      console.note(
        "\(names.map { "'\($0)'" }.joined(separator: ", ")) \(names.count == 1 ? "has" : "have") a colour made up for the picture; say which with --paint \(names[0])=#rrggbb"
      )
    }
    guard !series.items.isEmpty else { return .badLayout }
    try write(series, as: format, in: fonts, invocation, console)
    return series.hasErrors ? .badLayout : .success
  }

  // MARK: Drawing

  private static func drawServed(
    _ invocation: Invocation, into series: inout PictureSeries, _ console: Console
  ) throws(Failure) {
    let ofFiles =
      ["layout", "previews", "each", "at", "fps", "test", "text", "font", Option.followLinks.name]
      + Option.sceneState.map(\.name).filter { $0 != "scale" }
    if let option = ofFiles.first(where: invocation.has) {
      throw .usage(
        "--\(option) is for files; a scene of the daemon is drawn as it is", help: "framewire set changes it")
    }
    guard invocation.arguments.isEmpty else { throw .usage("--scene draws a scene of the daemon, so no file") }
    let name = invocation.value("scene")
    var scene = ServedScene(daemon: try DaemonCalls(invocation), scene: name)
    try series.add(&scene, caption: name ?? "")
    if !scene.found.isEmpty, scene.daemon.folder == nil {
      console.note("pictures are crossed boxes: the folder that the daemon stands in cannot be seen")
    }
  }

  // MARK: Writing

  /// Of a sheet in a file, in points: five phones beside each other.
  private static let sheetWidth = 2200.0

  private static func write(
    _ series: PictureSeries, as format: PictureFormat, in fonts: FontMeasurer?, _ invocation: Invocation,
    _ console: Console
  ) throws(Failure) {
    let file = invocation.value("output").flatMap { $0 == "-" ? nil : $0 }
    if format == .cells {
      let isColoured = file == nil && console.colorsOutput
      let lines = cells(of: series, columns: file == nil ? console.columns : nil, isColoured: isColoured)
      guard let file else { return lines.forEach { console.print(ShownText(fit: $0)) } }
      return try LayoutFiles.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: file)
    }
    let bytes = try bytes(of: series, as: format, in: fonts, invocation, console)
    if let file { return try LayoutFiles.write(bytes, to: file) }
    guard [.svg, .html].contains(format) || console.columns == nil else {
      throw .usage("a terminal shows no \(format.rawValue)", help: "-o PICTURE.\(format.rawValue) writes a file")
    }
    console.write(document: bytes)
  }

  /// On a terminal so that each picture fits between its edges. Without colours each is framed, so that one sees where
  /// the screen ends.
  private static func cells(of series: PictureSeries, columns: Int?, isColoured: Bool) -> [String] {
    var (series, width) = (series, Cells.usualWidth)
    let frame = isColoured ? 0 : 2
    let margins = series.items.count > 1 ? 2 * Sheet.gap : 0
    if let columns, let widest = series.items.map(\.artwork.size.width).max() {
      width = max(width, (widest + margins) / Double(max(columns - frame, 1)))
    }
    if !isColoured { series.frame(inCellsOf: width) }
    let artwork = series.whole(within: Double(columns ?? 160) * width)
    return Cells(artwork, width: width, page: (series.theme ?? .light).page).lines(isColoured: isColoured)
  }

  private static func bytes(
    of series: PictureSeries, as format: PictureFormat, in fonts: FontMeasurer?, _ invocation: Invocation,
    _ console: Console
  ) throws(Failure) -> [UInt8] {
    let title = invocation.arguments.isEmpty ? series.items[0].caption : invocation.arguments.joined(separator: ", ")
    if format == .html {
      return PicturePage(series.items, title: title, theme: series.theme ?? .light, pictures: series.pictures).bytes
    }
    if format == .svg {
      return SVG(series.whole(within: sheetWidth), title: title, pictures: series.pictures).bytes
    }
    let scale = try invocation.value("scale").map { (text) throws(Failure) in try TypedValue.number(text, for: "scale")
    }
    // A page of a PDF is printed, or looked at from near.
    let decoding = PictureDecoding(
      series.pictures, drawnIn: series.items.map(\.artwork), scale: format == .pdf ? 4 : scale ?? 2)
    var reasons = decoding.reasons
    defer { tell(reasons, console) }
    do {
      let fonts = if let fonts { fonts } else { try FontMeasurer(fonts: invocation.values("font")) }
      var painter = try Painter(fonts, pictures: decoding.pictures)
      defer { if !painter.undrawn.isEmpty { reasons["damaged, or too large"] = painter.undrawn.sorted() } }
      if format == .apng { return try painter.apng(of: series.film, scale: scale ?? 2) }
      let artwork = series.whole(within: sheetWidth)
      if format == .png { return try painter.png(of: artwork, scale: scale ?? 2) }
      return try painter.pdf(of: series.isTable ? [artwork] : series.items.map(\.artwork), title: title)
    } catch let error as FontMeasurerError {
      throw Failure(error)
    } catch {
      throw Failure(
        message: "\(error)",
        help: format == .apng
          ? "--scale 1 and a smaller --fps take fewer pixels"
          : format == .png ? Self.advice(on: series.whole(within: sheetWidth).size) : ".svg has no limit",
        code: .badValue)
    }
  }

  /// What to do about a PNG that is too large.
  private static func advice(on size: Size) -> String {
    let scale = Painter.largestScale(of: size)
    return scale < 0.25
      ? "fewer pictures on a sheet, or .svg, which has no limit"
      : "--scale \(FrameTable.points(told: scale)) is the most that can be drawn; .svg has no limit"
  }

  /// Says which pictures are crossed boxes, and why.
  private static func tell(_ reasons: [String: [String]], _ console: Console) {
    for (reason, paths) in reasons.sorted(by: { $0.value[0] < $1.value[0] }) {
      let names = firstFew(paths.map { "'\($0)'" })
      console.note("\(names) \(paths.count == 1 ? "is a crossed box" : "are crossed boxes"): \(reason)")
    }
  }
}
