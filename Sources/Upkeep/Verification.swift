package import BundleStore
package import Digest
package import Files
import Synchronization

/// Proves that a bundle on disk is whole and correct. It reads and never changes anything but `state.json`.
package struct Verification: Sendable {
  package enum Level: String, Sendable, Hashable, CaseIterable {
    /// Sizes, references and names; the bytes of the small files that say what belongs to the bundle.
    case quick
    /// Every byte of every file too.
    case full
  }

  package let path: String
  package let level: Level
  package let jobs: Int
  package let instant: Instant
  /// Whose signature the bundle must have; nil: a signature is not looked at.
  package let key: PublicKey?

  /// - Parameters:
  ///   - path: a bundle's folder.
  ///   - jobs: how many files are read at once, 1…64.
  ///   - instant: the time it is, for what expires and for `state.json`.
  ///   - key: whose signature the bundle must have; nil: nobody's.
  package init(
    of path: String, level: Level = .full, jobs: Int, at instant: Instant, signedBy key: PublicKey? = nil
  ) {
    self.key = key
    self.path = path
    self.level = level
    self.jobs = min(max(1, jobs), 64)
    self.instant = instant
  }

  /// Looks at the whole bundle, on threads of its own; again where a writer changes it meanwhile. The result is kept
  /// in `state.json` where that can be written. It cannot be cancelled, but whoever ends the process meanwhile leaves
  /// nothing half-done.
  ///
  /// - Parameter progress: counts the bytes that were read.
  /// - Throws: what opening the bundle throws (`OfflineBundle.open`); `inUse` when it is changed all the time;
  ///   `disk` when a folder cannot be read. All else that is wrong is a finding.
  package func run(progress: VerificationProgress? = nil) async throws(BundleError) -> VerificationReport {
    let result: Result<VerificationReport, BundleError> = await withCheckedContinuation { waiting in
      let code = OwnThreads.start {
        do throws(BundleError) {
          waiting.resume(returning: .success(try verify(progress)))
        } catch {
          waiting.resume(returning: .failure(error))
        }
      }
      guard code != 0 else { return }
      let error = SystemError(code: code, deed: "starting a thread")
      waiting.resume(
        returning: .failure(
          BundleError(.disk, "verifying", place: path, reason: error.description, system: error)))
    }
    return try result.get()
  }

  private func verify(_ progress: VerificationProgress?) throws(BundleError) -> VerificationReport {
    let (report, folder) = try OfflineBundle.readSteadily(path, doing: "verifying") {
      (bundle) throws(BundleError) in
      var check = try BundleCheck(of: bundle, level: level, at: instant, signedBy: key)
      try check.gather()
      check.readBytes(jobs: jobs, progress: progress)
      // A tombstone has nothing to be noted of.
      return (check.report(), bundle.manifest.tombstone == nil ? bundle.folder : nil)
    }
    let state = BundleState(
      verifiedAt: instant, level: level.rawValue, result: report.isDamaged ? .damaged : .whole)
    folder.map { state.remember(in: $0) }
    return report
  }
}

/// How far a verification has come. It may be asked from any thread while it grows.
package final class VerificationProgress: Sendable {
  private let read = Atomic<Int64>(0)
  private let expected = Atomic<Int64>(0)

  package init() {}

  /// Bytes that were read and compared.
  package var bytesRead: Int64 { read.load(ordering: .relaxed) }
  /// Bytes that are to be read; 0 until that is known.
  package var bytesExpected: Int64 { expected.load(ordering: .relaxed) }

  /// The reading begins, perhaps anew.
  func expect(_ bytes: Int64) {
    expected.store(bytes, ordering: .relaxed)
    read.store(0, ordering: .relaxed)
  }
  func add(_ bytes: Int) { read.wrappingAdd(Int64(bytes), ordering: .relaxed) }
}
