import Files
import Foundation
import JSON
import Support
import Testing

/// A library as `list` tells it.
@Suite("Lists")
struct ListTests {
  /// One bundle of each state.
  private func library() async throws -> RightsTitle {
    let title = try await RightsTitle("list")
    try title.folder.makeFolder("films/more")
    try title.folder.makeFolder("films/foreign.movpkg")
    try title.folder.write("x", to: "films/foreign.movpkg/boot.xml")
    try await title.pack(["--title", "Zebra", "--priority", "important"], as: "films/a.movpkg")
    try await title.pack(["--title", "Ant", "--expires", "2031-01-31T00:00:00Z"], as: "films/more/b.movpkg")
    try await title.pack(["--title", "Gone", "--expires", "2001-01-01T00:00:00Z"], as: "films/c.movpkg")
    try await title.pack(["--title", "Hurt"], as: "films/d.movpkg")
    try title.folder.makeFolder("films/e.movpkg.partial")
    try title.folder.write(
      "{\"formatVersion\":1,\"identity\":\"\(String(repeating: "A", count: 32))\"}\n",
      to: "films/e.movpkg.partial/journal")
    let media = try #require(try title.everything("films/d.movpkg").first { $0.hasSuffix("000001.ts") })
    try title.folder.write("cut", to: "films/d.movpkg/\(media)")
    #expect(try await title.run(["verify", "films/d.movpkg"]).code == 7)
    return title
  }

  private func paths(_ title: RightsTitle, _ words: [String]) async throws -> [String] {
    let run = try await title.run(["list", "--json", "films"] + words)
    return try run.lines().compactMap { $0["type"] == "bundle" ? $0["path"]?.text : nil }
  }

  @Test("each bundle is told with its state, sorted and chosen as asked")
  func table() async throws {
    let title = try await library()
    defer { title.origin.stop() }
    let run = try await title.run(["list", "films"])
    #expect(run.code == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 6 && lines[0].hasPrefix("PATH"))
    let words = [
      ["films/a.movpkg", "Zebra", "complete", "important"], ["films/c.movpkg", "Gone", "expired"],
      ["films/d.movpkg", "Hurt", "damaged"], ["films/e.movpkg.partial", "unfinished"],
      ["films/more/b.movpkg", "Ant", "2031-01-31T00:00:00Z"],
    ]
    for (line, words) in zip(lines.dropFirst(), words) {
      for word in words { #expect(line.contains(word), "\(line)") }
    }
    let all = [
      "films/a.movpkg", "films/c.movpkg", "films/d.movpkg", "films/e.movpkg.partial", "films/more/b.movpkg",
    ]
    #expect(try await paths(title, []) == all)
    #expect(try await paths(title, ["--reverse"]) == all.reversed())
    let byTitle = try await paths(title, ["--sort", "title", "--state", "complete"])
    #expect(byTitle == ["films/more/b.movpkg", "films/a.movpkg"])
    #expect(
      try await paths(title, ["--sort", "expires"]).prefix(2) == ["films/c.movpkg", "films/more/b.movpkg"])
    #expect(try await paths(title, ["--state", "damaged", "--state", "unfinished"]) == Array(all[2...3]))
    #expect(try await paths(title, ["--sort", "verified"]).first == "films/d.movpkg")
    #expect(try await title.run(["list", "films", "--state", "lost"]).code == 2)
    #expect(try await title.run(["list", "nowhere"]).code == 9)
    #expect(try await title.run(["list", "films/plain"]).code == 9)
    try title.folder.makeFolder("empty")
    let empty = try await title.run(["list", "empty"])
    #expect(empty.code == 0 && empty.output == "empty: no bundles\n")
  }

  @Test("a line has what show has, the path besides and no history; what cannot be read is code 7")
  func json() async throws {
    let title = try await library()
    defer { title.origin.stop() }
    let run = try await title.run(["list", "--json", "films"])
    let first = try #require(try run.lines().first)
    let shown = try #require(try await title.run(["show", "--json", "films/a.movpkg"]).lines().first)
    var expected = try #require(shown.members)
    expected["history"] = nil
    expected["path"] = "films/a.movpkg"
    #expect(first == .object(expected))
    try FileManager.default.removeItem(atPath: title.folder.path("films/a.movpkg/hlspack.json"))
    let damaged = try await title.run(["list", "--json", "films"])
    #expect(damaged.code == 7 && damaged.errors.contains("films/a.movpkg"), "\(damaged.errors)")
    #expect(try damaged.summary()["bundles"]?.items?.map { $0["path"]?.text } == ["films/a.movpkg"])
    #expect(try damaged.lines().count { $0["type"] == "bundle" } == 4)
  }

  @Test("keys that were invalidated, and keys whose time is over, are told")
  func keys() async throws {
    let title = try await RightsTitle("list")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films")
    try await title.pack(as: "films/a.movpkg")
    try await title.pack(["--key-expires", "2001-01-01T00:00:00Z"], as: "films/b.movpkg")
    try await title.pack(as: "c.movpkg")
    let late = try await title.run(
      ["build", "-o", "c.movpkg", "--key-expires", "30d", title.origin.url("/film/master.m3u8")])
    #expect(late.code == 2 && late.errors.contains("--renew-keys"), "\(late.errors)")
    #expect(try await title.run(["expire", "--invalidate-keys", "films/a.movpkg"]).code == 0)
    let run = try await title.run(["list", "films"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1].contains("keys invalidated") && lines[2].contains("complete, does not play"), "\(run.output)")
  }
}
