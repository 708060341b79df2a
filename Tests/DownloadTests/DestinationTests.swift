import Addresses
import BundleStore
import Files
import Rights
import Selection
import Support
import Testing
import Transfer

@testable import Download

/// What is done about something that stands where the bundle is to be.
@Suite struct DestinationTests {
  /// A title of subtitles in files, so that nothing needs a network.
  private struct Place {
    let folder: TemporaryFolder
    let transfers = Transfers()

    init(segments: Int = 2) throws {
      folder = try TemporaryFolder("destination")
      try write("film", segments: segments)
    }

    func write(_ name: String, segments: Int) throws {
      let lines = (0..<segments).map { "#EXTINF:6,\n\($0).vtt" }.joined(separator: "\n")
      try folder.write(vod(lines), to: "\(name)/index.m3u8")
      for number in 0..<segments {
        try folder.write(
          "WEBVTT\n\n00:0\(number).000 --> 00:0\(number).500\nline \(number)\n", to: "\(name)/\(number).vtt")
      }
    }

    func builder(_ name: String = "film") throws -> Builder {
      var request = BuildRequest(source: .file(path: folder.path("\(name)/index.m3u8")))
      request.output = folder.path("Film.movpkg")
      return try Builder(
        request, transfers: transfers,
        surroundings: Builder.Surroundings(
          program: "tests", now: { Instant(seconds: 1_800_000_000) }, uptime: { 0 }, bootID: nil,
          currentFolder: folder.path), events: { _ in })
    }

    func plan(_ name: String = "film") async throws -> BuildPlan { try await builder(name).plan() }

    @discardableResult
    func build() async throws -> BuildOutcome {
      let builder = try builder()
      return try await builder.run(builder.plan())
    }

    func refusal(_ plan: BuildPlan) -> DownloadError? {
      failure { _ = try Destination(plan: plan).check() }
    }

    /// The path of the only stream's folder.
    func stream(_ plan: BuildPlan) -> String { "Film.movpkg/\(plan.streams[0].folder.text)" }
  }

  @Test("a free place is free")
  func free() async throws {
    let place = try Place()
    #expect(try await Destination(plan: place.plan()).check() == nil)
  }

  @Test("another expiry or priority than the bundle has is not passed over")
  func policy() async throws {
    let place = try Place()
    try await place.build()
    func refusal(_ change: (inout Destination) -> Void) async throws -> String? {
      var destination = Destination(plan: try await place.plan())
      change(&destination)
      return failure { _ = try destination.check() }?.message
    }
    #expect(try await refusal { $0.policy.expiresAt = 2_000_000_000 }?.contains("without an expiry") == true)
    #expect(try await refusal { $0.expires = true }?.contains("without an expiry") == true)
    #expect(try await refusal { $0.policy.priority = .important }?.contains("another priority") == true)
    #expect(try await refusal { _ in } == nil)
  }

  @Test("the same title with all that is asked for is done already")
  func same() async throws {
    let place = try Place()
    let built = try await place.build()
    #expect(!built.wasThere)
    let again = try await Destination(plan: place.plan()).check()
    #expect(again?.wasThere == true)
    #expect(again?.manifest == built.manifest)
  }

  @Test("another title is in the way")
  func another() async throws {
    let place = try Place()
    try await place.build()
    try place.write("other", segments: 2)
    let error = try await place.refusal(place.plan("other"))
    #expect(error?.kind == .usage)
    #expect(error?.message.contains("the bundle of another title is there") == true)
    #expect(error?.hint != nil)
  }

  @Test("a source that has changed since is told")
  func changed() async throws {
    let place = try Place()
    try await place.build()
    try place.write("film", segments: 3)
    let error = try await place.refusal(place.plan())
    #expect(error?.kind == .usage)
    #expect(error?.message.contains("has changed since") == true)
  }

  @Test("a file that is missing or has another size makes it damaged, and is named")
  func damaged() async throws {
    let place = try Place()
    try await place.build()
    let plan = try await place.plan()
    let folder = try Folder.open(place.folder.path)
    try place.folder.write("short", to: "\(place.stream(plan))/000001.vtt")
    let cut = place.refusal(plan)
    #expect(cut?.kind == .damaged)
    #expect(cut?.message.contains("000001.vtt") == true)
    try folder.remove("\(place.stream(plan))/000001.vtt")
    let gone = place.refusal(plan)
    #expect(gone?.kind == .damaged)
    #expect(gone?.message.contains("000001.vtt") == true)
    #expect(gone?.message.contains("is missing") == true)
  }

  @Test("a bundle without a readable manifest is damaged, not overwritten")
  func manifest() async throws {
    let place = try Place()
    try await place.build()
    let plan = try await place.plan()
    try place.folder.write("{", to: "Film.movpkg/hlspack.json")
    #expect(place.refusal(plan)?.kind == .damaged)
    try Folder.open(place.folder.path).remove("Film.movpkg/hlspack.json")
    #expect(place.refusal(plan)?.kind == .damaged)
  }

  @Test("what is not ours is in the way")
  func foreign() async throws {
    let place = try Place()
    let plan = try await place.plan()
    try place.folder.write("mine", to: "Film.movpkg")
    #expect(place.refusal(plan)?.kind == .usage)
    try Folder.open(place.folder.path).remove("Film.movpkg")
    try place.folder.write("mine", to: "Film.movpkg/notes.txt")
    #expect(place.refusal(plan)?.kind == .usage)
    #expect(try place.folder.text("Film.movpkg/notes.txt") == "mine")
  }

  @Test("another choice of the same title is in the way, and what it lacks is named")
  func lacking() async throws {
    let place = try Place()
    let built = try await place.build()
    let plan = try await place.plan()
    let other = BuildPlan(
      title: plan.title, destination: plan.destination, source: plan.source, requested: plan.requested,
      identity: plan.identity, multivariant: nil, map: nil, choice: nil, original: [], streams: plan.streams,
      keys: [],
      variants: [
        PlannedVariant(
          record: VariantRecord(id: "variant:other", uri: "x", bandwidth: 1), role: .primary, reason: "",
          stream: 0, alternatives: [])
      ], renditions: [], warnings: [], freeBytes: nil)
    #expect(built.manifest.variants.count == 1)
    let error = place.refusal(other)
    #expect(error?.kind == .usage)
    #expect(error?.message.contains("without variant:other") == true)
  }
}
