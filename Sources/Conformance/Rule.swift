/// One thing that is asked of a source or a bundle. Each rule is a type of its own in a file of its own, pure over
/// a value of gathered facts, so that whoever gathered them (from a network or from a disk) is held to the same.
package protocol Rule<Facts>: SendableMetatype {
  /// What the rule looks at.
  associatedtype Facts

  /// Stable: scripts rely on it. `hlspack-…` for rules of ours, else the clause that asks.
  static var identifier: String { get }
  /// What the rule asks, in one sentence.
  static var asks: String { get }
  /// Why it asks that: what happens where it is broken.
  static var why: String { get }

  /// What breaks the rule, in the order of the facts; empty when nothing does.
  static func check(_ facts: Facts) -> [Finding]
}

extension Rule {
  /// A finding of this rule.
  static func found(
    _ severity: Severity, _ file: String, line: Int? = nil, _ message: String, hint: String? = nil
  ) -> Finding {
    Finding(
      rule: identifier, severity: severity, file: file, line: line, message: message, hint: hint)
  }
}
