/// Why a playlist cannot be used: where, and what is wrong.
package struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The bytes are something else; `what` names it: "an HTML page".
    case notAPlaylist(what: String)
    /// It breaks a rule of the specification that no player forgives.
    case malformed
    /// It has no end yet.
    case live
    /// `{$NAME}` or EXT-X-DEFINE asks for a value that is not there.
    case undefinedVariable
    /// It needs more than this program can do: a size, a version.
    case unsupported
  }

  /// The playlist as the caller named it.
  package let name: String
  /// Counted from 1; nil when no one line is at fault.
  package let line: Int?
  package let kind: Kind
  /// What is wrong: lower case (but for names), no full stop, no URI.
  package let message: String
  package let hint: String?
  /// What was asked.
  package let rule: SyntaxRule

  package init(
    name: String, line: Int?, _ rule: SyntaxRule, _ message: String, kind: Kind = .malformed,
    hint: String? = nil
  ) {
    self.rule = rule
    self.name = name
    self.line = line
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// "master.m3u8:14: EXT-X-MEDIA has no GROUP-ID".
  package var description: String {
    line.map { "\(name):\($0): \(message)" } ?? "\(name): \(message)"
  }
}
