import LayoutSyntax
import Testing

@testable import LayoutModel

/// Walks all settings over all kinds of views: each is read, or there is a word about it.
@Suite("Settings that a kind of view does not read") struct UnreadSettingTests {
  private struct Case: CustomTestStringConvertible {
    /// As it is written on the line of a view.
    var clause: String
    /// The kinds that read it; nil: all.
    var readers: Set<ViewKind>?
    var testDescription: String { clause }

    init(_ clause: String, _ readers: ViewKind...) {
      self.clause = clause
      self.readers = readers.isEmpty ? nil : Set(readers)
    }
  }

  /// What `Layouts/REFERENCE.md` says of each.
  private static let wishes: [Case] =
    ["shrink", "nogrow", "exact"].map { Case($0, .label, .button, .image, .input, .vscroll, .hscroll, .list) }
    + ["hug x", "noshrink x"].map { Case($0, .label, .button, .image, .input, .hscroll) }
    + ["resist y @low", "grow y"].map { Case($0, .label, .button, .image, .input, .vscroll, .list) }

  private static let settings: [Case] =
    wishes + [
      Case("gap 4", .vstack, .hstack, .list, .hflow, .vflow, .grid), Case("gap 4, 8", .hflow, .vflow, .grid),
      Case("inset 4", .vstack, .hstack, .vscroll, .hscroll, .list, .hflow, .vflow, .grid),
      Case("items center", .vstack, .hstack, .hflow, .vflow, .grid), Case("items x center", .grid),
      Case("justify center columns (40)", .grid), Case("justify center", .hflow, .vflow),
      Case("lines center", .hflow, .vflow, .grid), Case("columns 3", .grid), Case("rows 3", .grid),
      Case("distribute fillEqually", .vstack, .hstack),
      Case("auto", .vstack, .hstack), Case("auto when compact.x", .vstack, .hstack), Case("hidden"),
      Case("intrinsic 4, 4"), Case("baselines 4, 4"),
      Case("margins 4 { guide g fill margins }"), Case("trait style: dark"),
      Case("initial other { config other { top 4 } }"),
    ]

  private static let texts: Set<ViewKind> = [.label, .button, .input]
  private static let drawn = Set(ViewKind.allCases).subtracting([.spacer, .guide])

  private static let properties: [String: (value: String, readers: Set<ViewKind>?)] = [
    "align": ("center", texts), "alpha": ("0.5", drawn), "animate": ("false", [.list]),
    "avoid": ("keyboard", [.vscroll, .hscroll, .list]), "background": ("#fff", drawn), "border": ("1", drawn),
    "borderColor": ("#fff", []), "clips": ("true", drawn),
    "color": ("#fff", texts), "font": ("Serif", texts), "fontSize": ("12", texts), "gapAfter": ("4", []),
    "image": ("\"a.png\"", [.image]), "lines": ("2", texts), "placeholder": ("\"a\"", [.input]),
    "radius": ("4", drawn), "role": ("heading", nil), "stay": ("end", [.vscroll, .hscroll, .list]),
    "style": ("body", drawn), "text": ("\"a\"", texts.union([.image])),
    "truncate": ("head", texts), "was": ("old", nil), "weight": ("bold", texts),
  ]

  private func words(_ kind: ViewKind, _ clause: String, in parent: String = "view") -> [String] {
    let text = "layout a { \(parent) p { \(kind.rawValue) v \(clause) }; label other { config other { top 4 } } }"
    let tree = parse(SourceText(name: "a.layout", text: text))
    return (tree.diagnostics + resolve(tree).diagnostics).map(\.code.rawValue).filter {
      // Pictures that are not there, and configurations, are another matter.
      $0 != "W2907" && $0 != "W2204"
    }
  }

  @Test(arguments: settings) private func `a setting is read or there is a word about it`(_ setting: Case) {
    for kind in ViewKind.allCases {
      let isRead = setting.readers?.contains(kind) ?? true
      #expect(words(kind, setting.clause).isEmpty == isRead, "\(kind): \(words(kind, setting.clause))")
    }
  }

  @Test(arguments: PropertyDescription.catalogue.map(\.name))
  func `so is a property`(_ name: String) throws {
    let (value, readers) = try #require(Self.properties[name])
    for kind in ViewKind.allCases {
      let isRead = readers?.contains(kind) ?? true
      let found = words(kind, "\(name): \(value)")
      #expect(found.isEmpty == isRead, "\(kind): \(found)")
    }
  }

