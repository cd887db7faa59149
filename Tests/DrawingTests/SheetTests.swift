import Drawing
import Geometry
import Testing

/// 24 points around pictures, 26 for the words above each.
@Suite("Sheets of pictures") struct SheetTests {
  func item(_ width: Points, _ height: Points, _ caption: String = "") -> Sheet.Item {
    Sheet.Item(caption, Artwork(size: Size(width: width, height: height)))
  }

  /// Where pictures are: the clips of their layers.
  func places(_ artwork: Artwork) -> [Rect] {
    artwork.marks.compactMap { if case .begin(let layer) = $0 { layer.clip } else { nil } }
  }

  @Test func `a row is filled as long as there is room`() {
    // 24 + 100 + 24 + 100 + 24 = 272.
    let items = [item(100, 50), item(100, 80), item(100, 60)]

    let sheet = Sheet(items, within: 272, theme: .light).artwork

    #expect(
      places(sheet) == [
        Rect(x: 24, y: 50, width: 100, height: 50), Rect(x: 148, y: 50, width: 100, height: 80),
        Rect(x: 24, y: 180, width: 100, height: 60),
      ])
    #expect(sheet.size == Size(width: 272, height: 264))
    #expect(Sheet(items, within: 271, theme: .light).artwork.size.width == 148)
  }

  @Test func `columns of a table are as wide as their widest picture`() {
    let sheet = Sheet(table: [[item(50, 20), item(10, 10)], [item(80, 30), item(10, 10)]], theme: .light).artwork

    #expect(
      places(sheet) == [
        Rect(x: 24, y: 50, width: 50, height: 20), Rect(x: 128, y: 50, width: 10, height: 10),
        Rect(x: 24, y: 120, width: 80, height: 30), Rect(x: 128, y: 120, width: 10, height: 10),
      ])
  }

  /// Ten letters of 0.65 × 13 points are 84.5.
  @Test func `a caption is above its picture and has room`() {
    let sheet = Sheet([item(20, 20, "0123456789"), item(20, 20)], theme: .light).artwork

    #expect(places(sheet).map(\.x) == [24, 132.5])
    let caption = sheet.marks.compactMap { if case .text(let writing) = $0 { writing } else { nil } }.first
    #expect(caption?.text == "0123456789")
    #expect(caption.map { $0.place.x == 24 && $0.place.y > 30 && $0.place.y < 50 } == true)
  }

  @Test func `marks of a picture move with it`() {
    let line = Artwork.Line(
      from: Point(x: 1, y: 2), to: Point(x: 3, y: 4), Artwork.Stroke(Colour(0x0000_00FF)))
    let picture = Artwork(size: Size(width: 10, height: 10), marks: [.line(line)])

    let sheet = Sheet([Sheet.Item("", picture)], theme: .light).artwork

    #expect(
      sheet.marks.contains(
        .line(Artwork.Line(from: Point(x: 25, y: 52), to: Point(x: 27, y: 54), Artwork.Stroke(Colour(0x0000_00FF))))))
  }
}
