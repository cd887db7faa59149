import LayoutSyntax
import Testing

/// What people write who know other languages. Doing what the fix says is the layout that they meant.
@Suite("Habits of other languages") struct HabitTests {
  private func parsed(_ text: String) -> SyntaxTree { parse(SourceText(name: "a", text: text)) }

  /// The document after the fixes of its diagnostics, from the last to the first.
  private func fixed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for fix in parsed(text).diagnostics.flatMap(\.fixes).reversed() {
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["if flag(f) { animate 250ms }", "animate 250ms; box c"])
  func `an animate by itself is told where it stands`(_ body: String) {
    let complaint = parsed("layout a { box b { \(body) } }").diagnostics

    #expect(complaint.map(\.code.rawValue) == ["E1024"])
    #expect(complaint[0].message.contains("behind the condition of a branch, as in `if flag(open) animate"))
  }

  @Test(arguments: [
    ("align-self: flex-start", "alignSelf: flexStart"), ("z-index: 2", "zIndex: 2"),
    ("border-radius: 4", "border_radius: 4"), ("is_hidden: true", "isHidden: true"),
    ("width: match_parent", "width: matchParent"), ("right-of a", "rightOf a"),
    ("justify-content: space-between", "justifyContent: spaceBetween"),
  ])
  func `a word of others is known however its parts are joined`(_ one: String, _ other: String) {
    let (first, second) = ("layout l { box a; box b \(one) }", "layout l { box a; box b \(other) }")

    #expect(parsed(first).diagnostics.count == 1)
    #expect(fixed(first) != first)
    #expect(fixed(second) == fixed(first))
  }

  @Test func `a property of ours is none of others, whatever it is like`() {
    let text = "layout a { label l \"x\" fontSize: 12 color: red borderColor: red gapAfter: 2 }"

    #expect(parsed(text).diagnostics == [])
  }

