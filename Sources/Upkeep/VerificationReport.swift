package import BundleStore
package import Conformance

/// What a verification found.
package struct VerificationReport: Sendable, Hashable {
  /// The path of the bundle, without slashes at its end.
  package var path: String
  package var title: String
  package var level: Verification.Level
  /// By file, then line.
  package var findings: [Finding]
  /// Files that the bundle consists of, manifest and SHA256SUMS included, as named.
  package var files: Int
  /// Bytes of all those files but SHA256SUMS, as named.
  package var bytes: Int64
  /// Why the title must not be played any more, as the end of a sentence; nil while it may.
  package var ending: String?
  /// Whether the time of a key is over that media need.
  package var hasExpiredKeys = false

  /// Whether the title's time is over, or its keys were invalidated.
  package var isExpired: Bool { ending != nil }

  /// Whether something that was promised is missing or wrong.
  package var isDamaged: Bool { findings.contains { $0.severity == .error } }

  /// Files of the bundle with which something is wrong, each once, by path.
  package var damagedPaths: [BundlePath] {
    Set(findings.filter { $0.severity == .error }.compactMap { BundlePath($0.file) }).sorted()
  }

  package func count(of severity: Severity) -> Int { findings.count { $0.severity == severity } }
}
