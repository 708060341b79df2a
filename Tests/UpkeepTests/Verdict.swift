import BundleStore
import Conformance
import Files
import Upkeep

let noon = Instant(seconds: 1_850_000_000)

/// What a person is told of a bundle, whether opening it failed or rules found something.
struct Verdict {
  var isDamaged: Bool
  /// The files that are to blame, by errors alone.
  var files: Set<String>
  var findings: [Finding]

  init(on path: String, _ level: Verification.Level) async throws {
    do throws(BundleError) {
      let report = try await Verification(of: path, level: level, jobs: 2, at: noon).run()
      isDamaged = report.isDamaged
      findings = report.findings
      files = Set(findings.filter { $0.severity == .error }.map(\.file))
    } catch {
      guard error.kind == .damaged else { throw error }
      isDamaged = true
      findings = []
      files = Set([error.file].compactMap { $0 })
    }
  }
}

/// The findings of a verification, which must come to a report.
func findings(in path: String, _ level: Verification.Level = .full) async throws -> [Finding] {
  try await Verification(of: path, level: level, jobs: 2, at: noon).run().findings
}

extension Finding {
  /// "error hlspack-file-size 0-…/000000.ts".
  var brief: String { "\(severity.rawValue) \(rule) \(file)\(line.map { ":\($0)" } ?? "")" }
}
