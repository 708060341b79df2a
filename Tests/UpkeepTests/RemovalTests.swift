import BundleStore
import Conformance
import Files
import Playlist
import Testing
import Upkeep

/// What is taken out of a bundle, looked at by a verification whatever happens meanwhile.
@Suite("Removal")
struct RemovalTests {
  let place: Workplace
  let film: String

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    try Film().build(at: film)
  }

  private func removal(_ words: RemovalWords) throws -> Removal {
    try Removal.plan(words, of: OfflineBundle.open(film), at: noon, by: "test")
  }

  private func remove(
    _ words: RemovalWords, door: @escaping (BundleTransaction.Step) -> Bool = { _ in true }
  ) throws {
    let transaction = try BundleTransaction.begin(at: film, door: door)
    try Removal.plan(words, of: transaction.bundle, at: noon, by: "test").execute(in: transaction)
  }

  private func index() throws -> String {
    String(decoding: try OfflineBundle.open(film).read(.multivariantPlaylist, limit: 1 << 20), as: UTF8.self)
  }

  @Test("a variant takes its stream and the key that only it needed; the next one is primary")
  func variant() async throws {
    let plan = try removal(RemovalWords(video: ["bandwidth=2500000"]))
    #expect(plan.selections.count == 1)
    #expect(plan.files.contains { $0.path.text == "keys/key-0.m4s" })
    try remove(RemovalWords(video: ["bandwidth=2500000"]))
    #expect(try await findings(in: film) == [])
    let manifest = try OfflineBundle.open(film).manifest
    #expect(manifest.variants.map(\.stream) == [Film.low] && manifest.variants.map(\.role) == [.primary])
    #expect(manifest.keys.isEmpty && manifest.streams.map(\.folder) == [Film.low, Film.sound, Film.words])
    #expect(manifest.selection.video == ["bandwidth=800000"])
    #expect(try index().contains("\(Film.low)/playlist.m3u8") && !index().contains("\(Film.high)"))
    #expect(manifest.history.map(\.action) == ["build", "remove"])
  }

  @Test("without sound and subtitles no line names their groups, and CODECS is of what is kept")
  func renditions() async throws {
    try remove(RemovalWords(audio: ["en"], subtitles: ["all"]))
    #expect(try await findings(in: film) == [])
    let text = try index()
    #expect(!text.contains("EXT-X-MEDIA") && !text.contains("AUDIO=") && !text.contains("SUBTITLES="))
    let manifest = try OfflineBundle.open(film).manifest
    #expect(manifest.selection.audio == ["none"] && manifest.selection.subtitles == ["none"])
    #expect(manifest.renditions.map(\.record.kind) == [.closedCaptions])
    #expect(manifest.keys.map(\.state) == [.stored])
  }

  @Test("the last picture goes only when that is said, and then sound alone stays")
  func lastVideo() async throws {
    let error = #expect(throws: RemovalError.self) { try removal(RemovalWords(video: ["all"])) }
    guard case .refused? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try remove(RemovalWords(video: ["all"], takesLastVideo: true))
    let manifest = try OfflineBundle.open(film).manifest
    #expect(manifest.variants.map(\.stream) == [Film.sound])
    #expect(try index().contains("\n\(Film.sound)/playlist.m3u8\n"))
    #expect(try await !Verdict(on: film, .full).isDamaged)
    // Of what is left, the sound is all that plays.
    #expect(throws: RemovalError.self) { try removal(RemovalWords(audio: ["en"])) }
    #expect(throws: RemovalError.self) { try removal(RemovalWords(video: ["all"], takesLastVideo: true)) }
  }

  @Test("a kill after any step: the bundle verifies, and the next run ends in the same bytes")
  func kills() async throws {
    let words = RemovalWords(video: ["bandwidth=2500000"], subtitles: ["en"])
    var steps: [BundleTransaction.Step] = []
    try remove(words) { step in
      steps.append(step)
      return true
    }
    let done = try tree()
    for count in steps.indices {
      try Folder.open(place.path).removeTree("Film.movpkg")
      try Film().build(at: film)
      var passed = 0
      #expect(throws: BundleError.self) {
        try remove(words) { _ in
          passed += 1
          return passed <= count
        }
      }
      let found = try await findings(in: film)
      #expect(!found.contains { $0.severity == .error }, "after \(steps[count]): \(found.map(\.brief))")
      let isNew = steps[...count].contains(.committed)
      // Behind the commit a reader is told of no scraps either.
      if isNew { #expect(!found.contains { $0.severity == .warning }, "\(found.map(\.brief))") }
      #expect(try OfflineBundle.open(film).manifest.variants.count == (isNew ? 1 : 2))
      if isNew { _ = try BundleTransaction.begin(at: film) } else { try remove(words) }
      #expect(try tree() == done, "after \(steps[count])")
      #expect(try await findings(in: film) == [])
    }
    #expect(steps.count > 15)
  }

  @Test("the same words after a kill behind the commit are done, not refused")
  func again() async throws {
    let words = RemovalWords(subtitles: ["en"])
    #expect(throws: BundleError.self) { try remove(words) { $0 != .committed } }
    let finished = try await Removal.run(words, at: film, isDry: false, instant: noon, program: "test")
    #expect(finished.isEmpty)
    #expect(try await findings(in: film) == [])
    await #expect(throws: RemovalError.self) {
      try await Removal.run(words, at: film, isDry: false, instant: noon, program: "test")
    }
  }

  @Test("a stop before the commit leaves the bundle as it was")
  func stopped() async throws {
    let old = try tree()
    await #expect(throws: RemovalError.self) {
      try await Removal.run(
        RemovalWords(subtitles: ["en"]), at: film, isDry: false, instant: noon, program: "test",
        mayCommit: { false })
    }
    #expect(try tree() == old)
  }

  private func tree() throws -> [String: [UInt8]] {
    let folder = try Folder.open(film)
    var tree: [String: [UInt8]] = [:]
    for entry in try folder.walk() where entry.status.kind == .file && entry.path != "state.json" {
      tree[entry.path] = try folder.readWhole(entry.path, limit: 1 << 20)
    }
    return tree
  }
}
