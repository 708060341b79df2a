/// Something a test needs could not be had: a tool, a server, a title. Never a finding about hlspack itself.
package struct SupportError: Error, Sendable, CustomStringConvertible {
  /// What was being done, on what: `starting nginx`.
  package let deed: String
  /// Why it failed.
  package let reason: String
  /// What to do about it, nil where nobody knows.
  package let hint: String?

  package init(_ deed: String, _ reason: String, hint: String? = nil) {
    self.deed = deed
    self.reason = reason
    self.hint = hint
  }

  package var description: String {
    let message = "\(deed): \(reason)"
    return hint.map { "\(message) (\($0))" } ?? message
  }
}
