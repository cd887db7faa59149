/// `//` comments behind statements: two blanks before them, and one below the other on consecutive lines of a block.
enum TrailingComments {
  static let gap = 2

  static func align(_ gaps: inout [Int], in layout: LineLayout) {
    /// Index of the comment's element, and where it would begin.
    var run: [(comment: Int, width: Int)] = []
    var indent = 0
    func settle(_ gaps: inout [Int]) {
      let column = run.map(\.width).max() ?? 0
      for (comment, width) in run { gaps[comment] = column - width + gap }
      run.removeAll(keepingCapacity: true)
    }
    for line in layout.lines {
      let comment = line.elements.upperBound - 1
      let elements = layout.elements[line.elements]
      let isTrailing = layout.elements[comment].kind == .lineComment && elements.count > 1
      guard isTrailing, !elements.contains(where: \.hasSeveralLines) else {
        settle(&gaps)
        continue
      }
      if line.hasBlankLineBefore || line.indent != indent { settle(&gaps) }
      indent = line.indent
      var width = 0
      for index in line.elements where index != comment {
        let isFirst = index == line.elements.lowerBound
        width += (isFirst ? 0 : gaps[index]) + layout.elements[index].width + (layout.hasSemicolon[index] ? 1 : 0)
      }
      run.append((comment, width))
    }
    settle(&gaps)
  }
}
