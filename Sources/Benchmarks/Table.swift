/// Aligned text: the first column to the left, numbers to the right.
struct Table {
  private var rows: [[String]]
  private let title: String

  init(_ title: String, columns: [String]) {
    self.title = title
    rows = [columns]
  }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == rows[0].count, "\(cells.count) cells for \(rows[0].count) columns in \(title)")
    rows.append(cells)
  }

  func print() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    Swift.print("\(title)\n")
    for (index, row) in rows.enumerated() {
      let cells = row.enumerated().map { column, cell in
        column == 0 ? pad(cell, to: widths[0]) : pad(cell, to: widths[column], right: true)
      }
      Swift.print(cells.joined(separator: "  "))
      if index == 0 { Swift.print(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")) }
    }
    Swift.print("")
  }
}

/// Fills up with spaces, after the text or (`right`) before it.
func pad(_ text: String, to width: Int, right: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return right ? space + text : text + space
}

/// `1234567` as `1,234,567`.
func grouped(_ number: Int) -> String {
  var digits = String(number)
  var end = digits.count - 3
  while end > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
    end -= 3
  }
  return digits
}

/// Three significant digits and a unit; `-` for what was not measured.
func time(_ nanoseconds: Double?) -> String {
  guard let nanoseconds else { return "-" }
  var value = nanoseconds
  var units = ["ns", "µs", "ms", "s"][...]
  while value >= 999.5, units.count > 1 {
    value /= 1000
    units.removeFirst()
  }
  return "\(significant(value)) \(units.first!)"
}

/// How many times `this` is `that`.
func ratio(_ this: Double?, to that: Double?) -> String {
  guard let this, let that, that > 0 else { return "-" }
  let value = this / that
  return value >= 100 ? "\(grouped(Int(value.rounded())))x" : "\(significant(value))x"
}

/// Three significant digits, without an exponent.
private func significant(_ value: Double) -> String {
  let decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2
  let scale = [1.0, 10, 100][decimals]
  let scaled = Int((value * scale).rounded())
  guard decimals > 0 else { return String(scaled) }
  let fraction = String(scaled % Int(scale))
  return "\(scaled / Int(scale)).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
}
