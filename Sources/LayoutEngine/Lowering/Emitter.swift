import LayoutModel

/// Whatever rows come from. By number: first the scene, then each view in document order, then each rule in document
/// order.
enum Emitter: Hashable {
  /// The scene's size.
  case scene
  /// A view's natural size and, for a container, its arrangement.
  case view(ViewID)
  /// By its place in the layout.
  case rule(Int)

  /// - Parameter views: how many the layout has.
  init(_ number: Int32, views: Int) {
    let rule = Int(number) - 1 - views
    self = rule >= 0 ? .rule(rule) : number == 0 ? .scene : .view(ViewID(number - 1))
  }

  func number(views: Int) -> Int32 {
    switch self {
    case .scene: 0
    case .view(let view): 1 + view.index
    case .rule(let rule): Int32(1 + views + rule)
    }
  }
}
