import Addresses
import BundleStore
import Digest
import Files
import Foundation
import Testing

@Suite("Making a bundle")
struct StagingTests {
  let place: Workplace
  let sample = Sample()

  init() throws { place = try Workplace() }

  private var film: String { place.at("Film.movpkg") }

  private func begin(
    identity: IdentityHash = Sample.identity, bootID: String? = "boot", startAnew: Bool = false
  ) throws -> BundleStaging {
    try BundleStaging.begin(at: film, identity: identity, bootID: bootID, startAnew: startAnew)
  }

  /// Segments of the video stream, in place and recorded, then the process is gone.
  private func interrupted(bootID: String? = "boot") throws {
    let staging = try begin(bootID: bootID)
    try sample.fill(try sample.listings[0], into: staging)
    try staging.note(Outlook(title: "Film", files: 8))
  }

  @Test("commits it whole, and nothing stands beside it")
  func commit() throws {
    let manifest = try sample.build(at: film)
    #expect(try place.folder.entries() == ["Film.movpkg"])
    let bundle = try OfflineBundle.open(film)
    #expect(bundle.manifest == manifest)
    let (video, audio) = (Sample.video.text, Sample.audio.text)
    let master = DataName(.playlist, name: "master.m3u8", of: Sample.identity).text
    let chapters = DataName(.sessionData, name: "chapters json", of: Sample.identity).text
    #expect(
      Set(try place.tree("Film.movpkg").keys)
        == Set([
          "hlspack.json", "SHA256SUMS", "index.m3u8", "root.xml", "boot.xml", "artwork.jpg", "keys/key-0.m4s",
          "Data/\(master)", "Data/\(chapters)", "\(video)/stream.json", "\(video)/playlist.m3u8",
          "\(video)/StreamInfoBoot.xml", "\(video)/init-0.mp4", "\(video)/init-1.mp4", "\(video)/000000.m4s",
          "\(video)/000001.m4s", "\(video)/000002.m4s", "\(video)/000003.m4s", "\(audio)/stream.json",
          "\(audio)/playlist.m3u8", "\(audio)/StreamInfoBoot.xml", "\(audio)/000000.aac",
          "\(audio)/000001.aac",
        ]))
    #expect(try bundle.folder.status("keys/key-0.m4s")?.mode == 0o600)
    #expect(try bundle.manifest.streams.map { try bundle.listing(of: $0) } == sample.listings)
    #expect(manifest.streams[0].totals.gaps == 1)
    #expect(manifest.streams[0].totals.segments == 4)
    #expect(manifest.totalFiles == 21)
  }

  @Test("writes sums that sha256sum checks, of every file but itself")
  func sums() throws {
    try sample.build(at: film)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = ["--strict", "-c", "SHA256SUMS"]
    process.currentDirectoryURL = URL(fileURLWithPath: film)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.split(separator: "\n").count == 22)
    let bundle = try OfflineBundle.open(film)
    #expect(try bundle.expectedSums() == bundle.read(.sums, limit: 1 << 20))
  }

  @Test("twice of the same content gives the same bytes but for the times")
  func reproducible() throws {
    try sample.build(at: place.at("A.movpkg"))
    var later = sample
    later.createdAt = Instant(seconds: 1_800_000_777)
    try later.build(at: place.at("B.movpkg"))
    let (first, second) = (try place.tree("A.movpkg"), try place.tree("B.movpkg"))
    #expect(first.keys.sorted() == second.keys.sorted())
    #expect(Set(first.keys.filter { first[$0] != second[$0] }) == ["hlspack.json", "SHA256SUMS"])
    let texts = [first, second].map {
      String(decoding: $0["hlspack.json"] ?? [], as: UTF8.self).split(separator: "\n")
    }
    let differing = zip(texts[0], texts[1]).filter { $0 != $1 }.map(\.0)
    #expect(texts[0].count == texts[1].count)
    #expect(differing.count == 2)
    #expect(differing.allSatisfy { $0.contains("At\": \"2027-") || $0.contains("\"at\": \"2027-") })
  }

  @Test("refuses a path that is taken, and what it has stays for the next run")
  func taken() throws {
    let staging = try begin()
    _ = try place.folder.makeFolder("Film.movpkg")
    try sample.fill(staging)
    let error = #expect(throws: BundleError.self) {
      try staging.commit(sample.manifest, listings: sample.listings)
    }
    #expect(error?.kind == .exists)
    #expect(try place.folder.entries("Film.movpkg").isEmpty)
    #expect(try UnfinishedBundle.open(staging.partialPath).files == 8)
  }

  @Test("refuses a path that is taken at the very last moment")
  func takenLate() throws {
    try interrupted()
    let staging = try begin()
    _ = try staging.resume { _ in true }
    try sample.fill(staging)
    // A file in the place of the folder that is to be renamed over it: the look before the work sees it too.
    try place.folder.writeWhole("Film.movpkg", [1], durable: false)
    let error = #expect(throws: BundleError.self) {
      try staging.commit(sample.manifest, listings: sample.listings)
    }
    #expect(error?.kind == .exists)
    #expect(try place.folder.readWhole("Film.movpkg", limit: 10) == [1])
  }

  @Test("never commits with a hole: a missing or short file is named")
  func holes() throws {
    let path = "\(Sample.video.text)/000003.m4s"
    let staging = try begin()
    try sample.fill(staging)
    try staging.folder.writeWhole(path, [1, 2, 3], durable: false)
    let short = #expect(throws: BundleError.self) {
      try staging.commit(sample.manifest, listings: sample.listings)
    }
    #expect(short?.kind == .damaged)
    #expect(short?.description == "committing \(film).partial/\(path): has 3 bytes instead of 64")
    try staging.folder.remove(path)
    let missing = #expect(throws: BundleError.self) {
      try staging.commit(sample.manifest, listings: sample.listings)
    }
    #expect(missing?.description == "committing \(film).partial/\(path): is not there")
    #expect(try FileStatus.of(film) == nil)
  }

  @Test("never commits what it could not read back: a stream without its listing")
  func incoherent() throws {
    let staging = try begin()
    try sample.fill(staging)
    let error = #expect(throws: BundleError.self) {
      try staging.commit(sample.manifest, listings: Array(sample.listings.prefix(1)))
    }
    #expect(error?.kind == .damaged)
    #expect(try FileStatus.of(film) == nil)
  }

  @Test("is for one process at a time")
  func inUse() throws {
    let staging = try begin()
    let error = #expect(throws: BundleError.self) { try begin() }
    #expect(error?.kind == .inUse)
    #expect(staging.partialPath == film + ".partial")
  }

  @Test("ends the lock with the work, so that the next run can go on")
  func unlocked() throws {
    try interrupted()
    #expect(throws: Never.self) { try begin() }
  }

  @Test("leaves out what earlier runs left and nothing names any more")
  func strays() throws {
    let staging = try begin()
    try sample.fill(staging)
    let stray = Sample.video.next
    try staging.streamFolder(stray).writeWhole("000000.m4s", [1], durable: false)
    try staging.folder.writeWhole("\(Sample.video.text)/000009.m4s", [1], durable: false)
    try staging.folder.writeWhole("\(Sample.video.text)/000009.part", [1], durable: false)
    try staging.folder.writeWhole("artwork.png", [1], durable: false)
    let manifest = try staging.commit(sample.manifest, listings: sample.listings)
    #expect(try place.tree("Film.movpkg").count == manifest.totalFiles + 2)
    #expect(try place.folder.status("Film.movpkg/\(stray.text)") == nil)
  }
}
