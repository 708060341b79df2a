import Files
import Foundation
import Glibc
import JSON
import Processes
import Support
import Testing

/// Titles whose time is over.
@Suite("Expiry")
struct ExpireTests {
  private static let past = ["--expires", "2001-01-01T00:00:00Z"]

  @Test("what has expired is deleted but for a tombstone, which every verb knows; purge takes it away")
  func life() async throws {
    let title = try await RightsTitle("expire")
    defer { title.origin.stop() }
    try await title.pack(Self.past)
    for verb in ["verify", "show"] { #expect(try await title.run([verb, RightsTitle.bundle]).code == 8) }
    let dry = try await title.run(["expire", "--dry-run", RightsTitle.bundle])
    #expect(dry.code == 0 && dry.output.contains("would be deleted"), "\(dry.output)")
    #expect(try title.everything().count > 10)
    let run = try await title.run(["expire", "--json", RightsTitle.bundle])
    #expect(run.code == 0, "\(run.errors)")
    let removed = try run.lines().filter { $0["type"] == "removed" }
    #expect(removed.count == 1 && removed[0]["path"] == "film.movpkg" && removed[0]["reason"] == "expire")
    #expect((removed[0]["bytes"]?.int ?? 0) > 20_000)
    #expect(try run.summary()["bundle"] == "film.movpkg")
    #expect(try title.everything() == ["SHA256SUMS", "hlspack.json"])
    #expect(try await Program.sumsFaults(in: title.folder.path(RightsTitle.bundle)) == [])
    try await checkTombstone(title)
    let purged = try await title.run(["expire", "--purge", RightsTitle.bundle])
    #expect(purged.code == 0, "\(purged.errors)")
    #expect(try names(in: title.folder.path) == [])
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 9)
    try await title.pack()
  }

  private func checkTombstone(_ title: RightsTitle) async throws {
    let verify = try await title.run(["verify", RightsTitle.bundle])
    #expect(verify.code == 8 && verify.errors.contains("was deleted"), "\(verify.output) \(verify.errors)")
    let show = try await title.run(["show", "--json", RightsTitle.bundle])
    let line = try #require(try show.lines().first)
    #expect(show.code == 8 && line["state"] == "expired" && line["playableOffline"] == false)
    #expect(line["tombstone"]?["reason"] == "expired" && line["title"] == "film")
    let said = try await title.run(["show", RightsTitle.bundle])
    #expect(said.output.contains("deleted"), "\(said.output)")
    let url = title.origin.url("/film/master.m3u8")
    for words in [
      ["build", "-o", RightsTitle.bundle, url], ["build", "--update", "-o", RightsTitle.bundle, url],
      ["augment", RightsTitle.bundle, "--add-audio", "all"],
      ["remove", RightsTitle.bundle, "--audio", "all"],
      ["verify", "--repair", RightsTitle.bundle], ["expire", "--set", "30d", RightsTitle.bundle],
      ["expire", "--invalidate-keys", RightsTitle.bundle],
    ] {
      let run = try await title.run(words)
      #expect(run.code == 8, "\(words): \(run.code) \(run.errors)")
    }
    #expect(try await title.run(["expire", RightsTitle.bundle]).code == 0)
    #expect(try title.everything() == ["SHA256SUMS", "hlspack.json"])
  }

  @Test("what cannot be looked into is told, never taken for nothing to do")
  func closed() async throws {
    let title = try await RightsTitle("closed")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films/shut")
    try title.folder.makeFolder("films/lost+found")
    try await title.pack(Self.past, as: "films/a.movpkg")
    try await title.pack(Self.past, as: "films/b.movpkg")
    try await Tools.run("cp", [try Repository.program(), "program"], in: title.folder.path)
    try await Tools.run("chmod", ["-R", "a+rwX", "."], in: title.folder.path)
    try await Tools.run(
      "chmod", ["0", "films/a.movpkg", "films/shut", "films/lost+found"], in: title.folder.path)
    for (verb, more, code) in [
      ("list", [], 11), ("prune", ["--free", "1", "-s"], 0), ("expire", [], 11),
    ] as [(String, [String], Int32)] {
      let run = try await unprivileged([verb, "films"] + more, in: title.folder)
      #expect(run.code == code, "\(verb): \(run.output) \(run.errors)")
      #expect(run.errors.contains("films/a.movpkg: permission denied"), "\(verb): \(run.errors)")
      #expect(run.errors.contains("films/shut: cannot be looked into"), "\(verb): \(run.errors)")
      #expect(!run.errors.contains("lost+found"), "\(verb): \(run.errors)")
    }
    try await Tools.run("chmod", ["755", "films/a.movpkg"], in: title.folder.path)
    #expect(try title.everything("films/a.movpkg").count > 10)
    #expect(try title.everything("films/b.movpkg") == ["SHA256SUMS", "hlspack.json"])
  }

