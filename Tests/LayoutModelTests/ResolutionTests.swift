import LayoutSyntax
import Testing

@testable import LayoutModel

@Suite("Resolving a document") struct ResolutionTests {
  static let valid = ["samples", "placements", "language"].flatMap(Fixture.all(in:))

  @Test(arguments: valid) func `a document comes down to exactly the rules beside it`(_ fixture: Fixture) {
    let tree = parse(fixture.source)
    let (document, diagnostics) = fixture.resolved()

    #expect(tree.diagnostics.map(\.message) == [])
    #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let complaints = fixture.reported(diagnostics).map(\.description)
    #expect(fixture.difference(of: LayoutDump.text(document, complaints)) == nil)
  }

  @Test(arguments: valid) func `views stand in preorder, settings behind their views`(_ fixture: Fixture) {
    for layout in fixture.resolved().document.layouts {
      var settings: Int32 = 0
      for (index, view) in layout.views.enumerated() {
        #expect(view.settings.lowerBound == settings)
        settings = view.settings.upperBound
        #expect(layout.settings[Int(view.settings.lowerBound)..<Int(settings)].allSatisfy { $0.view.index == index })
        guard let parent = view.parent else {
          #expect(index == 0 && Int(view.subtreeEnd) == layout.views.count)
          continue
        }
        #expect(parent.index < index && view.subtreeEnd <= layout.views[Int(parent.index)].subtreeEnd)
        let earlier = layout.views[Int(parent.index) + 1..<index].filter { $0.parent == parent }
        #expect(Int(view.index) == earlier.count)
      }
      #expect(Int(settings) == layout.settings.count)
    }
  }

  @Test func `a document resolves to the same thing twice`() {
    for fixture in Self.valid {
      let first = fixture.resolved()
      let second = fixture.resolved()

      #expect(first.document == second.document)
      #expect(first.diagnostics == second.diagnostics)
    }
  }

  @Test(arguments: Fixture.all(in: "diagnostics"))
  func `a document reports exactly the diagnostics written in it`(_ fixture: Fixture) {
    let reported = fixture.reported(parse(fixture.source).diagnostics + fixture.resolved().diagnostics)

    #expect(fixture.says(reported), "\(reported)")
  }

  @Test func `a layout whose name is missing is no layout, and the others are`() {
    let tree = parse(SourceText(name: "a.layout", text: "layout x { box a }\nlayout good { box a fill }"))

    #expect(resolve(tree).document.layouts.map(\.name) == ["good"])
  }

  @Test func `every code of resolving occurs in a fixture`() {
    let fixtures = Fixture.all(in: "diagnostics")
    let seen = Set(fixtures.flatMap { $0.resolved().diagnostics.map(\.code) })

    // A layout of 200,000 views is no file; `LimitTests` makes one.
    let missing = ResolutionCode.allCases.filter {
      !seen.contains($0.code) && $0 != .tooManyViews && $0 != .tooMuchImported
    }
    #expect(missing == [])
  }
}

@Suite("Imports") struct ImportTests {
  @Test func `paths are found from the folder of the importing file`() {
    #expect(resolvedPath(of: "tokens.layout", importedBy: "ui/main.layout") == "ui/tokens.layout")
    #expect(resolvedPath(of: "../a/./b.layout", importedBy: "ui/main.layout") == "a/b.layout")
    #expect(resolvedPath(of: "../../x.layout", importedBy: "ui/main.layout") == "../x.layout")
    #expect(resolvedPath(of: "../../x.layout", importedBy: "/ui/main.layout") == "/x.layout")
    #expect(resolvedPath(of: "/etc/x.layout", importedBy: "ui/main.layout") == "/etc/x.layout")
  }

  @Test func `a caller learns which files to load first`() {
    let tree = parse(
      SourceText(name: "a", text: "import \"b.layout\"\nimport \"c.layout\" as c\nimport \"b.layout\"\n"))

    #expect(importedPaths(of: tree) == ["b.layout", "c.layout"])
  }

  @Test func `imports are followed from file to file, each read once, none outside of the root`() {
    let files = [
      "ui/b.layout": "import \"c.layout\"\nimport \"../../secret.layout\"", "ui/c.layout": "import \"a.layout\"",
      "secret.layout": "let key = 1", "../secret.layout": "let key = 1",
    ]
    let tree = parse(
      SourceText(name: "ui/a.layout", text: "import \"c.layout\"\nimport \"b.layout\"\nimport \"none.layout\""))
    var read: [String] = []

    let document = LoadedDocument(tree, within: ".") { path in
      read.append(path)
      return files[path].map { parse(SourceText(name: path, text: $0)) }
    }

    #expect(read == ["ui/c.layout", "ui/b.layout", "ui/none.layout"])
    #expect(document.imports.keys.sorted() == ["ui/b.layout", "ui/c.layout"])
    #expect(document.sources.map(\.name) == ["ui/a.layout", "ui/c.layout", "ui/b.layout"])
  }

