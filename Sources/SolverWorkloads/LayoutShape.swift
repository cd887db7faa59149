/// Layouts of any size, each with a shape that stresses another part of a solver.
public enum LayoutShape: String, CaseIterable, Sendable {
  /// Nested insets.
  case deep
  /// A list with intrinsic heights.
  case wide
  /// 8 views a card: hugging, inequalities, soft aspect ratio, required maximum.
  case cards
  /// Ten equal columns.
  case grid
  /// Bubbles at most 0.7 wide that hug their label.
  case chat
  /// All views in one row of fixed width, preferences at six priorities.
  case row
  /// One container wraps everything by inequalities.
  case star
  /// Every position in a row is pulled: all sums of widths in one block.
  case ladder
  /// One label width that every label pulls on.
  case form
  /// Ten columns, equal at 999 only.
  case grid999
  /// Nested fill stacks, everything along an axis is coupled.
  case stacks
  /// Every view wishes to be near three others at random: nothing falls apart, and the wishes cannot all be met.
  case tangle

  /// The layout with about `size` views. The same size gives the same numbers, always.
  public func sketch(_ size: Int) -> LayoutSketch {
    var numbers = Numbers()
    return switch self {
    case .deep: deepInsets(size)
    case .wide: wideRows(size, &numbers)
    case .cards: cardList(size, &numbers)
    case .grid: columnGrid(size, equalWidths: 1000, &numbers)
    case .chat: chatRows(size, &numbers)
    case .row: tightRow(size, &numbers)
    case .star: wrappingStar(size, &numbers)
    case .ladder: pulledLadder(size, &numbers)
    case .form: settingsForm(size, &numbers)
    case .grid999: columnGrid(size, equalWidths: 999, &numbers)
    case .stacks: nestedStacks(size, &numbers)
    case .tangle: randomTangle(size, &numbers)
    }
  }
}

/// Knuth's MMIX generator from one seed, in whole numbers: what the recorded times were measured with.
private struct Numbers {
  private var state: UInt64 = 12345

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }

  mutating func between(_ low: Double, _ high: Double) -> Double {
    (low + (high - low) * Double(next() % 10000) / 10000).rounded()
  }
}

/// A root at the origin; a resize makes it 60 wider and, where its height is given, 40 higher.
private func rootedSketch(_ width: Double, _ height: Double? = nil) -> LayoutSketch {
  var sketch = LayoutSketch()
  _ = sketch.addRoot()
  sketch.dictate(.left, 0)
  sketch.dictate(.top, 0)
  sketch.dictate(.width, width, resized: width + 60)
  if let height { sketch.dictate(.height, height, resized: height + 40) }
  return sketch
}

extension LayoutSketch {
  /// Puts `view` below the bottom (right of the right edge) of `previous`, or of `parent`'s leading edge.
  fileprivate mutating func chain(
    _ view: Int, after previous: Int?, in parent: Int, _ leading: Attribute, _ trailing: Attribute,
    gap: Double = 0, start: Double = 0
  ) {
    if let previous {
      relate(view, leading, previous, trailing, gap)
    } else {
      relate(view, leading, parent, leading, start)
    }
  }
}

private func deepInsets(_ size: Int) -> LayoutSketch {
  var sketch = rootedSketch(100_000, 100_000)
  var parent = 0
  for _ in 1..<size {
    let view = sketch.addView(in: parent)
    sketch.edit = [(sketch.relate(view, .left, parent, .left, 1), 1, 3)]
    sketch.relate(view, .top, parent, .top, 1)
    sketch.relate(view, .right, parent, .right, -1)
    sketch.relate(view, .bottom, parent, .bottom, -1)
    parent = view
  }
  return sketch
}

private func wideRows(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400)
  var previous: Int?
  for index in 1..<size {
    let view = sketch.addView(in: 0)
    sketch.relate(view, .left, 0, .left, 8)
    sketch.relate(view, .right, 0, .right, -8)
    sketch.chain(view, after: previous, in: 0, .top, .bottom, gap: 8, start: 8)
    let height = numbers.between(20, 90)
    let rows = sketch.intrinsic(view, .height, height, hugging: 250, compression: 750)
    if index == size / 2 { sketch.edit = rows.map { ($0, height, height + 17) } }
    previous = view
  }
  if let previous { sketch.relate(0, .bottom, previous, .bottom, 8) }
  return sketch
}

