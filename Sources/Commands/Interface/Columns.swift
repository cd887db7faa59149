/// A table for people: columns as wide as their longest cell, with two blanks between them.
struct Columns {
  private let widths: [Int]
  /// In which of them anything stands.
  private let used: [Bool]
  /// Those whose cells end below each other, as numbers do.
  private let right: ClosedRange<Int>?

  /// - Parameters:
  ///   - rows: equally long.
  ///   - widest: a longer cell stands out of its column, and the others stay where they can be read.
  init(_ rows: [[String]], widest: Int = .max, right: ClosedRange<Int>? = nil) {
    let columns = (rows.first ?? []).indices
    widths = columns.map { column in rows.map { $0[column].count }.filter { $0 <= widest }.max() ?? 0 }
    used = columns.map { column in rows.contains { !$0[column].isEmpty } }
    self.right = right
  }

  /// How wide the first one is.
  var firstWidth: Int { widths.first ?? 0 }

  /// The cells of a row, filled up but for the last.
  func cells(_ row: [String]) -> [String] {
    row.enumerated().map { column, cell in
      if right?.contains(column) == true { return String(repeating: " ", count: widths[column] - cell.count) + cell }
      return column == row.count - 1 ? cell : padded(cell, to: widths[column])
    }
  }

  /// A row as a line, which ends where its last letter does. A column in which nothing stands takes no room.
  func line(_ row: [String]) -> String {
    var line = zip(cells(row), used).filter(\.1).map(\.0).joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
