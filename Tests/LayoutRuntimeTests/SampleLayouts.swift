/// Layouts that tests of several suites serve.
enum SampleLayouts {
  /// One view at a place of its own.
  static let card = "layout card { box a left 10 top 20 width 100 height 40 }"

  /// A view that `n` moves with the one inside of it, and one that stands.
  static let moving = """
    layout card {
      var n = 0
      box a left n top 0 width 9 height 9 { box inner left 1 top 1 width 2 height 2 }
      box b left 0 top 0 width 1 height 1
    }
    """

  /// Something of each kind that the outside sets: a variable, configurations, a flag, a constant, a text.
  static let stateful = """
    layout card size 300, 200 {
      var indent = 5
      box a top 20 height 40 left 10 #gap {
        config main { width 100 }
        config wide { width 200 }
        if flag(tall) { top 30 @low }
      }
      label t "Hello" left indent top 0 width 50 height 20
    }
    """

  /// Views on their way by several timings, some of which take others along.
  static let dance = """
    layout dance size 300, 200 {
      var n = 4
      box panel top 10 {
        config main { left 0; size 40, 30 }
        config far { left 200; size 80, 20 }
        config low { left n; size 10, 100 }
        box inner at 2, 2, 5, 5
        box half top 0 left 0 width 50% height 50%
      }
      box next size 10 top 100 { left == panel.right + n }
      box other top 150 size 20 {
        if flag(open) animate 300ms spring(0.5) { left 100 } else { left 0 }
      }
      box still at 280, 180, 10, 10
      transition * 250ms spring(0.6)
      transition far -> low 200ms ease-in-out delay 30ms
      transition main 150ms bezier(0.2, -0.3, 0.7, 1.4) stagger 20ms
    }
    """
}
