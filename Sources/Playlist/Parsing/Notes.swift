/// Collects warnings, and in strict mode turns a leniency into an error.
struct Notes {
  let name: String
  let isStrict: Bool
  private var warnings: [Leniency: PlaylistWarning] = [:]

  init(name: String, isStrict: Bool) {
    self.name = name
    self.isStrict = isStrict
  }

  /// What players accept and the text does not: an error in strict mode. `line` counts from 0. The message is
  /// made only where it is needed.
  mutating func tolerate(
    _ rule: Leniency, line: Int?, _ message: @autoclosure () -> String, count: Int = 1
  ) throws(PlaylistError) {
    if isStrict { throw PlaylistError(name: name, line: line.map { $0 + 1 }, message()) }
    note(rule, line: line, message(), count: count)
  }

  /// What a client has to live with in either mode.
  mutating func note(
    _ rule: Leniency, line: Int?, _ message: @autoclosure () -> String, count: Int = 1
  ) {
    if warnings[rule] != nil {
      warnings[rule]?.count += count
    } else {
      warnings[rule] = PlaylistWarning(
        line: line.map { $0 + 1 }, message: message(), rule: rule.rawValue, count: count)
    }
  }

  /// An error at a line, counted from 0.
  func malformed(_ line: Int?, _ message: String, hint: String? = nil) -> PlaylistError {
    PlaylistError(name: name, line: line.map { $0 + 1 }, message, hint: hint)
  }

  /// In the order of the lines.
  var sorted: [PlaylistWarning] {
    warnings.values.sorted { ($0.line ?? 0, $0.rule) < ($1.line ?? 0, $1.rule) }
  }
}
