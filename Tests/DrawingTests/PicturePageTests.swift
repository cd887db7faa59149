import Drawing
import Geometry
import Testing

@Suite("Pictures on a page") struct PicturePageTests {
  /// The clip of the second picture has another name than that of the first.
  @Test func `each picture has ids of its own, and texts mean nothing but themselves`() {
    let clip = Artwork.Layer(clip: Rect(x: 0, y: 0, width: 5, height: 5))
    let artwork = Artwork(size: Size(width: 10, height: 20), marks: [.begin(clip), .end])
    let items = [Sheet.Item("<script>a", artwork), Sheet.Item("b\" onload=\"c", artwork)]

    let page = String(decoding: PicturePage(items, title: "a & b", theme: .light).bytes, as: UTF8.self)

    #expect(page.contains("<title>a &amp; b</title>"))
    #expect(!page.contains("<script") && !page.contains("b\" onload"))
    #expect(page.contains(#"<clipPath id="picture1-clip1">"#) && page.contains("url(#picture1-clip1)"))
    #expect(page.contains(#"<clipPath id="picture2-clip1">"#) && page.contains("url(#picture2-clip1)"))
    #expect(page.ranges(of: "10 × 20").count == 2)
  }

  @Test func `nothing is loaded from anywhere`() {
    let page = String(
      decoding: PicturePage([], title: "", theme: .dark).bytes, as: UTF8.self)

    #expect(!page.contains("src=") && !page.contains("@import") && !page.contains("url(http"))
    #expect(page.contains("background: rgb(11 11 12)"))
  }
}