  /// What is written, what is meant, and the codes of what is told. The type is said, so that the compiler reads row
  /// by row.
  private static let mended: [(String, String, [String])] = [
    ("label l \"a\" if f else \"b\" left 0", "label l text: \"a\" if f else \"b\" left 0", ["E1015"]),
    ("label l \"a\" if f { left 0 } else { left 1 }", "label l \"a\" ; if f { left 0 } else { left 1 }", ["E1015"]),
    ("box b width: 100; height: 40", "box b width 100; height 40", ["E1021", "E1021"]),
    ("box b { width:100 }", "box b { width 100 }", ["E1021"]),
    ("box b hidden: true  size 4", "box b hidden  size 4", ["E1021"]),
    ("box b fill style={{ color: \"red\" }} alpha: 1", "box b fill alpha: 1", ["E1021"]),
    ("vstack v fill gap={8} { box b }", "vstack v fill gap 8 { box b }", ["E1021"]),
    ("label l \"x\" color={red} top 4", "label l \"x\" color: red top 4", ["E1021"]),
    ("button b fill :hover { alpha: 1 }", "button b fill { if flag(hover) { alpha: 1 } }", ["E1021"]),
    ("button b \"x\" :hover { alpha: 1 }", "button b \"x\" { if flag(hover) { alpha: 1 } }", ["E1021"]),
    ("button b { fill; :focus { alpha: 1 } }", "button b { fill; if flag(focus) { alpha: 1 } }", ["E1021"]),
    ("button b { &:hover { alpha: 1 }; fill }", "button b { if flag(hover) { alpha: 1 }; fill }", ["E1021"]),
    (
      "var x = 1; switch x { case 1: box b fill; case 2: box c fill; default: box d fill }; box e fill",
      "var x = 1; if x == 1 { box b fill; } else if x == 2 { box c fill; } else { box d fill }; box e fill", ["E1021"]
    ),
    ("hstack h { label b \"x\" grow 1; box c }", "hstack h { label b \"x\" grow x; box c }", ["E1021"]),
    ("hstack h { box b grow 1; box c }", "hstack h { box b ; box c }", ["E1021"]),
    ("label b \"x\" shrink 0 top 4", "label b \"x\" noshrink top 4", ["E1021"]),
    ("label b \"x\" hug x 250 top 4", "label b \"x\" hug x @250 top 4", ["E1021"]),
    ("box b inset: 0", "box b fill", ["E1021"]), ("box b { inset: 8 }", "box b { fill inset 8 }", ["E1021"]),
    ("box b fill inset: 8", "box b fill inset 8", ["E1021"]),
    ("box b fill scale 2 alpha: 1", "box b fill alpha: 1", ["E1021"]),
    ("vstack v alignment: topTrailing { box b }", "vstack v items trailing { box b }", ["E1021"]),
    ("hstack v alignment: .topTrailing { box b }", "hstack v items top { box b }", ["E1021"]),
    ("grid g alignment: bottomLeading { box b }", "grid g items bottom items x leading { box b }", ["E1021"]),
    ("box c alignment: topTrailing { box b }", "box c { box b }", ["E1021"]),
    ("box c fill place-items: center { box b }", "box c fill { box b }", ["E1021"]),
    ("box c fill align-items center { box b }", "box c fill { box b }", ["E1021"]),
    ("grid g 3x2 { box b }", "grid g columns 3 rows 2 { box b }", ["E1021"]),
    (
      "box b width root.width > 9 ? 1 : 2 height 3", "box b width 1 if root.width > 9 else 2 height 3", ["E1021"]
    ),
    ("box b alpha: root.width > 9 ? 1 : 0", "box b alpha: 1 if root.width > 9 else 0", ["E1021"]),
    ("for (let i = 0; i < 3; i++) { box b }", "for i in 0..<3 { box b }", ["E1021"]),
    ("vstack v padding: 8  top 0", "vstack v inset 8  top 0", ["E1021"]),
    ("box b min-width: 100  top 0", "box b width >= 100  top 0", ["E1021"]),
    ("box b min-width 100  top 0", "box b width >= 100  top 0", ["E1021"]),
    ("box b { max-height: 50% }", "box b { height <= 50% }", ["E1021"]),
    ("box b maxWidth: 100", "box b width <= 100", ["E1021"]),
    ("label l \"x\" font-size: 12", "label l \"x\" fontSize: 12", ["E1021"]),
    ("box b width 50% of a", "box b width 0.5 * a.width", ["E1021"]),
    ("box b { height == 33.3% of a.c + 4 }", "box b { height == 0.333 * a.c.height + 4 }", ["E1021"]),
    ("box b size 100% of a, 20", "box b size 1 * a.width, 20", ["E1021"]),
    ("box b width 50% of super", "box b width 50%", ["E1021"]),
    ("box b right of a.c", "box b after a.c", ["E1021"]),
    ("box b left of a gap 8", "box b before a gap 8", ["E1021"]),
    ("box b { bottom of a; top of c }", "box b { below a; above c }", ["E1021", "E1021"]),
    ("box b leading == super.safe.leadin", "box b leading == super.safe.leading", ["E1003"]),
    ("box b top = 10 leading 0", "box b top 10 leading 0", ["E1004"]),
    ("box b { bottom = -4px; width = 40 }", "box b { bottom 4px; width == 40 }", ["E1004", "E1004"]),
    ("box b { centerX = 4 }", "box b { centerX == super.centerX + 4 }", ["E1004"]),
    ("box b { top = a.bottom }", "box b { top == a.bottom }", ["E1004"]),
    ("const gap = 8; box b top gap", "let gap = 8; box b top gap", ["E1003"]),
    ("foreach i in 0..<3 { box b top i }", "for i in 0..<3 { box b top i }", ["E1003"]),
    ("if dark { hidden } elif pad { box b fill }", "if dark { hidden } else if pad { box b fill }", ["E1003"]),
    (
      "box b { if dark animate 0.25 { alpha: 0.5 } }", "box b { if dark animate 0.25s { alpha: 0.5 } }", ["E1012"]
    ),
    ("test \"t\" { assert stage.width == 1 }", "test \"t\" { expect stage.width == 1 }", ["E1003"]),
    (
      "test \"t\" { resize 40, 30; wait 100ms; expect stage.width == 4 }",
      "test \"t\" { set size 40, 30; after 100ms; expect stage.width == 4 }", ["E1003", "E1003"]
    ),
    ("box b dock top safe", "box b dock top of safe", ["E1027"]),
    ("box b dock top stage", "box b dock top of stage", ["E1027"]),
    ("box b pin center stage", "box b pin center of stage", ["E1027"]),
    ("box b fill <= stage", "box b fill <= of stage", ["E1027"]),
    ("box b fill stage", "box b fill of stage", ["E1027"]),
    ("box b center in stage", "box b center in of stage", ["E1027"]),
    ("box b fill of safe", "box b fill safe", ["E1027"]),
    ("box b x fill of margins of stage", "box b x fill margins of stage", ["E1027"]),
    ("box b center in of readable", "box b center in readable", ["E1027"]),
    ("box b bottom safe 16", "box b bottom super.safe.bottom - 16", ["E1030"]),
    ("box b leading safe 16", "box b leading super.safe.leading + 16", ["E1030"]),
    ("box b width safe", "box b width super.safe.width", ["E1030"]),
    ("box b size 10 alpha 0.5", "box b size 10 alpha: 0.5", ["E1021"]),
    ("box b { size 10; alpha 0.5 }", "box b { size 10; alpha: 0.5 }", ["E1021"]),
    ("box b radius 8 top 4", "box b radius: 8 top 4", ["E1021"]),
    ("box b size 4 background #fff", "box b size 4 background: #fff", ["E1021"]),
    ("label l \"x\" weight bold top 0", "label l \"x\" weight: bold top 0", ["E1021"]),
    ("box b opacity: 0.5  top 0", "box b alpha: 0.5  top 0", ["E1021"]),
    ("box b { opacity 0.5 }", "box b { alpha: 0.5 }", ["E1021"]),
    ("box b cornerRadius: 8", "box b radius: 8", ["E1021"]),
    ("label l \"x\" textAlign: center", "label l \"x\" align: center", ["E1021"]),
    ("box b zIndex: 2  top 0", "box b top 0", ["E1021"]),
    ("box b size 4 z-index: -1", "box b size 4 ", ["E1021"]),
    ("box b width 50vw", "box b width 0.5 * root.width", ["E1012"]),
    ("box b height 12.5vh - 4 top 0", "box b height 0.125 * root.height - 4 top 0", ["E1012"]),
    ("hstack h justify: space-between fill", "hstack h distribute equalSpacing fill", ["E1021"]),
    ("hstack h justify-content: spaceBetween", "hstack h distribute equalSpacing", ["E1021"]),
    ("hstack h distribute spaceBetween fill", "hstack h distribute equalSpacing fill", ["E1021"]),
    ("hstack h { distribute space-between }", "hstack h { distribute equalSpacing }", ["E1021"]),
    ("hstack h items stretch", "hstack h items fill", ["E1021"]),
    ("hstack h items flex-start", "hstack h items top", ["E1021"]),
    ("vstack v { items end }", "vstack v { items trailing }", ["E1021"]),
    ("hstack h { box c; if dark { items end } }", "hstack h { box c; if dark { items bottom } }", ["E1021"]),
    ("box b fill inset: 8", "box b fill inset 8", ["E1021"]),
    ("box b { size: 10 }", "box b { size 10 }", ["E1021"]),
    ("box left top 5", "box `left` top 5", ["E1022"]),
    ("box b { left top 5 }", "box b { left 5 top 5 }", ["E1021"]),
    ("box b above keyboard height 4", "box b dock bottom to top of keyboard height 4", ["E1027"]),
    ("box b below safe gap 8", "box b dock top to bottom of safe gap 8", ["E1027"]),
    ("box b after margins", "box b dock leading to trailing of margins", ["E1027"]),
    ("box b pin topTrailing", "box b pin top.trailing", ["E1021"]),
    ("box b pin center to bottomRight size 4", "box b pin center to bottom.right size 4", ["E1021"]),
    ("box b pin leadingTop", "box b pin top.leading", ["E1021"]),
    ("box b pin centerLeft", "box b pin left.center", ["E1021"]),
    ("box b pin top-trailing", "box b pin top.trailing", ["E1021"]),
    ("box b pin top trailing", "box b pin top.trailing", ["E1021"]),
    ("box b pin bottom left gap 4", "box b pin bottom.left gap 4", ["E1021"]),
    ("vstack v fill padding: 8", "vstack v inset 8 fill", ["E1021"]),
    ("vstack v fill { padding: 8; box c }", "vstack v fill { inset 8; box c }", ["E1021"]),
    ("box b { fill padding: 8 }", "box b { margins 8 fill }", ["E1021"]),
    ("vstack v { padding: 8 }", "vstack v { inset 8 }", ["E1021"]),
    ("vstack v { if dark { padding 8 } }", "vstack v { if dark { inset 8 } }", ["E1021"]),
    ("box b below stage gap 4 padding 8 height 4", "box b margins 8 below stage gap 4 height 4", ["E1021"]),
    ("box b padding: 8  fill", "box b margins 8  fill", ["E1021"]),
    ("box b { padding: 8; box c fill margins }", "box b { margins 8; box c fill margins }", ["E1021"]),
    ("box b fill margin: 8", "box b fill inset 8", ["E1021"]),
    ("box b below stage margin 8", "box b below stage inset 8", ["E1021"]),
    ("hstack h { label c \"\" flex: 1 height 4 }", "hstack h { label c \"\" grow x height 4 }", ["E1021"]),
    ("vstack v { input c { flex-grow 1; width 4 } }", "vstack v { input c { grow y; width 4 } }", ["E1021"]),
    ("hstack h { box c flex: 1 height 4 }", "hstack h { box c  height 4 }", ["E1021"]),
    ("box b x fill stage", "box b x fill of stage", ["E1027"]),
    ("box b below of stage height 4", "box b below stage height 4", ["E1027"]),
    ("box b bottom = -10 leading 4", "box b bottom 10 leading 4", ["E1004"]),
    ("box b top = -10", "box b top -10", ["E1004"]),
    ("box b size 50% of stage", "box b size 0.5 * stage.width, 0.5 * stage.height", ["E1021"]),
    ("box b margin-top: 8  leading 4", "box b top 8  leading 4", ["E1021"]),
    ("box b { margin-right 8 }", "box b { right 8 }", ["E1021"]),
    ("box b margin-left: -8  top 0", "box b left -8  top 0", ["E1021"]),
    ("vstack v padding-left: 8  top 0", "vstack v inset (0, leading: 8)  top 0", ["E1021"]),
    ("box b paddingTop: 8", "box b margins (0, top: 8)", ["E1021"]),
    ("box b display: none size 4", "box b hidden size 4", ["E1021"]),
    ("box b visibility: hidden size 4", "box b hidden size 4", ["E1021"]),
    ("box b isHidden: true size 4", "box b hidden size 4", ["E1021"]),
    ("box b overflow: hidden size 4", "box b clips: true size 4", ["E1021"]),
    ("label b \"x\" max-lines: 2", "label b \"x\" lines: 2", ["E1021"]),
    ("label b \"x\" line-clamp: 2", "label b \"x\" lines: 2", ["E1021"]),
    ("label l \"x\" textAlign center", "label l \"x\" align: center", ["E1021"]),
    ("box b size 4 backgroundColor #fff", "box b size 4 background: #fff", ["E1021"]),
    ("hstack h align center fill", "hstack h items center fill", ["E1021"]),
    ("vstack v { align leading }", "vstack v { items leading }", ["E1021"]),
    ("hstack h distribute equal fill", "hstack h distribute fillEqually fill", ["E1021"]),
    ("box b size 10 x 20 top 0", "box b size 10, 20 top 0", ["E1021"]),
    ("box b size 10 20 top 0", "box b size 10, 20 top 0", ["E1021"]),
    ("box b { size 50% 1px }", "box b { size 50%, 1px }", ["E1021"]),
    ("grid g columns 1fr, 2fr", "grid g columns 1*, 2*", ["E1021"]),
    ("grid g columns repeat(3, 1fr) gap 4", "grid g columns 3 gap 4", ["E1021"]),
    ("grid g columns minmax(100px, 1fr)", "grid g columns min 100", ["E1021"]),
    ("grid g columns repeat(auto-fit, minmax(90px, 1fr))", "grid g columns min 90", ["E1021"]),
    ("grid g columns: repeat(auto-fill, minmax(90, 1fr)) gap 4", "grid g columns min 90 gap 4", ["E1021"]),
    ("grid g { columns: minmax(90px, 1fr); box b }", "grid g { columns min 90; box b }", ["E1021"]),
    ("grid g columns minmax(100, 1fr), 2*", "grid g columns 1*, 2*", ["E1021"]),
    ("grid g columns 80 1* auto gap 4", "grid g columns 80, 1*, auto gap 4", ["E1021"]),
    ("grid g columns 80 auto { box b }", "grid g columns 80, auto { box b }", ["E1021"]),
    ("grid g { rows 1*, 2* 3*; box b }", "grid g { rows 1*, 2*, 3*; box b }", ["E1021"]),
    ("stage s columns 80 1*", "stage s columns 80, 1*", ["E1021"]),
    ("stage s justify-content: flex-end", "stage s justify trailing", ["E1021"]),
    (
      "hflow f { box b self trailing if compact.x else leading }",
      "hflow f { box b { if compact.x { self trailing } else { self leading } } }", ["E1015"]
    ),
    (
      "hflow f { box b { self trailing if compact.x else center; size 4 } }",
      "hflow f { box b { if compact.x { self trailing } else { self center }; size 4 } }", ["E1015"]
    ),
    (
      "hstack h items center if compact.x else top { box b }",
      "hstack h { if compact.x { items center } else { items top } box b }", ["E1015"]
    ),
    ("box b fill if compact.x else center", "box b { if compact.x { fill } else { center } }", ["E1015"]),
    ("grid g grid-template-columns: 80px 1fr auto", "grid g columns 80, 1*, auto", ["E1021"]),
    ("grid g { gridTemplateRows: 1fr 1fr; box b }", "grid g { rows 2; box b }", ["E1021"]),
    ("hflow f wrap gap 4", "hflow f gap 4", ["E1021"]),
    ("hflow f flex-wrap: wrap gap 4", "hflow f gap 4", ["E1021"]),
    ("hflow f { box b align-self: flex-end }", "hflow f { box b self bottom }", ["E1021"]),
    ("grid g { box b justify-self: center }", "grid g { box b self x center }", ["E1021"]),
    ("grid g justify-items: end", "grid g items x trailing", ["E1021"]),
    (
      "grid g items x end { box b self x flex-start }", "grid g items x trailing { box b self x leading }",
      ["E1021", "E1021"]
    ),
    ("hflow f justify space-between", "hflow f justify spaceBetween", ["E1021"]),
    ("hflow f justify-content: flex-end", "hflow f justify trailing", ["E1021"]),
    ("grid g align-content: stretch", "grid g lines fill", ["E1021"]),
    ("grid g { box b colspan 2; box c rowspan: 2 }", "grid g { box b span 2; box c span 1, 2 }", ["E1021", "E1021"]),
    ("grid g { box b grid-column: span 2 }", "grid g { box b span 2 }", ["E1021"]),
    ("hflow f items end { box b self end }", "hflow f items bottom { box b self bottom }", ["E1021", "E1021"]),
    ("box b hidden = true size 4", "box b hidden size 4", ["E1021"]),
    ("box b hidden == true size 4", "box b hidden size 4", ["E1021"]),
    ("box b hidden true size 4", "box b hidden size 4", ["E1021"]),
    ("box b { hidden = false; size 4 }", "box b { ; size 4 }", ["E1021"]),
    ("vstack v auto = true gap 4", "vstack v auto gap 4", ["E1021"]),
    ("vstack v gap = 8 fill", "vstack v gap 8 fill", ["E1021"]),
    ("box b alpha = 0.5 size 4", "box b alpha: 0.5 size 4", ["E1021"]),
    ("box b hidden if dark", "box b { if dark { hidden } }", ["E1015"]),
    ("box b { hidden if dark && flag(f) }", "box b { if dark && flag(f) { hidden } }", ["E1015"]),
    ("box b size 4 fill if compact.x", "box b size 4 { if compact.x { fill } }", ["E1015"]),
    ("vstack v fill inset 4 padding 8", "vstack v inset 8 fill inset 4", ["E1021"]),
    ("box b fill inset 8px 4px", "box b fill inset (y: 8, x: 4)", ["E1021"]),
    (
      "vstack v inset 1 2 3 4 fill", "vstack v inset (top: 1, trailing: 2, bottom: 3, leading: 4) fill", ["E1021"]
    ),
    ("box b margins 1 2 3", "box b margins (top: 1, x: 2, bottom: 3)", ["E1021"]),
    ("box b size 10px 20px", "box b size 10px, 20px", ["E1021"]),
    ("box b rightOf stage gap 4", "box b after stage gap 4", ["E1021"]),
    ("box b { leftOf stage }", "box b { before stage }", ["E1021"]),
    ("box b under stage", "box b below stage", ["E1021"]),
    ("box b next to stage.c height 4", "box b after stage.c height 4", ["E1021"]),
    ("box b top-of stage", "box b above stage", ["E1021"]),
    ("box b box-shadow: 0 2px 4px #888 size 4", "box b size 4", ["E1021"]),
    ("box b float left size 4", "box b size 4", ["E1021"]),
    ("label l \"x\" line-height: 20 top 0", "label l \"x\" top 0", ["E1021"]),
    ("label l \"x\" white-space: nowrap top 0", "label l \"x\" lines: 1 top 0", ["E1021"]),
    ("label l \"x\" text-overflow: ellipsis", "label l \"x\" truncate: tail", ["E1021"]),
    ("box b border-width: 2 size 4", "box b border: 2 size 4", ["E1021"]),
    ("box b border: 1px solid red size 4", "box b border: 1 borderColor: red size 4", ["E1021"]),
    ("box b border: 1 solid", "box b border: 1", ["E1021"]),
    ("label l 'It is \"so\"' left 0", "label l \"It is \\\"so\\\"\" left 0", ["E1001"]),
    ("label l font: 'Noto Sans' left 0", "label l font: \"Noto Sans\" left 0", ["E1001"]),
    ("if compact { box b fill }", "if compact.x { box b fill }", ["E1002"]),
    ("if x.compact { box b fill }", "if compact.x { box b fill }", ["E1021"]),
    ("if stage.regular.y { box b fill }", "if stage is regular.y { box b fill }", ["E1021"]),
    ("if root.y.compact { box b fill }", "if root is compact.y { box b fill }", ["E1021"]),
    ("if dark animate 10pt { box b fill }", "if dark animate 10ms { box b fill }", ["E1012"]),
    ("box b visible: false size 4", "box b hidden size 4", ["E1021"]),
    ("box b { isVisible: false; size 4 }", "box b { hidden; size 4 }", ["E1021"]),
    ("box b visibility: gone size 4", "box b hidden size 4", ["E1021"]),
    ("box b visible true size 4", "box b size 4", ["E1021"]),
    ("box b isHidden: false size 4", "box b size 4", ["E1021"]),
    ("box b visibility: visible", "box b ", ["E1021"]),
    ("box b border-color: #f00 size 4", "box b borderColor: #f00 size 4", ["E1021"]),
    ("box b clipsToBounds: true", "box b clips: true", ["E1021"]),
    ("label l \"x\" colour: #fff", "label l \"x\" color: #fff", ["E1021"]),
    ("label l \"x\" top 4 bold", "label l \"x\" top 4 weight: bold", ["E1021"]),
    ("box b w 100 top 0", "box b width 100 top 0", ["E1021"]),
    ("box b h: 40", "box b height 40", ["E1021"]),
    ("box b size 390x844 top 0", "box b size 390, 844 top 0", ["E1012"]),
    ("box b background: 0xff8800", "box b background: #ff8800", ["E1012"]),
    ("box b width 20dp", "box b width 20pt", ["E1012"]),
    ("label l \"x\" fontSize: 12sp", "label l \"x\" fontSize: 12pt", ["E1012"]),
    ("box b x: 10 top 0", "box b left 10 top 0", ["E1021"]),
    ("box b { x 10; y: -20 }", "box b { left 10; top -20 }", ["E1021", "E1021"]),
    ("box b width: auto top 0", "box b top 0", ["E1021"]),
    ("box b height wrap_content top 0", "box b top 0", ["E1021"]),
    ("box b { width: match_parent }", "box b { x fill }", ["E1021"]),
    ("box b margin: auto top 0", "box b center x top 0", ["E1021"]),
    ("image i scaledToFit center", "image i center", ["E1021"]),
    ("box b size 10 center: true", "box b size 10 center", ["E1021"]),
    ("box b fill: true", "box b fill", ["E1021"]),
    ("box b fill clips", "box b fill clips: true", ["E1021"]),
    ("label l \"x\" truncate top 0", "label l \"x\" truncate: tail top 0", ["E1021"]),
    ("box b alpha: .5", "box b alpha: 0.5", ["E1011"]),
    ("box b fill padding: 8px 16px", "box b margins (y: 8, x: 16) fill", ["E1021"]),
    ("box b size 4 top 0, leading 0", "box b size 4 top 0 leading 0", ["E1021"]),
    ("box b className=\"card\" fill", "box b fill", ["E1021"]),
    ("box b ref={b} fill", "box b fill", ["E1021"]),
    ("hstack h spacing=8 fill", "hstack h gap 8 fill", ["E1021"]),
    ("box b opacity=0.5 fill", "box b alpha: 0.5 fill", ["E1021"]),
    ("hstack h gap-4 fill", "hstack h gap 16 fill", ["E1021"]),
    ("vstack v fill p-4", "vstack v inset 16 fill", ["E1021"]),
    ("vstack v px-4", "vstack v inset (x: 16)", ["E1021"]),
    // Behind a placement they would be about that.
    ("vstack v x fill top 0 padding 8", "vstack v inset 8 x fill top 0", ["E1021"]),
    ("vstack v x fill y fill padding: 8 gap 4", "vstack v inset 8 x fill y fill gap 4", ["E1021"]),
    ("vstack v fill height 4 padding: 2 * big + 1", "vstack v inset 2 * big + 1 fill height 4", ["E1021"]),
    ("vstack v { x fill top 0 padding: 8px 4px }", "vstack v { inset (y: 8, x: 4) x fill top 0 }", ["E1021"]),
    ("vstack v fill top 0 padding-left: 8px", "vstack v inset (0, leading: 8) fill top 0", ["E1021"]),
    ("vstack v fill top 0 p-4", "vstack v inset 16 fill top 0", ["E1021"]),
    ("vstack v below stage leading 0 spacing 8", "vstack v gap 8 below stage leading 0", ["E1021"]),
    ("vstack v below stage leading 0 spacing: 8px", "vstack v gap 8 below stage leading 0", ["E1021"]),
    ("hflow f below stage spacing = big", "hflow f gap big below stage", ["E1021"]),
    ("hstack h below stage leading 0 gap-4", "hstack h gap 16 below stage leading 0", ["E1021"]),
    ("grid g below stage row-gap: 8 column-gap: 8", "grid g gap 8 below stage", ["E1021"]),
    ("vstack v top 0 spacing: 8 fill", "vstack v top 0 gap 8 fill", ["E1021"]),
    ("box b x fill top 0 padding 8", "box b x fill top 0 margins 8", ["E1021"]),
    // A pixel of CSS is a point.
    ("box b max-width: 100px top 0", "box b width <= 100 top 0", ["E1021"]),
    ("box b width: 100px; height: 40px", "box b width 100; height 40", ["E1021", "E1021"]),
    ("box b { top: -8px }", "box b { top -8 }", ["E1021"]),
    ("vstack v padding: 8px  top 0", "vstack v inset 8  top 0", ["E1021"]),
    ("vstack v spacing: 8px  top 0", "vstack v gap 8  top 0", ["E1021"]),
    ("grid g gap: 8px 4px", "grid g gap 4, 8", ["E1021"]),
    ("label l \"x\" font-size: 12px", "label l \"x\" fontSize: 12", ["E1021"]),
    ("box b margin-top: 8px left 4", "box b top 8 left 4", ["E1021"]),
    ("box b x: 10px top 0", "box b left 10 top 0", ["E1021"]),
    ("box b fill m-2", "box b fill inset 8", ["E1021"]),
    ("box b w-1/2 top 0", "box b width 50% top 0", ["E1021"]),
    ("box b w-full top 0", "box b x fill top 0", ["E1021"]),
    ("box b inset-0", "box b fill", ["E1021"]),
    ("box b rounded-lg fill", "box b radius: 8 fill", ["E1021"]),
    ("label l \"x\" text-2xl", "label l \"x\" fontSize: 24", ["E1021"]),
    ("grid g grid-cols-3 { box b col-span-2 }", "grid g columns 3 { box b span 2 }", ["E1021", "E1021"]),
    ("vstack v items-center fill", "vstack v items center fill", ["E1021"]),
    ("vstack v justify-between fill", "vstack v distribute equalSpacing fill", ["E1021"]),
    ("hflow f justify-between fill", "hflow f justify spaceBetween fill", ["E1021"]),
    ("box b { when compact.x { hidden } }", "box b { if compact.x { hidden } }", ["E1003"]),
    ("each i in 0..<3 { box b top i }", "for i in 0..<3 { box b top i }", ["E1003"]),
    ("for (let i = 0; i < 3; i++) { box b top i }", "for i in 0..<3 { box b top i }", ["E1021"]),
    ("for (i = 1; i <= n; i++) { box b top i }", "for i in 1...n { box b top i }", ["E1021"]),
    ("box b top left size 10", "box b pin top.left size 10", ["E1021"]),
    ("box b bottom trailing", "box b pin bottom.trailing", ["E1021"]),
    ("box b width 100 to 300 top 0", "box b width 100...300 top 0", ["E1021"]),
    ("box b width 100-300 top 0", "box b width 100...300 top 0", ["E1021"]),
    ("vstack v { Spacer(minLength: 20) }", "vstack v { spacer height >= 20 }", ["E1021"]),
    ("ScrollView(.horizontal) { box b }", "hscroll { box b }", ["E1021"]),
    ("Text(title)", "label text: title", ["E1021"]),
    ("TextField(\"Name\", text: $name)", "input placeholder: \"Name\"", ["E1021"]),
    ("hstack(spacing: 8) h fill", "hstack h gap 8 fill", ["E1021"]),
    ("label(\"Hello\") center", "label \"Hello\" center", ["E1021"]),
    ("if sizeClass.x == compact { box b fill }", "if compact.x { box b fill }", ["E1021"]),
    ("if verticalSizeClass == .compact { box b fill }", "if compact.y { box b fill }", ["E1021"]),
    ("if colorScheme == .dark { box b fill }", "if dark { box b fill }", ["E1021"]),
    ("box b { height == self.width }", "box b { height == width }", ["E1021"]),
    ("box b color: dark ? #fff : #000 top 0", "box b color: #fff if dark else #000 top 0", ["E1021"]),
    ("box b width dark ? 1 : 2 top 0", "box b width 1 if dark else 2 top 0", ["E1021"]),
    ("let n = root.width > 9 ? 1 + 2 : 3", "let n = 1 + 2 if root.width > 9 else 3", ["E1021"]),
    ("label r \"Row \" + i", "label r text: \"Row \" + i", ["E1015"]),
    ("label t text \"Hello\" top 0", "label t text: \"Hello\" top 0", ["E1021"]),
    ("label \"Hello\" t top 0", "label t \"Hello\" top 0", ["E1021"]),
    ("let title = \"x\"; label t title", "let title = \"x\"; label t text: title", ["E1021"]),
    ("box b width 1.5rem", "box b width 24", ["E1012"]),
    ("box b width .infinity top 0", "box b x fill top 0", ["E1021"]),
    ("box b fill 16", "box b fill inset 16", ["E1021"]),
    ("box b fill horizontally top 0", "box b fill x top 0", ["E1021"]),
    ("box b fill parent", "box b fill", ["E1021"]),
    ("box b below stage 10", "box b below stage gap 10", ["E1021"]),
    ("box b below stage + 10", "box b below stage gap 10", ["E1021"]),
    ("box b center 10, 20", "box b center offset 10, 20", ["E1021"]),
    ("box b center y 10", "box b center y offset 0, 10", ["E1021"]),
    ("box b center horizontal top 0", "box b center x top 0", ["E1021"]),
    ("box b centerX top 0", "box b center x top 0", ["E1021"]),
    ("box b align top.trailing", "box b pin top.trailing", ["E1021"]),
    ("box b align center", "box b center", ["E1021"]),
    ("hstack h inset x: 16 fill", "hstack h inset (x: 16) fill", ["E1021"]),
    ("hstack h inset(horizontal: 16)", "hstack h inset(x: 16)", ["E1021"]),
    ("if a != b.width { box c }", "if !(a == b.width) { box c }", ["E1021"]),
    ("if a.width === 3 { box c }", "if a.width == 3 { box c }", ["E1021"]),
    ("preview \"q\" width 300", "preview \"q\" size 300, _", ["E1021"]),
    ("preview \"p\" { size 300, 200; dark }", "preview \"p\" size 300, 200 dark", ["E1002"]),
    ("let pad = 8", "let `pad` = 8", ["E1022"]),
    ("let n: 8", "let n = 8", ["E1025"]),
    ("var n:8", "var n = 8", ["E1025"]),
    ("let n 8", "let n = 8", ["E1025"]),
    ("let n == 8", "let n = 8", ["E1025"]),
    ("let wide = root.width >= 900", "let wide = (root.width >= 900)", ["E1020"]),
    (
      "let wide = root.width > root.height - 10 && dark", "let wide = (root.width > root.height - 10 && dark)",
      ["E1020"]
    ),
  ]

