/// Collects what one rule finds in one playlist: the first few places one by one, the rest as a number, for a
/// fault may stand in each of 200,000 segments.
struct Repeated {
  /// How many are told one by one.
  static let limit = 5

  private let rule: any Rule.Type
  private let severity: Severity
  private let file: String
  private var findings: [Finding] = []
  private var count = 0

  init(_ rule: any Rule.Type, _ severity: Severity, in file: String) {
    self.rule = rule
    self.severity = severity
    self.file = file
  }

  /// Notes one place. `line` counts from 0, as in a playlist's model. Place and text are made only where they are told.
  mutating func see(
    line: @autoclosure () -> Int?, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    count += 1
    guard findings.count < Self.limit else { return }
    findings.append(
      Finding(
        rule: rule.identifier, severity: severity, file: file, line: line().map { $0 + 1 },
        message: message(),
        hint: hint()))
  }

  /// In the order of the calls; the last one tells how many more there are.
  var all: [Finding] {
    guard count > findings.count, var last = findings.last else { return findings }
    last.message += andMore(count - findings.count)
    return findings.dropLast() + [last]
  }
}
