import BundleStore
import Files
import Synchronization
import Testing
import Upkeep

/// Readers take no lock: a bundle may change while they look at it.
@Suite("A bundle that changes while it is read")
struct ChangingTests {
  let place: Workplace
  let film: String

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    try Film().build(at: film)
  }

  /// Runs the work each time that a reader comes to the file, so many times at most; the work's own reading aside.
  private func whenReading(
    _ name: String, atMost limit: Int, _ work: @escaping @Sendable (_ round: Int) throws -> Void
  ) -> (watch: DiskWatch, count: @Sendable () -> Int) {
    let state = Mutex((rounds: 0, isBusy: false))
    let watch = DiskWatch(beneath: film) { deed, path in
      guard deed == .openToRead, path.hasSuffix(name) else { return nil }
      let round = state.withLock { state -> Int? in
        guard !state.isBusy, state.rounds < limit else { return nil }
        state = (state.rounds + 1, true)
        return state.rounds
      }
      guard let round else { return nil }
      do { try work(round) } catch { Issue.record(error) }
      state.withLock { $0.isBusy = false }
      return nil
    }
    return (watch, { state.withLock { $0.rounds } })
  }

  /// Takes the sound out.
  private static func remove(_ film: String) throws {
    let transaction = try BundleTransaction.begin(at: film)
    try Removal.plan(RemovalWords(audio: ["en"]), of: transaction.bundle, at: noon, by: "test")
      .execute(in: transaction)
  }

  /// Another manifest, and nothing else.
  private static func touch(_ film: String, _ round: Int) throws {
    let transaction = try BundleTransaction.begin(at: film)
    var manifest = transaction.bundle.manifest
    manifest.metadata["round"] = "\(round)"
    try transaction.commit(manifest, deletions: [])
  }

  @Test(
    "a removal while a bundle is verified is no damage, wherever it comes, and the new bundle is told of",
    arguments: ["hlspack.json", "index.m3u8", "stream.json", ".aac", "SHA256SUMS", "key-0.m4s"])
  func removal(_ name: String) async throws {
    let film = film
    let (watch, count) = whenReading(name, atMost: 1) { _ in try Self.remove(film) }
    let report = try await Verification(of: film, jobs: 2, at: noon).run()
    withExtendedLifetime(watch) {}
    #expect(count() == 1)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.brief))")
    #expect(report.files == (try OfflineBundle.open(film).manifest.totalFiles) + 2)
    #expect(BundleState(in: try Folder.open(film))?.result == .whole)
  }

  @Test("the progress of a verification that begins anew does not pass the end")
  func progress() async throws {
    let film = film
    let (watch, _) = whenReading(".aac", atMost: 1) { _ in try Self.remove(film) }
    let progress = VerificationProgress()
    _ = try await Verification(of: film, jobs: 1, at: noon).run(progress: progress)
    withExtendedLifetime(watch) {}
    #expect(progress.bytesRead == progress.bytesExpected)
  }

  @Test("damage is still told of a bundle that changes")
  func damage() async throws {
    let film = film
    try Folder.open(film).writeWhole("\(Film.high)/000001.m4s", [1], durable: false)
    let (watch, _) = whenReading("index.m3u8", atMost: 2) { try Self.touch(film, $0) }
    let report = try await Verification(of: film, jobs: 2, at: noon).run()
    withExtendedLifetime(watch) {}
    #expect(report.isDamaged)
  }

  @Test("a bundle that is changed all the time is in use")
  func allTheTime() async throws {
    let film = film
    let (watch, count) = whenReading("index.m3u8", atMost: 100) { try Self.touch(film, $0) }
    let error = await #expect(throws: BundleError.self) {
      try await Verification(of: film, level: .quick, jobs: 2, at: noon).run()
    }
    withExtendedLifetime(watch) {}
    #expect(error?.kind == .inUse)
    #expect((2..<20).contains(count()))
    #expect(BundleState(in: try Folder.open(film)) == nil)
  }

  @Test("a report is of one version of the bundle, too")
  func report() throws {
    let film = film
    let (watch, count) = whenReading("SHA256SUMS", atMost: 1) { _ in try Self.remove(film) }
    let report = try BundleReport.open(film, at: noon)
    withExtendedLifetime(watch) {}
    #expect(count() == 1)
    #expect(report.playableOffline && report.offlineOptions.audio.isEmpty)
    #expect(report.manifest?.history.last?.action == "remove")
  }

  @Test("a reader that finds the bundle gone and another in its place reads that one")
  func replaced() async throws {
    let (place, film) = (place, film)
    var other = try Film()
    other.manifest.title = "Another"
    try other.build(at: place.at("Other.movpkg"))
    let (watch, _) = whenReading("index.m3u8", atMost: 1) { _ in
      try renamePath(from: film, to: place.at("old"))
      try renamePath(from: place.at("Other.movpkg"), to: film)
      try Folder.open(place.path).removeTree("old")
    }
    let report = try await Verification(of: film, jobs: 2, at: noon).run()
    withExtendedLifetime(watch) {}
    #expect(report.title == "Another" && report.findings.isEmpty, "\(report.findings.map(\.brief))")
  }

  @Test("a lock file that a kill left is no part of the bundle and no fault of it")
  func lockFile() async throws {
    try Folder.open(film).writeWhole(FolderLock.fileName, [], durable: false)
    #expect(try await findings(in: film) == [])
  }
}
