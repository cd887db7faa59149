/// Layouts that several tests serve.
public enum SampleLayouts {
  /// Two boxes, one of which has configurations, a constant, a variable, a flag and a trait.
  public static func card(width: Int = 100) -> String {
    """
    layout card {
      var columns = 2
      box first leading 10 top 20 width \(width) height 30
      box second leading 16 #inset top 60 height 30 {
        config main { width 20 * columns }
        config wide { width 200 }
        label title "Hi" center
      }
      box bar leading 0 top 0 height 4 { if flag(editing) { width 40 } else { width 20 } }
      box night trailing 0 top 0 height 4 { if dark { width 40 } else { width 20 } }
    }

    """
  }

  /// A row, a column and a box beside them.
  public static let stacks = """
    layout page size 200, 100 {
      hstack row at 0, 0, 120, 20 { box a width 10; box b width 20; box c }
      vstack column at 0, 30, 80, 60 { box head height 10; box more }
      box badge left 150 top 70 size 8
    }

    """

  /// `card` with a name that nothing has, in its third line.
  public static let broken = """
    layout card {
      var columns = 2
      box first leading 10 top 20 width nowhere.width height 30
    }

    """

  /// A layout of `count` boxes below each other; `x` is the leading edge of all.
  public static func column(_ name: String = "column", of count: Int, x: Int = 0) -> String {
    let boxes = (0..<count).map { "  box b\($0) leading \(x) top \($0 * 2) width 10 height 1\n" }
    return "layout \(name) {\n" + boxes.joined() + "}\n"
  }
}
