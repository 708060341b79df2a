/// Rows in columns, for people.
package struct Table: Sendable {
  package struct Column: Sendable {
    package enum Alignment: Sendable {
      case left
      case right
    }

    package let title: String
    package let alignment: Alignment
    /// Whether this column is cut where the rows are wider than the terminal.
    package let isFlexible: Bool

    package init(_ title: String, alignment: Alignment = .left, isFlexible: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }

  package let columns: [Column]
  package private(set) var rows: [[String]] = []

  package init(columns: [Column]) { self.columns = columns }

  /// Appends a row; missing cells are empty, further ones are left out, and no cell can harm the terminal.
  package mutating func append(_ cells: [String]) {
    rows.append(columns.indices.map { $0 < cells.count ? VisibleText.of(cells[$0]) : "" })
  }

  /// The titles and the rows, a line each, without blanks at the end; columns that are empty throughout are
  /// left out.
  ///
  /// - Parameter width: columns of the terminal; nil: as wide as the text is.
  package func lines(width: Int? = nil) -> [String] {
    let shown = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    guard !shown.isEmpty else { return [] }
    var widths = shown.map { column in
      rows.reduce(TextWidth.of(columns[column].title)) { max($0, TextWidth.of($1[column])) }
    }
    if let width { shrink(&widths, shown, to: width) }
    return ([columns.map(\.title)] + rows).map { cells in line(cells, shown, widths) }
  }

  private func shrink(_ widths: inout [Int], _ shown: [Int], to width: Int) {
    var excess = widths.reduce(0, +) + 2 * (shown.count - 1) - width
    for index in shown.indices.reversed() where columns[shown[index]].isFlexible && excess > 0 {
      let cut = min(excess, max(0, widths[index] - max(8, TextWidth.of(columns[shown[index]].title))))
      widths[index] -= cut
      excess -= cut
    }
  }

  private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
    var line = zip(shown, widths).map { column, width in
      TextWidth.padded(
        TextWidth.cut(cells[column], to: width), to: width, right: columns[column].alignment == .right)
    }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