private func cardList(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400)
  let count = max(1, (size - 1) / 8)
  var previous: Int?
  for index in 0..<count {
    let card = sketch.addView(in: 0)
    let avatar = sketch.addView(in: card)
    let title = sketch.addView(in: card)
    let subtitle = sketch.addView(in: card)
    let time = sketch.addView(in: card)
    let body = sketch.addView(in: card)
    let image = sketch.addView(in: card)
    let button = sketch.addView(in: card)
    sketch.relate(card, .left, 0, .left, 12)
    sketch.relate(card, .right, 0, .right, -12)
    sketch.chain(card, after: previous, in: 0, .top, .bottom, gap: 8, start: 8)
    sketch.relate(avatar, .left, card, .left, 12)
    sketch.relate(avatar, .top, card, .top, 12)
    sketch.fix(avatar, .width, .equal, 40)
    sketch.fix(avatar, .height, .equal, 40)
    sketch.relate(card, .bottom, .greaterThanOrEqual, avatar, .bottom, 12)
    sketch.relate(title, .left, avatar, .right, 8)
    sketch.relate(title, .top, card, .top, 12)
    sketch.relate(time, .right, card, .right, -12)
    sketch.relate(time, .centerY, title, .centerY)
    sketch.relate(title, .right, .lessThanOrEqual, time, .left, -8)
    let titleWidth = numbers.between(60, 320)
    let titleRows = sketch.intrinsic(title, .width, titleWidth, hugging: 251, compression: 749)
    sketch.intrinsic(title, .height, 20, hugging: 251, compression: 750)
    sketch.intrinsic(time, .width, numbers.between(30, 70), hugging: 252, compression: 751)
    sketch.intrinsic(time, .height, 16, hugging: 251, compression: 750)
    sketch.relate(subtitle, .left, title, .left)
    sketch.relate(subtitle, .right, .lessThanOrEqual, card, .right, -12)
    sketch.relate(subtitle, .top, title, .bottom, 4)
    sketch.intrinsic(subtitle, .width, numbers.between(80, 400), hugging: 250, compression: 750)
    sketch.intrinsic(subtitle, .height, 17, hugging: 251, compression: 750)
    sketch.relate(body, .left, card, .left, 12)
    sketch.relate(body, .right, card, .right, -12)
    sketch.relate(body, .top, subtitle, .bottom, 8)
    let bodyHeight = numbers.between(0, 120)
    let bodyRows = sketch.intrinsic(body, .height, bodyHeight, hugging: 250, compression: 750)
    sketch.relate(image, .left, card, .left, 12)
    sketch.relate(image, .right, card, .right, -12)
    sketch.relate(image, .top, body, .bottom, 8)
    sketch.relate(image, .height, image, .width, 0, 900, multiplier: 0.5)
    sketch.fix(image, .height, .lessThanOrEqual, 160)
    sketch.relate(button, .right, card, .right, -12)
    sketch.relate(button, .left, .greaterThanOrEqual, card, .left, 12)
    sketch.relate(button, .top, image, .bottom, 8)
    sketch.intrinsic(button, .width, numbers.between(60, 120), hugging: 250, compression: 750)
    sketch.intrinsic(button, .height, 30, hugging: 250, compression: 750)
    sketch.relate(card, .bottom, button, .bottom, 12)
    if index == count / 2 {
      sketch.edit =
        titleRows.map { ($0, titleWidth, titleWidth + 40) } + bodyRows.map { ($0, bodyHeight, bodyHeight + 34) }
    }
    previous = card
  }
  if let previous { sketch.relate(0, .bottom, previous, .bottom, 8) }
  return sketch
}

private func columnGrid(_ size: Int, equalWidths: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(1000)
  let columns = 10
  let rowCount = max(1, (size - 1) / (columns + 1))
  var previousRow: Int?
  for index in 0..<rowCount {
    let row = sketch.addView(in: 0)
    sketch.relate(row, .left, 0, .left)
    sketch.relate(row, .right, 0, .right)
    sketch.chain(row, after: previousRow, in: 0, .top, .bottom, gap: 8)
    let height = sketch.fix(row, .height, .equal, 44)
    if index == rowCount / 2 { sketch.edit = [(height, 44, 60)] }
    var previous: Int?
    for _ in 0..<columns {
      let cell = sketch.addView(in: row)
      sketch.chain(cell, after: previous, in: row, .left, .right, gap: 8, start: 8)
      if let previous {
        sketch.relate(cell, .width, previous, .width, 0, equalWidths)
        if equalWidths < 1000 {
          sketch.fix(cell, .width, .greaterThanOrEqual, 20)
          sketch.intrinsic(cell, .width, numbers.between(30, 120), hugging: 250, compression: 750)
        }
      }
      sketch.relate(cell, .top, row, .top)
      sketch.relate(cell, .bottom, row, .bottom)
      previous = cell
    }
    if let previous { sketch.relate(previous, .right, row, .right, -8) }
    previousRow = row
  }
  if let previousRow { sketch.relate(0, .bottom, previousRow, .bottom, 8) }
  return sketch
}

