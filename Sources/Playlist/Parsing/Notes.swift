/// What is told once: a rule, and where the message names them a tag, an attribute and what is wrong with it.
struct Subject: Hashable {
  let rule: SyntaxRule
  var tag: TagName?
  var attribute: StaticString = ""
  var fault: StaticString = ""

  static func == (left: Subject, right: Subject) -> Bool {
    left.rule == right.rule && left.tag == right.tag && isSame(left.attribute, right.attribute)
      && isSame(left.fault, right.fault)
  }

  private static func isSame(_ left: StaticString, _ right: StaticString) -> Bool {
    left.withUTF8Buffer { text in right.withUTF8Buffer { text.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(tag)
    attribute.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Collects warnings, and in strict mode turns a leniency into an error.
struct Notes {
  let name: String
  let isStrict: Bool
  private var warnings: [Subject: PlaylistWarning] = [:]

  /// How many warnings are kept; what comes after them is not told.
  static let limit = 200

  init(name: String, isStrict: Bool) {
    self.name = name
    self.isStrict = isStrict
  }

  /// What players accept and the text does not: an error in strict mode. `line` counts from 0. The message is
  /// made only for the first line of a subject; it must not say more than the subject does.
  mutating func tolerate(
    _ subject: Subject, line: Int?, _ message: @autoclosure () -> String, count: Int = 1
  ) throws(PlaylistError) {
    if isStrict { throw PlaylistError(name: name, line: line.map { $0 + 1 }, subject.rule, message()) }
    add(subject, line: line, message(), count: count, isLeniency: true)
  }

  /// What a client has to live with in either mode.
  mutating func note(
    _ subject: Subject, line: Int?, _ message: @autoclosure () -> String, count: Int = 1
  ) {
    add(subject, line: line, message(), count: count, isLeniency: false)
  }

  private mutating func add(
    _ subject: Subject, line: Int?, _ message: @autoclosure () -> String, count: Int, isLeniency: Bool
  ) {
    if let place = warnings.index(forKey: subject) {
      warnings.values[place].count += count
    } else if warnings.count < Self.limit {
      warnings[subject] = PlaylistWarning(
        line: line.map { $0 + 1 }, message: message(), rule: subject.rule, isLeniency: isLeniency,
        count: count)
    }
  }

  /// An error at a line, counted from 0.
  func malformed(
    _ rule: SyntaxRule, _ line: Int?, _ message: String, hint: String? = nil
  ) -> PlaylistError {
    PlaylistError(name: name, line: line.map { $0 + 1 }, rule, message, hint: hint)
  }

  /// In the order of the lines.
  var sorted: [PlaylistWarning] {
    warnings.values.sorted {
      ($0.line ?? 0, $0.rule.rawValue, $0.message) < ($1.line ?? 0, $1.rule.rawValue, $1.message)
    }
  }
}