  @Test func `an import may not leave the root`() {
    let tree = parse(SourceText(name: "ui/a.layout", text: "import \"../../secret.layout\"\n"))

    #expect(resolve(tree, within: ".").diagnostics.map(\.code) == [ResolutionCode.escapingImport.code])
    #expect(resolve(tree).diagnostics.map(\.code) == [ResolutionCode.missingImport.code])
  }

  @Test func `a circle of imports is reported, and the values are found all the same`() {
    let first = parse(SourceText(name: "a", text: "import \"b\"\nlet x = y\nlayout l { box v width x }\n"))
    let second = parse(SourceText(name: "b", text: "import \"a\"\nlet y = 4\n"))
    let (document, diagnostics) = resolve(first, imports: ["b": second])

    #expect(diagnostics.map(\.message) == ["this import leads back to itself: a → b → a"])
    #expect(document.layouts[0].rules.map(\.constant) == [.literal(4)])
  }

  @Test func `of all files that are imported twenty complaints are told, and as many of the file itself`() {
    // All import all: depth first f0 opens f1, and so on, and each but f0 leads back to all before it: 1 + 2 + … + 29.
    let names = (0..<30).map { "f\($0)" }
    let trees = names.map { name in
      let others = names.filter { $0 != name }.map { "import \"\($0)\"\n" }.joined()
      let layout = name == "f0" ? "layout l {\n" + String(repeating: "box v width nothing\n", count: 30) + "}\n" : ""
      return (name, parse(SourceText(name: name, text: others + layout)))
    }
    let (_, diagnostics) = resolve(trees[0].1, imports: Dictionary(uniqueKeysWithValues: trees.dropFirst()))

    #expect(diagnostics.count { $0.place?.file != "f0" } == ModelLimits.complaints)
    #expect(diagnostics.count { $0.place?.file == "f0" && $0.severity == .error } == ModelLimits.complaints)
  }
}

@Suite("Limits") struct LimitTests {
  @Test func `the files of a document have so many bytes together and no more`() {
    // 22 bytes, 9 and 9: the third is too much for 39.
    let first = parse(SourceText(name: "a", text: "import \"b\"\nimport \"c\"\n"))
    let imports = ["b", "c"].map { ($0, parse(SourceText(name: $0, text: "let x = 1"))) }
    var resolver = DocumentResolver(first, imports: Dictionary(uniqueKeysWithValues: imports), root: nil)
    resolver.mostBytes = 39

    resolver.resolve()

    #expect(
      resolver.complaints.diagnostics.map(\.message) == [
        "the files of a document have at most 39 bytes together; this one is left out"
      ])
    #expect(resolver.complaints.diagnostics.first?.place?.span == SourceSpan(start: 18, end: 21))
  }

  @Test func `a chain may be of all the imports that there may be`() {
    let count = ModelLimits.imports + 1
    var imports: [String: SyntaxTree] = [:]
    for index in 1..<count {
      let next = index + 1 < count ? "import \"f\(index + 1)\"\n" : "let x = 7\n"
      imports["f\(index)"] = parse(SourceText(name: "f\(index)", text: next))
    }
    let first = parse(SourceText(name: "f0", text: "import \"f1\"\nlayout a { box b left x }\n"))

    let (document, diagnostics) = resolve(first, imports: imports)

    #expect(diagnostics == [])
    #expect(document.layouts[0].rules.map(\.constant) == [.literal(7)])
  }

  @Test func `views beyond the limit are left out and reported once`() {
    let text = "layout big {\n" + String(repeating: "box\n", count: 200_005) + "}\n"
    let (document, diagnostics) = resolve(parse(SourceText(name: "big", text: text)))

    #expect(diagnostics.map(\.code) == [ResolutionCode.tooManyViews.code])
    #expect(document.layouts[0].views.count == 200_001)
  }

  @Test func `at most twenty errors of a file are reported`() {
    let text = "layout many {\n" + (0..<3000).map { "box b\($0) top nope\($0)\n" }.joined() + "}\n"

    #expect(resolve(parse(SourceText(name: "many", text: text))).diagnostics.count == 20)
  }
}
