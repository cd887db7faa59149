import ConstraintSolver

/// The systems W1 to W6, for which answers of other solvers are recorded. Their constraints, and the order of
/// these, are fixed: a test compares them with a digest.
public enum RecordedSystem: String, CaseIterable, Sendable {
  /// Deep nesting, all edges inset by 1.
  case w1 = "W1"
  /// A list, the root as high as its content.
  case w2 = "W2"
  /// A screen of cards with 8 views each.
  case w3 = "W3"
  /// A grid of equal cells.
  case w4 = "W4"
  /// A chat, bubbles at most 0.7 wide.
  case w5 = "W5"
  /// A tight row: minima, maxima, ratios of neighbours.
  case w6 = "W6"

  /// The layout with about `size` views.
  public func sketch(_ size: Int) -> LayoutSketch {
    switch self {
    case .w1: deepNesting(size)
    case .w2: wideList(size)
    case .w3: cardScreen(size)
    case .w4: equalGrid(size)
    case .w5: chat(size)
    case .w6: tightRow(size)
    }
  }
}

/// A root at the origin. A resize makes it a tenth wider.
private func rootedSketch(width: Double, height: Double? = nil, resized: Double? = nil) -> LayoutSketch {
  var sketch = LayoutSketch()
  let root = sketch.addRoot()
  sketch.dictate(.width, width, resized: resized ?? (width * 1.1).rounded(.toNearestOrEven))
  if let height { sketch.dictate(.height, height) }
  sketch.fix(root, .left, .equal, 0)
  sketch.fix(root, .top, .equal, 0)
  return sketch
}

private func deepNesting(_ size: Int) -> LayoutSketch {
  var sketch = rootedSketch(width: Double(2 * size + 390), height: Double(2 * size + 844))
  var parent = 0
  for _ in 1..<size {
    let view = sketch.addView(in: parent)
    let left = sketch.relate(view, .left, parent, .left, 1)
    sketch.relate(view, .top, parent, .top, 1)
    sketch.relate(view, .right, parent, .right, -1)
    sketch.relate(view, .bottom, parent, .bottom, -1)
    parent = view
    sketch.edit = [(left, 1, 3)]
  }
  return sketch
}

private func wideList(_ size: Int) -> LayoutSketch {
  var sketch = rootedSketch(width: 390)
  var previous = 0
  for index in 1..<size {
    let view = sketch.addView(in: 0)
    sketch.relate(view, .left, 0, .left, 16)
    if index == 1 {
      sketch.relate(view, .right, 0, .right, -16)
      sketch.relate(view, .top, 0, .top, 8)
    } else {
      sketch.relate(view, .width, 1, .width)
      sketch.relate(view, .top, previous, .bottom, 8)
    }
    let height = Double(20 + (index * 37) % 45)
    let rows = sketch.intrinsic(view, .height, height, hugging: 250, compression: 750)
    sketch.edit = rows.map { ($0, height, height + 10) }
    previous = view
  }
  sketch.relate(0, .bottom, previous, .bottom, 8)
  return sketch
}

