import Framewire

/// Five views, one line each.
struct Login {
  let user = Input("user"), pass = Input("pass"), login = Button("login", text: "Log in")
  let forgot = Button("forgot", text: "Forgot password?"), create = Button("create", text: "Create account")

  var layout: Layout {
    Layout("login") {
      user(.center(.x), .width(80%), .top(.centerY), .height(8%))
      pass(.center(.x), .width(80%), .below(user, gap: 10), .height(8%))
      login(.center(.x), .width(80%), .below(pass, gap: 10), .height(8%))
      forgot(.center(.x), .width(60%), .below(login, gap: 30), .height(30))
      create(.center(.x), .width(60%), .bottom(20), .height(30))
    }
  }
}

/// Configurations, a transition, an id.
struct Toast {
  let panel = Box("panel"), message = Label("message", text: "Saved")

  var layout: Layout {
    Layout("toast") {
      panel(.initial(.hidden), .fill(.margins, along: .x), .height(64)) {
        message(.center(.y), .leading(16), .trailing(16), .lines(1))
        Config(.visible) { (panel.bottom == Super.safe.bottom - 16).id("gap") }
        Config(.hidden) { panel.top == Super.bottom }
        Transition(from: .hidden, to: .visible, .spring(0.8, response: .milliseconds(300)))
      }
    }
  }
}

/// Two panes side by side from 600 points on, the one over the other below.
struct Panes {
  let list = VScroll("list") {
    VStack("rows", gap: 4) { for index in 0..<20 { Label("row\(index)", text: "Row \(index)") } }
  }
  let detail = Box("detail")

  var layout: Layout {
    Layout("panes") { screen in
      list(.top(0), .bottom(0), .leading(0))
      detail(.top(0), .bottom(0), .trailing(0))
      If(screen.width >= 600, animate: .easeOut(.milliseconds(250))) {
        list.width == 280
        detail.leading == list.trailing + 8
      } else: {
        list.width == screen.width
        detail(.width(100%), .hidden)
      }
    }
  }
}

/// Sums, with what stands on the left moved over and what cancels gone.
struct Sums {
  let a = Box("a"), b = Box("b"), c = Box("c")
  let count = 3

  var layout: Layout {
    Layout("sums") { screen in
      a(.corner(left: 10, top: 20), .width(80), .height(40))
      Constraints(for: a, b) { a, b in
        (b.left - 4) == a.right + 0.25 * (screen.width - 8)
        b.top - screen.top == a.top - screen.top
        b.size == a.size + Size(width: 20, height: -10)
      }
      c(.height(12))
      b
      c.center == b.center + Offset(x: 0, y: 100)
      (c.width >= 2 * a.width - b.width * (1 / 2) + count * 4).priority(.high).id("wide")
      c.width <= screen.width - a.width - b.width ~ .low
      c.width.within(10...300)
    }
  }
}

extension Clause {
  static func corner(left: Double, top: Double) -> Clause {
    Clause { view in
      view.left == Super.left + left
      view.top == Super.top + top
    }
  }
}