private func chatRows(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400)
  let count = max(1, (size - 1) / 4)
  var previous: Int?
  for index in 0..<count {
    let row = sketch.addView(in: 0)
    let bubble = sketch.addView(in: row)
    let label = sketch.addView(in: bubble)
    let time = sketch.addView(in: bubble)
    sketch.relate(row, .left, 0, .left)
    sketch.relate(row, .right, 0, .right)
    sketch.chain(row, after: previous, in: 0, .top, .bottom, gap: 6)
    sketch.relate(bubble, .width, .lessThanOrEqual, row, .width, multiplier: 0.7)
    sketch.relate(bubble, .top, row, .top, 2)
    sketch.relate(bubble, .bottom, row, .bottom, -2)
    if index % 2 == 0 {
      sketch.relate(bubble, .left, row, .left, 12)
      sketch.relate(bubble, .right, row, .right, -12, 200)
    } else {
      sketch.relate(bubble, .right, row, .right, -12)
      sketch.relate(bubble, .left, row, .left, 12, 200)
    }
    sketch.relate(bubble, .right, .lessThanOrEqual, row, .right, -12)
    sketch.relate(label, .left, bubble, .left, 10)
    sketch.relate(label, .right, .lessThanOrEqual, bubble, .right, -10)
    sketch.relate(label, .top, bubble, .top, 8)
    let width = numbers.between(40, 380)
    let height = numbers.between(18, 90)
    let widthRows = sketch.intrinsic(label, .width, width, hugging: 250, compression: 750)
    let heightRows = sketch.intrinsic(label, .height, height, hugging: 250, compression: 750)
    sketch.relate(bubble, .width, .lessThanOrEqual, label, .width, 20, 240)
    sketch.relate(time, .right, bubble, .right, -10)
    sketch.relate(time, .left, .greaterThanOrEqual, bubble, .left, 10)
    sketch.relate(time, .top, label, .bottom, 2)
    sketch.intrinsic(time, .width, 36, hugging: 250, compression: 750)
    sketch.intrinsic(time, .height, 12, hugging: 250, compression: 750)
    sketch.relate(bubble, .bottom, time, .bottom, 6)
    if index == count / 2 {
      sketch.edit = widthRows.map { ($0, width, width + 30) } + heightRows.map { ($0, height, height + 18) }
    }
    previous = row
  }
  if let previous { sketch.relate(0, .bottom, previous, .bottom, 8) }
  return sketch
}

private func tightRow(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(Double(size) * 70, 44)
  let priorities = [300, 400, 500, 600, 700, 720]
  var previous: Int?
  for index in 1..<size {
    let view = sketch.addView(in: 0)
    sketch.relate(view, .top, 0, .top)
    sketch.relate(view, .bottom, 0, .bottom)
    sketch.chain(view, after: previous, in: 0, .left, .right, gap: 4, start: 4)
    let width = numbers.between(30, 110)
    sketch.fix(view, .width, .greaterThanOrEqual, 16)
    sketch.fix(view, .width, .lessThanOrEqual, width * 2, 900)
    let preference = sketch.fix(view, .width, .equal, width, priorities[index % priorities.count])
    sketch.intrinsic(view, .width, width - 10, hugging: 250, compression: 750)
    if index == size / 2 { sketch.edit = [(preference, width, width + 25)] }
    previous = view
  }
  if let previous { sketch.relate(0, .right, previous, .right, 4) }
  return sketch
}

private func wrappingStar(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400, 5000)
  let box = sketch.addView(in: 0)
  sketch.relate(box, .left, 0, .left)
  sketch.relate(box, .right, 0, .right)
  sketch.relate(box, .top, 0, .top)
  sketch.fix(box, .height, .equal, 0, 50)
  sketch.relate(box, .bottom, .lessThanOrEqual, 0, .bottom)
  for index in 2..<max(size, 3) {
    let view = sketch.addView(in: box)
    sketch.relate(view, .left, box, .left)
    sketch.relate(view, .right, box, .right)
    sketch.relate(view, .centerY, box, .centerY)
    sketch.relate(view, .top, .greaterThanOrEqual, box, .top, 4)
    let height = numbers.between(20, 400)
    let rows = sketch.intrinsic(view, .height, height, hugging: 250, compression: 750)
    if index == size / 2 { sketch.edit = rows.map { ($0, height, height + 17) } }
  }
  return sketch
}