private func cardScreen(_ size: Int) -> LayoutSketch {
  var sketch = rootedSketch(width: 390, height: 844)
  let safe = sketch.addView(in: 0)
  let list = sketch.addView(in: 0)
  sketch.relate(safe, .left, 0, .left)
  sketch.relate(safe, .top, 0, .top, 47)
  sketch.relate(safe, .right, 0, .right)
  sketch.relate(safe, .bottom, 0, .bottom, -34)
  sketch.relate(list, .left, safe, .left, 8)
  sketch.relate(list, .right, safe, .right, -8)
  sketch.relate(list, .top, safe, .top)
  var previous: Int?
  for index in 0..<((size - 3) / 8) {
    let card = sketch.addView(in: list)
    let icon = sketch.addView(in: card)
    let box = sketch.addView(in: card)
    let title = sketch.addView(in: box)
    let badge = sketch.addView(in: box)
    let subtitle = sketch.addView(in: box)
    let button = sketch.addView(in: card)
    let separator = sketch.addView(in: card)
    sketch.relate(card, .left, list, .left)
    sketch.relate(card, .right, list, .right)
    if let previous {
      sketch.relate(card, .top, previous, .bottom, 12)
    } else {
      sketch.relate(card, .top, list, .top, 12)
    }
    sketch.relate(icon, .left, card, .left, 16)
    sketch.relate(icon, .top, card, .top, 16)
    sketch.fix(icon, .width, .equal, 40)
    sketch.relate(icon, .height, icon, .width)
    sketch.relate(button, .right, card, .right, -16)
    sketch.relate(button, .centerY, card, .centerY)
    sketch.fix(button, .height, .equal, 32)
    sketch.fix(button, .width, .greaterThanOrEqual, 64)
    sketch.fix(button, .width, .lessThanOrEqual, 140)
    sketch.intrinsic(button, .width, Double(50 + (index * 29) % 110), hugging: 251, compression: 750)
    sketch.relate(box, .left, icon, .right, 12)
    sketch.relate(box, .top, card, .top, 16)
    sketch.relate(box, .right, button, .left, -12)
    sketch.fix(box, .width, .greaterThanOrEqual, 60)
    sketch.relate(title, .left, box, .left)
    sketch.relate(title, .top, box, .top)
    sketch.intrinsic(title, .width, Double(60 + (index * 53) % 260), hugging: 251, compression: 749)
    sketch.intrinsic(title, .height, 22, hugging: 251, compression: 750)
    sketch.relate(badge, .left, title, .right, 6)
    sketch.relate(badge, .right, .lessThanOrEqual, box, .right)
    sketch.relate(badge, .centerY, title, .centerY)
    sketch.fix(badge, .width, .equal, 18)
    sketch.fix(badge, .height, .equal, 18)
    sketch.relate(subtitle, .left, box, .left)
    sketch.relate(subtitle, .top, title, .bottom, 4)
    sketch.relate(subtitle, .right, .lessThanOrEqual, box, .right)
    sketch.relate(subtitle, .bottom, box, .bottom)
    sketch.intrinsic(subtitle, .width, Double(80 + (index * 71) % 300), hugging: 250, compression: 749)
    let height = Double(18 + 18 * (index % 3))
    let rows = sketch.intrinsic(subtitle, .height, height, hugging: 250, compression: 750)
    sketch.edit = rows.map { ($0, height, height + 18) }
    sketch.relate(card, .bottom, .greaterThanOrEqual, box, .bottom, 16)
    sketch.relate(card, .bottom, .greaterThanOrEqual, icon, .bottom, 16)
    sketch.fix(card, .height, .equal, 0, 100)
    sketch.relate(separator, .left, card, .left, 16)
    sketch.relate(separator, .right, card, .right)
    sketch.relate(separator, .bottom, card, .bottom)
    sketch.fix(separator, .height, .equal, 1)
    previous = card
  }
  if let previous { sketch.relate(list, .bottom, previous, .bottom, 12) }
  return sketch
}

private func equalGrid(_ size: Int) -> LayoutSketch {
  let columns = max(1, Int(Double(size - 1).squareRoot()))
  let rows = (size - 1) / columns
  var sketch = rootedSketch(
    width: 40 * Double(columns) + 8, height: 30 * Double(rows) + 8, resized: 44 * Double(columns) + 8)
  var cells: [Int] = []
  for _ in 0..<(rows * columns) { cells.append(sketch.addView(in: 0)) }
  for row in 0..<rows {
    for column in 0..<columns {
      let cell = cells[row * columns + column]
      if row > 0 || column > 0 {
        sketch.relate(cell, .width, cells[0], .width)
        sketch.relate(cell, .height, cells[0], .height)
      }
      let left =
        column > 0
        ? sketch.relate(cell, .left, cells[row * columns + column - 1], .right, 8)
        : sketch.relate(cell, .left, 0, .left, 8)
      sketch.edit = [(left, 8, 12)]
      if row > 0 {
        sketch.relate(cell, .top, cells[(row - 1) * columns + column], .bottom, 8)
      } else {
        sketch.relate(cell, .top, 0, .top, 8)
      }
      if row == 0, column == columns - 1 { sketch.relate(cell, .right, 0, .right, -8) }
      if column == 0, row == rows - 1 { sketch.relate(cell, .bottom, 0, .bottom, -8) }
    }
  }
  return sketch
}

