import BundleStore
import Files
import JSON
import Rights
import Testing
import Upkeep

@Suite("What is told of a bundle")
struct BundleReportTests {
  let place: Workplace
  let path: String

  init() throws {
    place = try Workplace()
    path = place.at("Film.movpkg")
  }

  @Test("is everything that show promises")
  func whole() async throws {
    try Film().build(at: path)
    _ = try await findings(in: path)
    let report = try BundleReport.open(path, at: noon)
    let members = report.members
    #expect(
      members.keys.sorted() == [
        "artwork", "bytes", "createdAt", "createdBy", "files", "formatVersion", "history", "keys", "metadata",
        "offlineOptions", "playableOffline", "policy", "renditions", "source", "state", "title", "variants",
        "verifiedAt",
      ])
    #expect(members["state"] == "complete")
    #expect(members["playableOffline"] == true)
    #expect(
      members["offlineOptions"] == [
        "audio": ["audio:aac:en:English"], "subtitles": ["subtitles:subs:en:English"],
      ])
    #expect(members["policy"] == ["expiresAt": "2030-03-17T17:46:40Z", "priority": "important"])
    #expect(
      members["keys"] == [["id": "key-0", "keyFormat": "identity", "method": "AES-128", "state": "stored"]])
    #expect(members["source"] == "https://cdn.example.com/film/master.m3u8")
    #expect(members["verifiedAt"] == .string(noon.rfc3339))
    #expect(members["files"] == 33)
    #expect(members["variants"]?.items?.count == 2)
    #expect(members["history"]?.items?.count == 1)
  }

  @Test("is that it has expired, and then nothing can be played")
  func expired() throws {
    var film = try Film()
    film.manifest.policy = StoragePolicy(expiresAt: noon.seconds)
    try film.build(at: path)
    let members = try BundleReport.open(path, at: noon).members
    #expect(members["state"] == "expired")
    #expect(members["playableOffline"] == false)
    #expect(members["offlineOptions"] == ["audio": [], "subtitles": []])
    #expect(try BundleReport.open(path, at: Instant(seconds: noon.seconds - 1)).state == .complete)
  }

  @Test("is that it plays as long as no key that is needed has ended, or was left out")
  func keys() throws {
    let states: [(state: KeyRecord.State, ends: Int64?, plays: Bool)] = [
      (.stored, nil, true), (.stored, 1, true), (.stored, 0, false), (.opaque, nil, true),
      (.opaque, 0, false),
      (.omitted, nil, false), (.removed, 0, true),
    ]
    for (number, test) in states.enumerated() {
      var film = try Film()
      let path = place.at("\(number).movpkg")
      film.manifest.keys[0].state = test.state
      film.manifest.keys[0].expiresAt = test.ends.map { Instant(seconds: noon.seconds + $0) }
      try film.build(at: path)
      let members = try BundleReport.open(path, at: noon).members
      #expect(members["playableOffline"] == .bool(test.plays), "\(test)")
      #expect(members["state"] == "complete")
    }
  }

  @Test(
    "is not that it plays when what the primary variant needs is not there",
    arguments: ["\(Film.high)/playlist.m3u8", "\(Film.high)/stream.json", "keys/key-0.m4s", "index.m3u8"])
  func unplayable(_ file: String) throws {
    try Film().build(at: path)
    try Folder.open(path).remove(file)
    #expect(try !BundleReport.open(path, at: noon).playableOffline)
  }

  @Test("leaves out a rendition that is not there")
  func missingRendition() throws {
    try Film().build(at: path)
    try Folder.open(path).removeTree(Film.sound.text)
    let report = try BundleReport.open(path, at: noon)
    #expect(report.playableOffline)
    #expect(report.offlineOptions.audio.isEmpty)
    #expect(report.offlineOptions.subtitles.count == 1)
  }

  @Test("of an unfinished one is how far it is")
  func unfinished() throws {
    let staging = try BundleStaging.begin(at: path, identity: Film.identity, bootID: "boot")
    var members = try BundleReport.open(staging.partialPath, at: noon).members
    #expect(members["title"] == "Film")
    #expect(members["fraction"] == nil)
    try Film().fill(staging)
    try staging.note(Outlook(title: "The Film", files: 28))
    members = try BundleReport.open(staging.partialPath, at: noon).members
    #expect(members["state"] == "unfinished")
    #expect(members["title"] == "The Film")
    #expect(members["fraction"] == 0.5)
    #expect(members["files"] == 14)
    #expect(members["playableOffline"] == false)
  }

  @Test("is nothing where there is no bundle")
  func foreign() throws {
    let error = #expect(throws: BundleError.self) { try BundleReport.open(place.path, at: noon) }
    #expect(error?.kind == .notABundle)
    #expect(error?.reason == "has no hlspack.json")
  }
}
