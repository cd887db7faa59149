import Framewire

// A layout may be built and read by any task, so what it keeps must be shareable.

final class Counter { var value = 0 }

struct Counting: Component {
  let counter: Counter  // error: non-Sendable type 'Counter'
  let a: Box
  var body: Block { a }
}

func clause(_ counter: Counter) -> Clause {
  Clause { view in
    view.width == Double(counter.value)  // error: non-Sendable
  }
}
