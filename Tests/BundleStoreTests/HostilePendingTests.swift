import BundleStore
import Digest
import Files
import Glibc
import JSON
import Testing

/// A manifest that comes from anybody and says what is to be done.
@Suite("Hostile work pending")
struct HostilePendingTests {
  let place: Workplace
  let film: String

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    try Sample().build(at: film)
    try place.folder.writeWhole("victim", [7], durable: false)
  }

  /// Writes the manifest with any `pending`, with all digests right.
  private func plant(renames: [[String]], deletions: [String]) throws {
    let folder = try place.folder.folder("Film.movpkg")
    let value = try JSONReader.parse(try folder.readWhole("hlspack.json", limit: 1 << 20))
    var members = try #require(value.members)
    var work: [String: JSONValue] = [
      "deletions": .array(deletions.map { .string($0) }),
      "renames": .array(renames.map { .array($0.map { .string($0) }) }),
    ]
    members["pending"] = .object(work)
    work["sha256"] = .string(SHA256Digest.of(bytes(.object(members))).hex)
    members["pending"] = .object(work)
    try folder.writeWhole("hlspack.json", bytes(.object(members)), durable: false)
  }

  private func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value, indent: 2)
    writer.newline()
    return writer.bytes
  }

  private func refused(_ comment: String) throws {
    let old = try place.tree("Film.movpkg")
    let error = #expect(throws: BundleError.self, "\(comment)") { try BundleTransaction.begin(at: film) }
    #expect(error?.kind == .damaged, "\(comment): \(error.map { "\($0)" } ?? "")")
    #expect(try place.tree("Film.movpkg") == old, "\(comment)")
    #expect(try place.folder.readWhole("victim", limit: 9) == [7])
  }

  @Test(
    "a path outside of the grammar, or of what is needed, is refused before anything is done",
    arguments: [
      "../victim", "/etc/passwd", "keys/../../victim", "./index.m3u8", "victim", "hlspack.json", "SHA256SUMS",
      "index.m3u8", "state.json", "keys/key-0.m4s", "artwork.jpg", "\(Sample.video)/000000.m4s",
      "\(Sample.video)/playlist.m3u8", "\(Sample.video)", "keys/key-1.M4S", "index.m3u8\u{0}", "",
    ])
  func deletions(_ path: String) throws {
    // A deletion that could be done stands before it.
    try place.folder.writeWhole("Film.movpkg/artwork.png", [1], durable: false)
    try plant(renames: [], deletions: ["artwork.png", path])
    try refused(path)
  }

  @Test("a rename that is none of ours is refused before anything is done")
  func renames() throws {
    let key = "keys/key-0.m4s"
    for pair in [
      ["../victim.new", "../victim"], ["index.m3u8", "../victim"], ["victim", "index.m3u8"],
      ["hlspack.json.new", "hlspack.json"], ["\(key).new", "\(key).new"], ["index.m3u8.new"],
      ["\(Sample.video)/000000.m4s.new", "\(Sample.video)/000000.m4s"], ["artwork.png.new", "artwork.png"],
      ["root.xml.new", "root.xml"], ["state.json.new", "state.json"],
    ] {
      let other = try HostilePendingTests()
      try other.place.folder.writeWhole("Film.movpkg/root.xml.new", [1], durable: false)
      try other.place.folder.writeWhole(
        "Film.movpkg/\(Sample.video)/000000.m4s.new", [1], durable: false)
      try other.plant(renames: [pair], deletions: ["artwork.png"])
      try other.refused("\(pair)")
    }
  }

  @Test("links are not followed, neither as files nor as folders")
  func links() throws {
    let gone = Sample.video.next
    #expect(symlink(place.path, place.at("Film.movpkg/\(gone)")) == 0)
    try plant(renames: [], deletions: ["\(gone)/playlist.m3u8"])
    try refused("a folder that is a link")
    let other = try HostilePendingTests()
    #expect(symlink(other.place.at("victim"), other.place.at("Film.movpkg/artwork.png")) == 0)
    try other.plant(renames: [], deletions: ["artwork.png"])
    try other.refused("a file that is a link")
    let third = try HostilePendingTests()
    #expect(symlink(third.place.at("victim"), third.place.at("Film.movpkg/index.m3u8.new")) == 0)
    try third.plant(renames: [["index.m3u8.new", "index.m3u8"]], deletions: [])
    try third.refused("a new file that is a link")
  }

  @Test("the same file twice is refused")
  func twice() throws {
    try place.folder.writeWhole("Film.movpkg/artwork.png", [1], durable: false)
    try plant(renames: [], deletions: ["artwork.png", "artwork.png"])
    try refused("twice")
  }
}
