/// Where a fault stands first and in how many places, for one finding that tells of all.
struct Seen {
  /// Counted from 0.
  private(set) var first: Int?
  private(set) var count = 0

  /// Notes a line, counted from 0.
  mutating func see(_ line: Int) {
    if first == nil { first = line }
    count += 1
  }
}

extension Rule {
  /// One finding at the first place that was seen, with how many more there are; none where nothing was seen.
  static func found(
    _ severity: Severity, _ file: String, _ seen: Seen, _ message: String, hint: String? = nil
  ) -> [Finding] {
    guard let line = seen.first else { return [] }
    return [found(severity, file, line: line + 1, message + andMore(seen.count - 1), hint: hint)]
  }
}