  @Test(arguments: [
    ("", true), ("if dark { alpha: 0 }", false), ("config big { size 4 }", false),
    ("if dark animate { alpha: 0 }", true),
    ("if dark animate { alpha: 0 } else { alpha: 1 }", true), ("box c { if dark { alpha: 0 } }", true),
    ("alpha: 0 if dark else 1", false),
  ])
  func `conditions are animated where there is one`(_ body: String, _ isTold: Bool) {
    let text = "layout a { box v conditions animate 200ms { \(body) }; preview \"p\" config v: big }"
    let tree = parse(SourceText(name: "a.layout", text: text))
    let found = (tree.diagnostics + resolve(tree).diagnostics).filter { $0.code.rawValue == "W2208" }

    #expect(found.map(\.message).first?.hasPrefix("this 'animate' has no effect") ?? false == isTold)
  }

  @Test func `a branch elsewhere that asks a view for a bare size is one of its own`() {
    let text = "layout a { box v conditions animate; if width > 100 { v.height == 10 } }"

    #expect(resolve(parse(SourceText(name: "a.layout", text: text))).diagnostics.map(\.code.rawValue) == ["W4001"])
  }

  @Test func `a stated size is what wishes are about`() {
    #expect(words(.box, "hug x") == ["W2208"])
    #expect(words(.box, "hug x intrinsic 10, 10") == [])
  }

  @Test func `a gap behind a view is read in stacks, lists and drawers`() {
    #expect(words(.box, "gapAfter: 4", in: "vstack") == [])
    #expect(words(.box, "gapAfter: 4", in: "list") == [])
    #expect(words(.box, "gapAfter: 4", in: "box") == ["W2208"])
    #expect(
      resolve(parse(SourceText(name: "a", text: "layout a { box drawer hidden { box b gapAfter: 4 } }"))).diagnostics
        == [])
  }

  @Test func `what one view says of its place is read where its container asks`() {
    for around in ["vstack", "hstack", "hflow", "vflow", "grid"] {
      #expect(words(.box, "self center", in: around) == [])
    }
    for around in ["box", "list", "vscroll"] { #expect(words(.box, "self center", in: around) == ["W2208"]) }
    for clause in ["span 1, 2", "cell 0, 1", "self x center"] {
      #expect(words(.box, clause, in: "grid") == [])
      for around in ["box", "hflow", "vstack"] {
        let isRefused = clause == "self x center" && around != "box"
        #expect(words(.box, clause, in: around) == [isRefused ? "E2208" : "W2208"])
      }
    }
    #expect(words(.box, "gapAfter: 4", in: "hflow") == [])
    #expect(words(.box, "gapAfter: 4", in: "grid") == ["W2208"])
    #expect(words(.spacer, "", in: "hflow") == ["W2208"])
    #expect(words(.spacer, "", in: "hstack") == [])
  }

  @Test func `a header of a list may say that it changes at once`() {
    func words(_ name: String) -> Int {
      resolve(parse(SourceText(name: "a", text: "layout a { list l { box \(name) animate: false } }"))).diagnostics
        .count
    }

    #expect(words("header") == 0)
    #expect(words("footer") == 0)
    #expect(words("row") == 1)
  }

  @Test func `every setting that there is, is in the tables above`() {
    var seen: Set<String> = []
    for clause in Self.settings.map(\.clause) + ["gapAfter: 4", "self center", "self x center", "span 2", "cell 0, 1"] {
      for kind in ViewKind.allCases {
        let parent = clause.hasPrefix("self x") ? "grid" : "vstack"
        let text = "layout a { \(parent) p { \(kind.rawValue) v \(clause) } }"
        let document = resolve(parse(SourceText(name: "a", text: text))).document
        for setting in document.layouts.flatMap(\.settings) { seen.insert(name(of: setting.setting)) }
      }
    }

    #expect(
      seen == [
        "hugging", "compressionResistance", "gap", "lineGap", "gapAfter", "padding", "items", "ownAlignment",
        "columnItems",
        "ownColumnAlignment", "justify",
        "lines", "columns", "rows", "span", "cell", "distribution", "automaticAxis",
        "turned",
        "hidden", "intrinsicSize", "baselines", "margins", "trait",
      ])
  }

  /// Exhaustive, so that a new setting is asked for here.
  private func name(of setting: Setting) -> String {
    switch setting {
    case .hugging: "hugging"
    case .compressionResistance: "compressionResistance"
    case .gap: "gap"
    case .lineGap: "lineGap"
    case .gapAfter: "gapAfter"
    case .padding: "padding"
    case .items: "items"
    case .ownAlignment: "ownAlignment"
    case .columnItems: "columnItems"
    case .ownColumnAlignment: "ownColumnAlignment"
    case .justify: "justify"
    case .lines: "lines"
    case .columns: "columns"
    case .rows: "rows"
    case .span: "span"
    case .cell: "cell"
    case .distribution: "distribution"
    case .automaticAxis: "automaticAxis"
    case .turned: "turned"
    case .hidden: "hidden"
    case .intrinsicSize: "intrinsicSize"
    case .baselines: "baselines"
    case .margins: "margins"
    case .trait: "trait"
    case .property(let name, _): name
    }
  }
}