private func chat(_ size: Int) -> LayoutSketch {
  var sketch = rootedSketch(width: 390)
  var previous: Int?
  for index in 0..<((size - 1) / 2) {
    let bubble = sketch.addView(in: 0)
    let text = sketch.addView(in: bubble)
    sketch.relate(bubble, .width, .lessThanOrEqual, 0, .width, multiplier: 0.7)
    sketch.relate(bubble, .left, .greaterThanOrEqual, 0, .left, 12)
    sketch.relate(bubble, .right, .lessThanOrEqual, 0, .right, -12)
    if index % 3 == 0 {
      sketch.relate(bubble, .right, 0, .right, -12, 750)
    } else {
      sketch.relate(bubble, .left, 0, .left, 12, 750)
    }
    if let previous {
      sketch.relate(bubble, .top, previous, .bottom, 6)
    } else {
      sketch.relate(bubble, .top, 0, .top, 6)
    }
    sketch.relate(text, .left, bubble, .left, 10)
    sketch.relate(text, .right, bubble, .right, -10)
    sketch.relate(text, .top, bubble, .top, 8)
    sketch.relate(text, .bottom, bubble, .bottom, -8)
    sketch.intrinsic(text, .width, Double(40 + (index * 97) % 400), hugging: 251, compression: 749)
    let height = Double(20 * (1 + (index * 7) % 5))
    let rows = sketch.intrinsic(text, .height, height, hugging: 251, compression: 750)
    sketch.edit = rows.map { ($0, height, height + 20) }
    previous = bubble
  }
  if let previous { sketch.relate(0, .bottom, previous, .bottom, 6) }
  return sketch
}

private func tightRow(_ size: Int) -> LayoutSketch {
  let preferred = (0..<(size - 1)).map { 30 + ($0 * 41) % 70 }
  let total = 4 * size + Int((0.8 * Double(preferred.reduce(0, +))).rounded(.toNearestOrEven))
  var sketch = rootedSketch(
    width: Double(total), height: 44, resized: (Double(total) * 1.05).rounded(.toNearestOrEven))
  var previous = 0
  for (index, width) in preferred.enumerated() {
    let view = sketch.addView(in: 0)
    if index == 0 {
      sketch.relate(view, .left, 0, .left, 4)
    } else {
      sketch.relate(view, .left, previous, .right, 4)
    }
    sketch.relate(view, .top, 0, .top)
    sketch.relate(view, .bottom, 0, .bottom)
    sketch.fix(view, .width, .greaterThanOrEqual, Double(width / 3))
    sketch.fix(view, .width, .lessThanOrEqual, Double(width * 2))
    let rows = sketch.intrinsic(
      view, .width, Double(width), hugging: 250, compression: index % 2 == 1 ? 740 : 700)
    if index == preferred.count / 2 { sketch.edit = rows.map { ($0, Double(width), Double(width) + 20) } }
    if index > 0 {
      sketch.relate(view, .width, .greaterThanOrEqual, previous, .width, 0, 400, multiplier: 0.5)
      sketch.relate(view, .width, .lessThanOrEqual, previous, .width, 10, 600, multiplier: 2)
    }
    previous = view
  }
  sketch.relate(previous, .right, 0, .right, -4)
  return sketch
}

extension RecordedSystem {
  /// The sum of left, top, width and height over all views that every solver with a right answer found;
  /// `nil` where the optimum is not unique (W6) or nothing was recorded.
  public func referenceSum(_ size: Int) -> Double? {
    switch (self, size) {
    case (.w1, 100): 153_500
    case (.w1, 1000): 4_235_000
    case (.w2, 100): 292_256
    case (.w2, 1000): 25_423_256
    case (.w3, 100): 96_207
    case (.w3, 1000): 6_858_906
    case (.w4, 100): 38_326
    case (.w4, 1000): 1_128_136
    case (.w5, 100): 230_008
    case (.w5, 1000): 20_750_540
    default: nil
    }
  }
}