  /// Runs the program as a user to whom permissions apply.
  private func unprivileged(_ words: [String], in folder: TemporaryFolder) async throws -> (
    code: Int32?, output: String, errors: String
  ) {
    let program = folder.path("program")
    let result =
      geteuid() == 0
      ? try await Tools.result(
        of: "setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups", program] + words,
        in: folder.path)
      : try await Tools.result(of: "env", [program] + words, in: folder.path)
    return (
      result.exitCode, String(decoding: result.output, as: UTF8.self),
      String(decoding: result.errors, as: UTF8.self)
    )
  }

  @Test("an expiry that is over when the title is packed is told")
  func over() async throws {
    let title = try await RightsTitle("expire")
    defer { title.origin.stop() }
    let run = try await title.run(
      ["build", "-o", RightsTitle.bundle] + Self.past + [title.origin.url("/film/master.m3u8")])
    #expect(run.code == 0 && run.errors.contains("expired 2001-01-01T00:00:00Z"), "\(run.errors)")
    // A bundle that is there and over is not "done".
    let again = try await title.run([
      "build", "-o", RightsTitle.bundle, title.origin.url("/film/master.m3u8"),
    ])
    #expect(again.code == 8 && again.errors.contains("--force-overwrites"), "\(again.errors)")
  }

  @Test("a tombstone gives way to the title packed anew where that is said")
  func anew() async throws {
    let title = try await RightsTitle("expire")
    defer { title.origin.stop() }
    try await title.pack(Self.past)
    #expect(try await title.run(["expire", RightsTitle.bundle]).code == 0)
    try await title.pack(["--force-overwrites"])
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
    #expect(try names(in: title.folder.path) == [RightsTitle.bundle])
  }

  @Test("an expiry can be set and cleared; that deletes nothing; what is the same already changes nothing")
  func setting() async throws {
    let title = try await RightsTitle("expire")
    defer { title.origin.stop() }
    try await title.pack(["--priority", "important"])
    let set = try await title.run(
      ["expire", "--set", "2031-03-30", RightsTitle.bundle], environment: ["TZ": "Europe/Berlin"])
    #expect(set.code == 0 && set.output.contains("2031-03-30T22:00:00Z"), "\(set.output) \(set.errors)")
    let before = try title.folder.read("film.movpkg/hlspack.json")
    let again = try await title.run(["expire", "--set", "2031-03-30T22:00:00Z", RightsTitle.bundle])
    #expect(again.code == 0)
    #expect(try title.folder.read("film.movpkg/hlspack.json") == before)
    let manifest = try JSONReader.parse(before)
    #expect(manifest["policy"] == ["expiresAt": "2031-03-30T22:00:00Z", "priority": "important"])
    #expect(manifest["history"]?.items?.map { $0["action"]?.text } == ["build", "expire"])
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
    let past = try await title.run(["expire", "--set", "2001-01-01T00:00:00Z", RightsTitle.bundle])
    #expect(past.code == 0)
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 8)
    #expect(try title.everything().count > 10)
    #expect(try await title.run(["expire", "--clear", RightsTitle.bundle]).code == 0)
    #expect(try await title.run(["verify", RightsTitle.bundle]).code == 0)
    #expect(try await title.run(["expire", RightsTitle.bundle]).code == 0)
    #expect(try title.everything().count > 10)
    for words in [
      ["--set", "soon"], ["--set", "30d", "--clear"], ["--clear", "--purge"], ["--nonce", "x"],
    ] {
      #expect(try await title.run(["expire", RightsTitle.bundle] + words).code == 2, "\(words)")
    }
  }

  @Test(
    "the end of a day is local, over the changes of the clocks and in every zone",
    arguments: [
      ("Europe/Berlin", "2027-03-28", "2027-03-28T22:00:00Z"),
      ("Europe/Berlin", "2027-03-27", "2027-03-27T23:00:00Z"),
      ("Europe/Berlin", "2027-10-31", "2027-10-31T23:00:00Z"),
      ("Europe/Berlin", "2027-10-30", "2027-10-30T22:00:00Z"),
      ("America/Sao_Paulo", "2018-11-03", "2018-11-04T03:00:00Z"),
      ("Pacific/Apia", "2011-12-29", "2011-12-30T10:00:00Z"),
      ("Asia/Kathmandu", "2027-01-31", "2027-01-31T18:15:00Z"), ("UTC", "2028-02-29", "2028-03-01T00:00:00Z"),
      ("America/New_York", "2027-12-31", "2028-01-01T05:00:00Z"),
      ("Australia/Lord_Howe", "2027-04-04", "2027-04-04T13:30:00Z"),
      ("Nowhere/Land", "2027-01-31", "2027-02-01T00:00:00Z"),
    ])
  func zones(_ zone: String, _ day: String, _ instant: String) async throws {
    let title = try await RightsTitle("zone")
    defer { title.origin.stop() }
    try await title.pack()
    let run = try await title.run(["expire", "--set", day, RightsTitle.bundle], environment: ["TZ": zone])
    #expect(run.code == 0, "\(run.errors)")
    let manifest = try JSONReader.parse(try title.folder.read("film.movpkg/hlspack.json"))
    #expect(manifest["policy"]?["expiresAt"]?.text == instant)
    let refused = try await title.run(["expire", "--set", "2027-02-30", RightsTitle.bundle])
    #expect(refused.code == 2)
  }

  @Test("a folder is looked through; what is foreign is passed over; one damaged bundle stops nothing")
  func library() async throws {
    let title = try await RightsTitle("library")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films/deep/er")
    try title.folder.makeFolder("films/Other.movpkg")
    try title.folder.write("x", to: "films/Other.movpkg/boot.xml")
    try title.folder.makeFolder("films/plain")
    try title.folder.write("x", to: "films/plain/hlspack.txt")
    for (name, more) in [
      ("films/a.movpkg", Self.past), ("films/deep/er/b.movpkg", Self.past), ("films/c.movpkg", []),
      ("films/d.movpkg", Self.past),
    ] {
      try await title.pack(more, as: name)
    }
    let manifest = title.folder.path("films/d.movpkg/hlspack.json")
    try FileManager.default.removeItem(atPath: manifest)
    let run = try await title.run(["expire", "--json", "films"])
    #expect(run.code == 7, "\(run.errors)")
    let bundles = try #require(run.summary()["bundles"]?.items)
    #expect(
      bundles.map { [$0["path"]?.text ?? "", String($0["exitCode"]?.int ?? -1)] } == [
        ["films/a.movpkg", "0"], ["films/c.movpkg", "0"], ["films/d.movpkg", "7"],
        ["films/deep/er/b.movpkg", "0"],
      ])
    #expect(try title.everything("films/a.movpkg") == ["SHA256SUMS", "hlspack.json"])
    #expect(try title.everything("films/deep/er/b.movpkg") == ["SHA256SUMS", "hlspack.json"])
    #expect(try await title.run(["verify", "films/c.movpkg"]).code == 0)
    #expect(try names(in: title.folder.path("films/Other.movpkg")) == ["boot.xml"])
    let purge = try await title.run(["expire", "--purge", "films/a.movpkg", "films/deep"])
    #expect(purge.code == 0, "\(purge.errors)")
    #expect(
      try names(in: title.folder.path("films")) == ["Other.movpkg", "c.movpkg", "d.movpkg", "deep", "plain"])
    #expect(try names(in: title.folder.path("films/deep/er")) == [])
    #expect(try await title.run(["expire", "nowhere"]).code == 9)
    #expect(try await title.run(["expire", "films/Other.movpkg"]).code == 9)
  }

  @Test(
    "nothing of the title stays: what a damaged listing names, and the unfinished bundle beside it, go too")
  func remains() async throws {
    let title = try await RightsTitle("remains")
    defer { title.origin.stop() }
    try await title.pack(Self.past)
    let stream = try #require(
      try names(in: title.folder.path(RightsTitle.bundle)).first { $0.hasPrefix("0-") })
    try title.folder.write("{\"formatVersion\": 1,\n\"files\": [", to: "film.movpkg/\(stream)/stream.json")
    try title.folder.write("mine", to: "film.movpkg/notes.txt")
    let identity = try JSONReader.parse(try title.folder.read("film.movpkg/hlspack.json"))["identity"]?.text
    try title.folder.makeFolder("film.movpkg.partial")
    try title.folder.makeFolder("film.movpkg.partial/\(stream)")
    try title.folder.write("x", to: "film.movpkg.partial/\(stream)/000000.ts")
    try title.folder.write(
      "{\"formatVersion\":1,\"identity\":\"\(identity ?? "")\"}\n",
      to: "film.movpkg.partial/journal")
    let unfinished = try await title.run(["show", "--json", "film.movpkg.partial"])
    #expect(
      try unfinished.lines().first?["state"] == "unfinished", "\(unfinished.output) \(unfinished.errors)")
    let run = try await title.run(["expire", RightsTitle.bundle])
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    #expect(try title.everything() == ["SHA256SUMS", "hlspack.json", "notes.txt"])
    #expect(try names(in: title.folder.path) == [RightsTitle.bundle])
    let purge = try await title.run(["expire", "--purge", RightsTitle.bundle])
    #expect(purge.code == 2 && purge.errors.contains("notes.txt"), "\(purge.errors)")
    #expect(try title.everything() == ["SHA256SUMS", "hlspack.json", "notes.txt"])
  }
}