private func pulledLadder(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(Double(size) * 50, 44)
  var previous: Int?
  for index in 1..<size {
    let view = sketch.addView(in: 0)
    sketch.relate(view, .top, 0, .top)
    sketch.relate(view, .bottom, 0, .bottom)
    sketch.chain(view, after: previous, in: 0, .left, .right, gap: 4, start: 4)
    let width = numbers.between(30, 60)
    sketch.fix(view, .width, .greaterThanOrEqual, 10)
    let rows = sketch.intrinsic(view, .width, width, hugging: 250, compression: 750)
    sketch.fix(view, .left, .greaterThanOrEqual, Double(index) * 46, 500)
    if index == size / 2 { sketch.edit = rows.map { ($0, width, width + 9) } }
    previous = view
  }
  if let previous { sketch.relate(0, .right, previous, .right, 4) }
  return sketch
}

private func settingsForm(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400)
  let count = max(1, (size - 1) / 3)
  var previous: Int?
  var firstLabel: Int?
  for index in 0..<count {
    let row = sketch.addView(in: 0)
    let label = sketch.addView(in: row)
    let field = sketch.addView(in: row)
    sketch.relate(row, .left, 0, .left, 16)
    sketch.relate(row, .right, 0, .right, -16)
    sketch.chain(row, after: previous, in: 0, .top, .bottom, gap: 8, start: 8)
    sketch.relate(label, .left, row, .left)
    sketch.relate(field, .left, label, .right, 8)
    sketch.relate(field, .right, row, .right)
    sketch.fix(field, .width, .greaterThanOrEqual, 80)
    sketch.relate(label, .centerY, field, .centerY)
    sketch.relate(field, .top, row, .top)
    sketch.relate(field, .bottom, row, .bottom)
    sketch.relate(label, .top, .greaterThanOrEqual, row, .top)
    let width = numbers.between(40, 160)
    let rows = sketch.intrinsic(label, .width, width, hugging: 251, compression: 750)
    sketch.intrinsic(label, .height, 20, hugging: 251, compression: 750)
    sketch.intrinsic(field, .height, 34, hugging: 250, compression: 750)
    if let firstLabel { sketch.relate(label, .width, firstLabel, .width) } else { firstLabel = label }
    if index == count / 2 { sketch.edit = rows.map { ($0, width, width + 25) } }
    previous = row
  }
  if let previous { sketch.relate(0, .bottom, previous, .bottom, 8) }
  return sketch
}

private func nestedStacks(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(1200, 1600)
  var isParent = [true]
  var level = [0]
  var isHorizontal = false
  while sketch.viewCount < size {
    var next: [Int] = []
    for parent in level where sketch.viewCount < size || next.isEmpty {
      let (leading, trailing): (Attribute, Attribute) = isHorizontal ? (.left, .right) : (.top, .bottom)
      let (near, far): (Attribute, Attribute) = isHorizontal ? (.top, .bottom) : (.left, .right)
      isParent[parent] = true
      var previous: Int?
      for index in 0..<3 {
        let child = sketch.addView(in: parent)
        isParent.append(false)
        sketch.relate(child, near, parent, near)
        sketch.relate(child, far, parent, far)
        sketch.chain(child, after: previous, in: parent, leading, trailing, gap: 8)
        if index == 2 { sketch.relate(child, trailing, parent, trailing) }
        previous = child
        next.append(child)
      }
    }
    level = next + level.filter { !isParent[$0] }
    isHorizontal.toggle()
  }
  let hugging = [250, 250, 251, 252]
  let compression = [750, 750, 749, 751]
  for view in 1..<sketch.viewCount where !isParent[view] {
    let kind = Int(numbers.next() % 4)
    let width = numbers.between(20, 120)
    let height = numbers.between(14, 40)
    let rows = sketch.intrinsic(view, .width, width, hugging: hugging[kind], compression: compression[kind])
    sketch.intrinsic(
      view, .height, height, hugging: hugging[(kind + 1) % 4], compression: compression[(kind + 2) % 4])
    if sketch.edit.isEmpty, view > size / 2 { sketch.edit = rows.map { ($0, width, width + 23) } }
  }
  return sketch
}

private func randomTangle(_ size: Int, _ numbers: inout Numbers) -> LayoutSketch {
  var sketch = rootedSketch(400, 400)
  for _ in 1..<size {
    let view = sketch.addView(in: 0)
    sketch.fix(view, .width, .equal, 20)
    sketch.fix(view, .height, .equal, 20)
    sketch.relate(view, .top, 0, .top)
  }
  for view in 1..<size {
    for _ in 0..<3 {
      let other = 1 + Int(numbers.next() % UInt64(size - 1))
      guard other != view else { continue }
      let distance = Double(numbers.next() % 100)
      let row = sketch.relate(view, .left, other, .left, distance, 500)
      if view == size / 2 { sketch.edit = [(row, distance, distance + 30)] }
    }
  }
  return sketch
}
