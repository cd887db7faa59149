import Frames
import LayoutEngine
import Testing

@testable import LayoutRuntime

@Suite("Pictures of images") struct PictureTests {
  static let page = """
    layout page {
      image logo "img/logo.png" pin top.leading
      label under "under" below logo leading 0
    }
    """

  /// A PNG's beginning.
  static func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0, 0,
      height,
    ]
  }

  /// A world with these pictures in `ui/img`.
  private func world(_ pictures: [String: [UInt8]], page: String = page) -> World {
    var world = World()
    for (name, bytes) in pictures { world.pictures["ui/img/" + name] = bytes }
    world.disk["ui/page.layout"] = page
    world.handle(.serve(roots: ["ui"], paths: ["ui/page.layout"]))
    world.turn()
    return world
  }

  @Test func `an image is as big as its picture, and nothing is shown before that is known`() {
    let world = world(["logo.png": Self.png(60, 40)])

    #expect(world.frame(of: "logo", in: "page") == [0, 0, 60, 40])
    #expect(world.frame(of: "under", in: "page")?[1] == 40)
    #expect(world.codes(of: "page") == [])
    #expect(world.revision(of: "page") == Revision(1))
    #expect(world.solves == 1)
  }

  @Test func `pictures are watched, with the files that have more pixels a point`() {
    let world = world(["logo.png": Self.png(60, 40)])

    let pictures = ["logo.png", "logo@2x.png", "logo@3x.png"].map { Followed("ui/img/\($0)", .beginning) }
    #expect(world.followed == Set(pictures + [Followed("ui/page.layout", .whole)]))
    for picture in pictures {
      #expect(world.effects.filter { $0 == .look(path: picture.path, .beginning) }.count == 1)
    }
  }

  @Test func `a saved picture solves the scenes that show it again, and only them`() {
    var world = world(["logo.png": Self.png(60, 40)])
    world.save("ui/other.layout", "layout other { box a fill }")
    world.disk["ui/other.layout"] = "layout other { box a fill }"
    world.handle(.serve(roots: ["ui"], paths: ["ui/other.layout", "ui/page.layout"]))
    world.turn()
    let solves = world.solves
    var follower = world.subscribe(Subscription(scene: "page"))
    follower.catchUp(with: &world)

    world.savePicture("ui/img/logo.png", Self.png(80, 20))

    #expect(world.frame(of: "logo", in: "page") == [0, 0, 80, 20])
    #expect(world.solves == solves + 1)
    #expect(follower.newMessages(from: &world).map(\.cause) == ["file:ui/img/logo.png"])

  }

  /// Whoever draws has the pixels from the file, and else would not know of others.
  @Test func `a picture with other pixels is another one, as big as before`() {
    var world = world(["logo.png": Self.png(60, 40)])
    var follower = world.subscribe(Subscription(scene: "page", filter: FrameFilter(fields: [.frame, .look])))
    follower.catchUp(with: &world)
    let image = { (follower: Follower) in follower.picture.looks.values.compactMap(\.image).first }
    #expect(image(follower) == Look.Image(path: "ui/img/logo.png", width: 60 * 64, height: 40 * 64))

    world.savePicture("ui/img/logo.png", Self.png(60, 40) + [1, 2, 3])
    #expect(follower.newMessages(from: &world).map(\.cause) == ["file:ui/img/logo.png"])
    #expect(image(follower)?.version == 1)

    // In the middle of a save, and at its end.
    world.savePicture("ui/img/logo.png", [])
    world.savePicture("ui/img/logo.png", Self.png(60, 40))
    #expect(follower.newMessages(from: &world).map(\.cause) == ["file:ui/img/logo.png"])
    #expect(image(follower) == Look.Image(path: "ui/img/logo.png", width: 60 * 64, height: 40 * 64, version: 2))
  }

  // To find where a flag begins, Swift goes back over all flags before it.
  @Test func `a name of ten thousand flags is a name like any other`() {
    let flags = String(repeating: "🇩🇪", count: 5_000)

    #expect(PictureVariant.all(of: "\(flags).png").map(\.path) == ["", "@2x", "@3x"].map { "\(flags)\($0).png" })
    #expect(PictureVariant.all(of: "a.b/\(flags)").map(\.path) == ["", "@2x", "@3x"].map { "a.b/\(flags)\($0)" })
  }

  @Test func `two and three pixels a point`() {
    #expect(world(["logo@2x.png": Self.png(60, 40)]).frame(of: "logo", in: "page") == [0, 0, 30, 20])
    #expect(world(["logo@3x.png": Self.png(60, 42)]).frame(of: "logo", in: "page") == [0, 0, 20, 14])
    let both = world(["logo.png": Self.png(60, 40), "logo@2x.png": Self.png(9, 9)])
    #expect(both.frame(of: "logo", in: "page") == [0, 0, 60, 40])
    let named = world(["a@2x.png": Self.png(60, 40)], page: Self.page.replacing("logo.png", with: "a@2x.png"))
    #expect(named.frame(of: "logo", in: "page") == [0, 0, 30, 20])
  }

  @Test func `a picture that is not there is reported where it is named, until it is`() throws {
    var world = world([:])

    #expect(world.codes(of: "page") == ["W3010"])
    let diagnostic = try #require(world.runtime.scenes["page"]?.published.report.content.diagnostics.first)
    #expect(diagnostic.message == "'ui/img/logo.png' gives 'logo' no natural size: there is no file 'ui/img/logo.png'")
    #expect(diagnostic.place?.file == "ui/page.layout")
    #expect(world.frame(of: "logo", in: "page") == [0, 0, 0, 0])

    world.savePicture("ui/img/logo.png", Self.png(60, 40))
    #expect(world.codes(of: "page") == [])
    #expect(world.frame(of: "logo", in: "page") == [0, 0, 60, 40])
  }

  @Test func `of many pictures that are not there twenty are told, and how many more there are`() throws {
    let images = (0..<23).map { "image i\($0) \"\($0).png\" left 0 top 0" }.joined(separator: "\n")
    let world = world([:], page: "layout page {\n\(images)\n}")

    let diagnostics = try #require(world.runtime.scenes["page"]?.published.report.content.diagnostics)
    #expect(diagnostics.map(\.code.rawValue) == Array(repeating: "W3010", count: 20))
    #expect(diagnostics.map { $0.notes.last?.message == "and 3 more pictures like this" }.last == true)
    #expect(diagnostics.dropLast().allSatisfy { $0.notes.last?.message.contains("more") != true })
  }

  @Test func `a picture that is gone or damaged for a moment changes nothing`() {
    var world = world(["logo.png": Self.png(60, 40)])

    world.savePicture("ui/img/logo.png", nil)
    world.advance(milliseconds: 100)
    world.savePicture("ui/img/logo.png", [0x89, 0x50])
    world.advance(milliseconds: 399)
    #expect(world.frame(of: "logo", in: "page") == [0, 0, 60, 40])
    #expect(world.codes(of: "page") == [])

    world.advance(milliseconds: 1)
    #expect(world.codes(of: "page") == ["W3010"])
    #expect(world.frame(of: "logo", in: "page")?[2] == 0)
  }

  /// Others do not wait until the world has been told of all of them.
  @Test func `pictures by the thousand are asked for in some turns, each once, and then the scene is there`() {
    let images = (0..<300).map { "image i\($0) \"\($0).png\" left 0 top 0" }.joined(separator: "\n")
    let page = "layout page {\n\(images)\n}"
    var world = World()
    world.disk["ui/page.layout"] = page
    for index in 0..<300 { world.pictures["ui/\(index).png"] = Self.png(60, 40) }
    world.handle(.serve(roots: ["ui"], paths: ["ui/page.layout"]))
    world.turn()

    #expect(world.followed.count == 1 + 300 * 3)
    #expect(world.effects.filter { if case .look(_, .beginning) = $0 { true } else { false } }.count == 900)
    #expect(world.frame(of: "i299", in: "page") == [0, 0, 60, 40])
    #expect(world.revision(of: "page") == Revision(1))

    world.save("ui/page.layout", "layout page { box a fill }")
    world.turn()
    #expect(world.followed == [Followed("ui/page.layout", .whole)])
  }

  @Test func `an edit that names another picture waits for it`() {
    var world = world(["logo.png": Self.png(60, 40), "icon.png": Self.png(16, 16)])

    world.save("ui/page.layout", Self.page.replacing("logo.png", with: "icon.png"))

    #expect(world.frame(of: "logo", in: "page") == [0, 0, 16, 16])
    #expect(world.revision(of: "page") == Revision(2))
    let pictures = ["icon.png", "icon@2x.png", "icon@3x.png"].map { Followed("ui/img/\($0)", .beginning) }
    #expect(world.followed == Set(pictures + [Followed("ui/page.layout", .whole)]))
  }

  @Test func `a size said in the file, or by a client, goes before the picture's`() {
    let stated = world(
      ["logo.png": Self.png(60, 40)], page: Self.page.replacing("pin top", with: "intrinsic 5, 6 pin top"))
    #expect(stated.frame(of: "logo", in: "page") == [0, 0, 5, 6])

    var world = world(["logo.png": Self.png(60, 40)])
    _ = world.apply(.set(.intrinsic, of: "logo", to: [7, 8, nil, nil]), to: "page")
    #expect(world.frame(of: "logo", in: "page") == [0, 0, 7, 8])
  }

  @Test func `a picture outside of the served folder is refused, and never read`() {
    let world = world([:], page: Self.page.replacing("img/logo.png", with: "../secret.png"))

    #expect(world.codes(of: "page") == ["W2204", "W3002"])
    #expect(!world.effects.contains(.look(path: "secret.png", .beginning)))
  }

  @Test func `a check reads pictures too, and leaves the scenes alone`() throws {
    var world = world(["logo.png": Self.png(60, 40)])
    world.disk["ui/new.layout"] = Self.page.replacing("logo.png", with: "nowhere.png")

    guard case .checked(let report) = world.call(.check(.path("ui/new.layout")))?.answer else {
      Issue.record("the check is not answered")
      return
    }

    #expect(report.diagnostics.map(\.code.rawValue) == ["W3010"])
    #expect(world.codes(of: "page") == [])
  }
}