  @Test(arguments: mended)
  func `each is an error with the fix that was meant`(_ written: String, _ meant: String, _ codes: [String]) {
    #expect(parsed("layout a { box stage; \(written) }").diagnostics.map(\.code.rawValue) == codes)
    #expect(fixed("layout a { box stage; \(written) }") == "layout a { box stage; \(meant) }")
    #expect(parsed("layout a { box stage; \(meant) }").diagnostics == [])
  }

  @Test(arguments: [
    ("visible: dark", "there is no 'visible' here", "`if dark { hidden }`, in the view's braces"),
    ("animation: 200ms", "there is no 'animation' here", "`if flag(open) animate 200ms { … }`"),
  ])
  func `what one word cannot take the place of is told with an example`(
    _ clause: String, _ words: String, _ help: String
  ) {
    let found = parsed("layout a { box b \(clause) }").diagnostics

    #expect(found.map(\.message) == [words] && found.flatMap(\.fixes).isEmpty)
    #expect(found[0].notes[0].message.contains(help))
  }

  @Test(arguments: [
    ("layout a(size: 300, 200) { }", "layout a size 300, 200 { }", "E1002"),
    ("layout \"a\" size 300, 200 { }", "layout a size 300, 200 { }", "E1029"),
    ("layout a width 300 height 200 { }", "layout a size 300, 200 { }", "E1021"),
  ])
  func `so are the name and the size of a layout`(_ written: String, _ meant: String, _ code: String) {
    #expect(parsed(written).diagnostics.map(\.code.rawValue) == [code])
    #expect(fixed(written) == meant)
    #expect(parsed(meant).diagnostics == [])
  }

