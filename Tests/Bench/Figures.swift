/// Median, least and most of several rounds.
struct Figures {
  let median: Double
  let least: Double
  let most: Double

  init(of values: [Double]) {
    let sorted = values.sorted()
    least = sorted.first ?? 0
    most = sorted.last ?? 0
    guard !sorted.isEmpty else {
      median = 0
      return
    }
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// A number with that many figures after its point.
  static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "-" }
    let unit = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value.magnitude * Double(unit)).rounded())
    let sign = value < 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % unit)
    return "\(sign)\(scaled / unit)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

/// Columns for people: the first to the left, figures to the right.
struct FigureTable {
  private var rows: [[String]]

  init(_ head: [String]) { rows = [head] }

  mutating func append(_ row: [String]) { rows.append(row) }

  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { column < $0.count ? $0[column].unicodeScalars.count : nil }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.unicodeScalars.count)
        return column == 0 ? cell + blanks : blanks + cell
      }.joined(separator: "   ")
    }.joined(separator: "\n")
  }
}