  @Test(arguments: ["val a top 8", "foreach a fill", "elif a fill", "box b fill; const a { top 8 }"])
  func `a component may be called as a statement is elsewhere`(_ body: String) {
    #expect(parsed("layout a { \(body) }").diagnostics == [])
  }

  @Test func `a word that follows where a view might stand is no view because it stands there twice`() {
    let text = "layout a { vstack v fill wrap { box b fill }; vstack w fill wrap { box c fill } }"
    #expect(parsed(text).diagnostics.allSatisfy { $0.code.rawValue != "E1027" } && !parsed(text).diagnostics.isEmpty)
  }

  @Test func `a value that others put into a text is told to stand outside of it`() {
    let found = parsed("layout a { label l \"Hello \\(name)\" }").diagnostics

    #expect(found.map(\.code.rawValue) == ["E1007"])
    #expect(
      found[0].notes.map(\.message) == ["help: a value goes outside of the quotes, as in `text: \"Hello \" + name`"])
  }

  /// Each with the brace where the indentation says that a block ends.
  @Test(arguments: [
    (
      "layout a {\n  vstack v {\n    label l \"x\"\n  box c size 10\n}\n",
      "layout a {\n  vstack v {\n    label l \"x\"\n  }\n  box c size 10\n}\n"
    ),
    // The block that ends first is the one; those around it only lost their braces to it.
    (
      "layout a {\n  view v {\n    if dark {\n      top 4\n  }\n  box c size 4\n}\nlayout d { box e }\n",
      "layout a {\n  view v {\n    if dark {\n      top 4\n    }\n  }\n  box c size 4\n}\nlayout d { box e }\n"
    ),
    (
      "layout a {\n\tvstack v { label l \"x\"\n\tbox c size 10\n}\n",
      "layout a {\n\tvstack v { label l \"x\"\n\t}\n\tbox c size 10\n}\n"
    ),
    // Two are missing, and each goes to its own block.
    (
      "layout a {\n  view v {\n    view w {\n      top 4\n}\n",
      "layout a {\n  view v {\n    view w {\n      top 4\n    }\n  }\n}\n"
    ),
    ("layout a {\n  box c size 10", "layout a {\n  box c size 10\n}"),
  ])
  func `a missing brace goes where the lines of its block end`(_ written: String, _ meant: String) {
    var bytes = Array(written.utf8)
    let fixes = parsed(written).diagnostics.flatMap(\.fixes)
    for fix in fixes.sorted(by: { $0.place.span.start > $1.place.span.start }) {
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))
    }

    #expect(String(decoding: bytes, as: UTF8.self) == meant)
    #expect(parsed(meant).diagnostics == [])
  }

  @Test(arguments: [
    ("component card(gap: 8) { }", "component card(gap = 8) { }", "E1029"),
    ("component card(title: \"x\", n: number) { }", "component card(title = \"x\", n: number) { }", "E1029"),
    ("component card(left: number = 3) { }", "component card(`left`: number = 3) { }", "E1022"),
  ])
  func `so is one in a list of parameters`(_ written: String, _ meant: String, _ code: String) {
    #expect(parsed(written).diagnostics.map(\.code.rawValue) == [code])
    #expect(fixed(written) == meant)
    #expect(parsed(meant).diagnostics == [])
  }

  @Test(arguments: [
    ("set b.hidden = true", "set b hidden = true", "what is set of a view stands behind it; use 'set b hidden'"),
    ("set b.c.text = \"Hi\"", "set b.c \"Hi\"", "what is set of a view stands behind it; use 'set b.c \"Hi\"'"),
    ("set root.width = 4", "", "'root.width' follows from the layout, and nobody sets it"),
  ])
  func `what a test sets of a view stands behind the view`(_ step: String, _ meant: String, _ words: String) {
    func layout(_ step: String) -> String { "layout a { test \"t\" { \(step); expect b.width == 4 } }" }

    #expect(parsed(layout(step)).diagnostics.map(\.message) == [words])
    if meant.isEmpty {
      #expect(parsed(layout(step)).diagnostics[0].fixes.isEmpty)
    } else {
      #expect(fixed(layout(step)) == layout(meant))
      #expect(parsed(layout(meant)).diagnostics == [])
    }
  }

  @Test func `what is one of the fields of a record is set as it is called`() {
    #expect(parsed("layout a { test \"t\" { set rows[\"a\"].text = \"B\"; expect b.width == 4 } }").diagnostics == [])
  }

  @Test(arguments: [
    (
      "hstack h justify center", "justify center",
      "put `spacer room` before the first view and `spacer width == room.width` behind the last"
    ),
    (
      "vstack v distribute center", "center",
      "put `spacer room` before the first view and `spacer height == room.height` behind the last"
    ),
    ("hstack h distribute flex-end", "flex-end", "put a `spacer` before the first view"),
    ("vstack v { justify-content: start }", "justify-content: start", "put a `spacer` behind the last view"),
    (
      "hstack h distribute space-around", "space-around",
      "write `distribute equalSpacing`, and put a `spacer` before the first view and behind the last"
    ),
  ])
  func `how views are packed is said by spacers`(_ written: String, _ name: String, _ help: String) {
    let diagnostics = parsed("layout a { \(written) }").diagnostics

    #expect(diagnostics.map(\.message) == ["there is no '\(name)' here: the room that views leave goes to a 'spacer'"])
    #expect(diagnostics.flatMap(\.notes).map(\.message) == ["help: " + help])
  }

  @Test(arguments: [
    "tags t fill justify center", "tags t { justify spaceBetween; fill }", "tags t fill lines center",
    "tags t { lines center }", "tags t { if compact.x { lines fill } }", "tags t fill columns min 80",
    "tags t fill columns (80)", "tags t { columns auto, 1* }", "tags t { if compact.x { rows min 8 } }",
    "t.tags t fill justify trailing",
  ])
  func `a view of a component may say what a flow or a grid does`(_ view: String) {
    let tree = parsed("layout a { \(view) }")

    #expect(tree.diagnostics == [])
    #expect(["justifyClause", "linesClause", "columnsClause", "rowsClause"].contains { tree.dump().contains($0) })
  }

  @Test(arguments: [
    "component bar vstack { box c }", "component bar(n: number) hstack gap n { box c }",
  ])
  func `one that is known to be a stack is told what a stack says`(_ component: String) {
    let found = parsed("\(component)\nlayout a { bar b justify space-between fill }").diagnostics

    #expect(found.flatMap(\.fixes).map(\.replacement) == ["distribute equalSpacing"])
  }

  @Test(arguments: [
    "grid columns fill", "grid rows gap 8 { box b }", "grid columns columns 2 { box b }", "grid rows items center",
    "grid columns size 10, 20", "tags columns fill", "tags lines center",
  ])
  func `a word behind a kind is the name before another clause`(_ view: String) {
    let tree = parsed("layout a { \(view) }")

    #expect(tree.diagnostics == [])
    #expect(tree.dump().contains(" name \(view.split(separator: " ")[1])\n"))
  }

  /// Each is told with one fix.
  private static let gridsAndModifiers: [(String, String)] = [
    ("grid g columns repeat(auto-fit, minmax(min(100%, 200px), 1fr))", "grid g columns min 200"),
    ("grid g columns repeat(auto-fill, minmax(min(90px, 100%), 1fr))", "grid g columns min 90"),
    ("grid g columns repeat(2, 100px 1fr)", "grid g columns 100, 1*, 100, 1*"),
    ("grid g columns 3 auto-rows: 40 gap 4", "grid g columns 3 gap 4"),
    ("grid g place-content: center end", "grid g justify trailing lines center"),
    ("grid g place-content: center top 10", "grid g justify center lines center top 10"),
    ("grid g place-items: center fill top 0", "grid g items center items x center fill top 0"),
    ("hstack h { label b \"x\" flex: 1 1 auto left 0 }", "hstack h { label b \"x\" grow x left 0 }"),
    ("LazyHGrid(rows: [GridItem(), GridItem()], spacing: 8) { box b }", "vflow gap 8 { box b }"),
    ("grid g place-content: center", "grid g justify center lines center"),
    ("grid g place-items: start end", "grid g items top items x trailing"),
    ("grid g grid-template-areas: \"a b\" \"c d\" gap 4", "grid g gap 4"),
    ("hflow f { box b flex: 1 1 100px top 0 }", "hflow f { box b top 0 }"),
    ("hstack h { label b \"x\" flex: 1/2 left 0 }", "hstack h { label b \"x\" grow x left 0 }"),
    ("LazyVGrid(columns: 2, spacing: 8) { box b }", "grid gap 8 columns 2 { box b }"),
    ("Grid(horizontalSpacing: 8, verticalSpacing: 4) { box b }", "grid gap 8, 4 { box b }"),
    ("LazyHGrid(spacing: 8) { box b }", "vflow gap 8 { box b }"),
    ("for (i, m) in rows { box b }", "for m in rows { box b }"),
    ("label l \"x\" .font(.headline) top 0", "label l \"x\" style: headline top 0"),
    ("image i .aspectRatio(4/3, contentMode: .fit)", "image i aspect 4:3"),
    ("box b .frame(width: 100, height: 50) top 0", "box b size 100, 50 top 0"),
    ("box b .frame(width: 100).opacity(0.5)", "box b width 100 alpha: 0.5"),
    ("for m in rows by m.id { label l[m.id] m.t }", "for m in rows by m.id { label l[m.id] text: m.t }"),
    ("label l m.t top 0", "label l text: m.t top 0"),
    ("ZStack(alignment: .center) { box b }", "view { box b }"),
  ]

  @Test(arguments: gridsAndModifiers)
  func `grids, flows and modifiers of others are told with what they come to`(_ written: String, _ meant: String) {
    #expect(parsed("layout a { \(written) }").diagnostics.map(\.code.rawValue) == ["E1021"])
    #expect(fixed("layout a { \(written) }") == "layout a { \(meant) }")
  }

  @Test(arguments: [
    ("hstack h flex-wrap: wrap", "a row does not go on in a second one"),
    ("hstack h wrap { box c }", "a row does not go on in a second one"),
    ("box b position: absolute", "stands where its placements say"),
    ("box b display: flex", "a row is an `hstack` and a column a `vstack`"),
    ("label l \"x\" padding 8 top 0", "put it into a box, from whose edges it stays away"),
    ("box b margin-left: auto", "in a stack a `spacer` before it takes what is left; elsewhere `trailing 0` says"),
    ("button l \"x\" padding-left: 8", "put it into a box, from whose edges it stays away"),
    ("box b { hidden = dark }", "`if dark { hidden }`, in the view's braces"),
    ("label l \"x\" letter-spacing: 1px", "letters stand as far apart as their font says"),
    ("label l \"x\" leading-6", "lines of text are as far apart as their font says"),
    ("label l \"x\" below t lineSpacing: 4", "lines of text are as far apart as their font says"),
    ("box b absolute", "stands where its placements say"),
    ("box b bg-blue-500", "in hexadecimal digits, as in `background: #3b82f6`"),
    ("hstack h flex-1 fill", "what says no length there takes what its neighbours leave"),
    ("label l .font(size)", "as in `fontSize: 17`"),
    ("hstack h { label b \"x\" ml-auto }", "a `spacer` takes what is left"),
    ("grid g { label b \"x\" row-start-2 }", "a view's place is `cell COLUMN, ROW`"),
    ("vstack v { box c }.padding()", "as in `inset 8`"),
    ("<div className=\"a\"><b>x</b></div>", "a view is a line with its kind and its name"),
    ("{items.map(i => <Row key={i.id} />)}", "`for i in items by i.id { … }`"),
    ("items.map(i => box(i))", "`for i in items by i.id { … }`"),
  ])
  func `what has no word here is told how it is said`(_ written: String, _ help: String) {
    let diagnostics = parsed("layout a { \(written) }").diagnostics

    #expect(diagnostics.map(\.code.rawValue) == ["E1021"])
    #expect(diagnostics.flatMap(\.notes).map(\.message).contains { $0.contains(help) })
  }

  @Test(arguments: [
    "grid g { box b grid-area: 1 / -9223372036854775807 / 2 / 9223372036854775807 }",
    "grid g { box b grid-column: 9223372036854775807 / -9223372036854775807 }", "grid g columns 1e300%, 1*",
    "ForEach(", "ForEach() { a in", "HStack(spacing:", "@media", "@media {", "@media (min-width:", "box b .a(", "for (",
    "grid g columns >=", "hflow f gap 4 row-gap:", "grid g columns min:", "box b span 1 /",
  ])
  func `what is no more than begun is a mistake like others`(_ text: String) {
    #expect(!parsed("layout a { \(text)").diagnostics.isEmpty)
    #expect(!parsed(text).diagnostics.isEmpty)
  }

  /// Of five in each other there would be ten thousand million columns.
  @Test(arguments: [("repeat(100, ", 5), ("minmax(0, ", 50_000)])
  func `functions in functions are mistakes like others`(_ function: String, _ depth: Int) {
    let tracks = String(repeating: function, count: depth) + "1fr" + String(repeating: ")", count: depth)

    #expect(!parsed("layout a { grid g columns \(tracks) }").diagnostics.isEmpty)
    #expect(!parsed("layout a { grid g grid-template-columns: \(tracks) }").diagnostics.isEmpty)
  }

  @Test(arguments: ["Row(title: 4)\n", "grid g { box b span all }\n", "@media\n", "ForEach(\n", "Spacer(spacing:\n"])
  func `a thousand times one of them costs no more than each`(_ line: String) {
    let text = "layout a {\n" + String(repeating: line, count: 20_000) + "}\ncomponent Row(title: number) { }"

    #expect(parsed(text).diagnostics.count < 30)
  }

  @Test(arguments: ["let x = 7 % 2", "box b { width == (i % 2) * 30 }"])
  func `a remainder is written as elsewhere`(_ text: String) {
    #expect(parsed("layout a { \(text) }").diagnostics == [])
  }

  @Test(arguments: ["box b width 50 %", "box b width 50 % height 4", "box b width 50 %\nbox c"])
  func `a percentage stands together`(_ text: String) {
    let diagnostics = parsed("layout a { \(text) }").diagnostics

    #expect(diagnostics.map(\.code.rawValue).first == "E1012")
    #expect(diagnostics.first?.fixes.map(\.replacement) == ["%"])
  }

  @Test(arguments: [
    "box b { margin: 8; fill }", "box b margin 8 top 4", "vstack v fill { margin: 8 }", "label l \"x\" margin: 4, 8",
    "vstack v { label a \"A\"; label b \"B\" margin-top: 8 }", "hstack h { box b size 4 ml-2 }",
  ])
  func `a margin without a placement before it has no one word`(_ written: String) {
    let diagnostics = parsed("layout a { \(written) }").diagnostics

    #expect(diagnostics.map(\.code.rawValue) == ["E1021"])
    #expect(diagnostics.flatMap(\.fixes).isEmpty && diagnostics.flatMap(\.notes).count == 1)
  }

  @Test(arguments: [
    "box b align: center", "box b dock top margins 8", "box b fill x center", "box b fill margins 8 top 4",
    "box b background: #fff", "vstack fill gap 8 { }", "box center width 10", "box hidden leading 0",
    "box top gap leading 0", "box width height", "box left a.right", "box aspect 16:9", "box fill inset 8",
    "box below a gap 8", "box x leading y top", "box trait style: dark", "box fill { top 4 }",
    "label l \"ab\" * (2 + 1)", "box b pin top leading 8", "box b pin top bottom 8", "box b left 4 top 5",
    "radius r 8", "color red", "hstack h distribute fillEqually items center", "box size w, h",
    "box under size 4", "box b border: 2 top 4", "box float size 4", "box b { hidden; fill }",
    "box b fill inset 8, 4", "label l \"don't\" size 4", "if trait.sizeClass.x == compact { box b fill }",
    "box top height leading 0", "box fill <= of a width <= 4", "flex f size 4", "wrap", "box b align x center",
    "hstack h gap -4", "box b width 300-100", "box b fill radius: 8", "box b width 4 - 20",
    "hstack h { position p }", "box b size 10 top 20", "size 10, 20", "box b align below a",
  ])
  func `what only looks like one is none`(_ text: String) {
    let codes = parsed("layout a { \(text) }").diagnostics.map(\.code.rawValue)
    // The second is a view's own clause after all, the fourth was a mistake before and is one.
    #expect(codes.filter { $0 == "E1021" || $0 == "E1022" || $0 == "E1027" || $0 == "E1030" } == [])
  }

  /// Words that begin a clause which goes on, each with a beginning that nobody would take for it.
  private static let names = [
    "top", "bottom", "leading", "trailing", "left", "right", "width", "height", "size", "gap", "inset", "offset",
    "aspect", "at", "intrinsic", "baselines", "margins", "fill", "pin", "dock", "rest", "below", "above", "before",
    "after", "align", "x", "y", "items", "distribute", "initial", "trait",
  ]

  @Test(arguments: names, ["leading 0", "height 1px", "size 10", "width 80%"])
  func `a word of the language as a name is told, with backticks that mend it`(_ name: String, _ clause: String) {
    let kinds = [
      "view", "box", "label", "button", "image", "input", "spacer", "vstack", "hstack", "vscroll", "list", "card",
    ]
    for kind in kinds {
      let text = "layout a { \(kind) \(name) \(clause) }"
      #expect(parsed(text).diagnostics.map(\.code.rawValue) == ["E1022"], "\(text)")
      #expect(fixed(text) == "layout a { \(kind) `\(name)` \(clause) }")
      #expect(parsed(fixed(text)).diagnostics == [])
    }
  }

  @Test(arguments: [
    "while true { box b fill }", "while (n > 3) { box b fill { alpha: 1 } }", "switch x { case a: box b fill }",
    "switch x { box b fill }", "for (i = ; i < 3; i++) { box b fill }",
  ])
  func `a statement of others that has no one meaning is told once, without a fix`(_ written: String) {
    let diagnostics = parsed("layout a { \(written); box c fill }").diagnostics

    #expect(diagnostics.map(\.code.rawValue) == ["E1021"])
    #expect(diagnostics.flatMap(\.fixes).isEmpty && diagnostics.flatMap(\.notes).count == 1)
  }

  @Test(arguments: ["top", "left", "width", "gap", "inset", "margins", "size"])
  func `so it is before other clauses`(_ name: String) {
    for clause in ["below other", "background: #fff", "fill", "hidden", "center x", "leading a.right"] {
      let text = "layout a { box \(name) \(clause) }"
      #expect(parsed(text).diagnostics.map(\.code.rawValue) == ["E1022"], "\(text)")
    }
  }
}

@Suite("Files that are no UTF-8") struct EncodingTests {
  private func codes(_ bytes: [UInt8]) -> [String] {
    parse(SourceText(name: "a", bytes: bytes)).diagnostics.map { "\($0.code.rawValue) \($0.place!.span.start)" }
  }

  @Test func `a letter of Latin-1 is refused where it stands, in quotes, comments and names`() {
    #expect(codes(Array("layout a { label l \"caf".utf8) + [0xE9] + Array("\" }".utf8)) == ["E1001 23"])
    #expect(codes(Array("// ".utf8) + [0xFC] + Array("\nlayout a { box b fill }".utf8)) == ["E1001 3"])
    #expect(codes(Array("layout ".utf8) + [0xE4] + Array(" { }".utf8)) == ["E1001 7"])
  }

  @Test func `the byte is named`() {
    let source = SourceText(name: "a", bytes: Array("// ".utf8) + [0xFC, 0x0A])

    #expect(parse(source).diagnostics.map(\.message) == ["byte 3, 0xFC, is no text in UTF-8"])
  }

  @Test(arguments: [
    [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xE2, 0x82, 0x28],
  ])
  func `so is everything that Unicode does not call well-formed`(_ bytes: [UInt8]) {
    #expect(codes(Array("// ab".utf8) + bytes) == ["E1001 5"])
  }

  @Test(arguments: ["é", "€", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}", "👩‍👩‍👧"])
  func `what is well-formed is text`(_ letter: String) {
    #expect(codes(Array("// \(letter)\n".utf8)) == [])
  }

  @Test func `UTF-16 is one error, with its mark and without`() {
    let text = Array("layout a { label l \"x\" fill }\n".utf16)
    let little = text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }

    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] { #expect(codes(bytes) == ["E1001 0"]) }
  }

  @Test func `an edit that breaks a letter is refused too`() {
    let whole = Array("layout a { label l \"é\" fill }".utf8)
    let broken = whole.filter { $0 != 0xA9 }
    let tree = parse(whole, named: "a", after: nil)

    #expect(tree.diagnostics == [])
    #expect(parse(broken, named: "a", after: tree).diagnostics.map(\.code.rawValue) == ["E1001"])
  }
}
