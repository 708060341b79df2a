import BundleStore
import Digest
import JSON
import Testing

@Suite("The manifest")
struct ManifestTests {
  /// As a commit writes it.
  private func committed() throws -> Manifest {
    let place = try Workplace()
    return try Sample().build(at: place.at("Film.movpkg"))
  }

  @Test("is written and read back equal")
  func roundTrip() throws {
    let manifest = try committed()
    let value = try JSONReader.parse(manifest.bytes)
    let read = try Manifest(value)
    #expect(read == manifest)
    #expect(read.bytes == manifest.bytes)
    #expect(manifest.bytes.last == 0x0A)
    let text = String(decoding: manifest.bytes, as: UTF8.self)
    #expect(text.contains("\n  \"createdAt\": \"2027-01-15T08:00:00Z\","))
    #expect(text.contains("\"studio\": \"Größe\""))
  }

  @Test("names its members as the format says")
  func members() throws {
    let json = try committed().json
    #expect(
      try #require(json.members).keys.sorted() == [
        "artwork", "createdAt", "createdBy", "durationSeconds", "files", "formatVersion", "gaps", "history",
        "identity", "keys", "metadata", "missing", "policy", "renditions", "selection", "source", "streams",
        "title",
        "variants",
      ])
    let variant = try #require(json["variants"]?.items?.first)
    #expect(variant["groups"] == ["audio": "aac", "subtitles": "subs"])
    #expect(variant["resolution"] == ["height": 720, "width": 1280])
    #expect(variant["stream"]?.text == Sample.video.text)
    #expect(variant["layout"] == nil)
    let muxed = try #require(json["renditions"]?.items?.last)
    #expect(muxed["uri"] == .null)
    #expect(muxed["stream"] == .null)
  }

  @Test("with unknown members is read: a later version may add some")
  func unknownMembers() throws {
    let manifest = try committed()
    var members = try #require(manifest.json.members)
    members["novelty"] = ["a": [1, 2, 3]]
    #expect(try Manifest(.object(members)) == manifest)
  }

  /// One change to a good manifest: the way to a member and what is put there; nil takes it away.
  struct Change: Sendable, CustomTestStringConvertible {
    let way: [String]
    let value: JSONValue?

    init(_ way: String, _ value: JSONValue?) {
      self.way = way.split(separator: ".").map(String.init)
      self.value = value
    }

    var testDescription: String { way.joined(separator: ".") }
  }

  static let changes = [
    Change("title", nil), Change("title", 7), Change("title", .string(String(repeating: "x", count: 70_000))),
    Change("title", "a\0b"), Change("identity", "../../../etc"), Change("createdAt", "yesterday"),
    Change("durationSeconds", -1), Change("durationSeconds", "long"), Change("gaps", 1.5), Change("gaps", -1),
    Change("gaps", .integer(.max)), Change("files", nil), Change("files", [:]), Change("files", [[]]),
    Change("files.0.path", "../escape"), Change("files.0.path", "/etc/passwd"),
    Change("files.0.path", "hlspack.json"), Change("files.0.path", "SHA256SUMS"),
    Change("files.0.path", "\(Sample.video.text)/000000.m4s"), Change("files.0.path", "state.json"),
    Change("files.0.path", "5-0-LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7/playlist.m3u8"),
    Change("files.0.path", "root.xml"), Change("files.0.bytes", -1), Change("files.0.bytes", .integer(.max)),
    Change("files.0.sha256", "abc"), Change("streams.0.folder", "../../tmp"),
    Change("streams.0.folder", .string(Sample.audio.text)), Change("streams.0.kind", "audio"),
    Change("streams.0.identity", .string(Sample.audio.hash.text)), Change("streams.0.bandwidth", 1),
    Change("streams.0.sha256", .string(String(repeating: "0", count: 64))), Change("streams.0.sha256", nil),
    Change("streams.0.container", "exe"), Change("streams.0.tracks", "many"), Change("streams", []),
    Change("streams.0.tracks.0.kind", "smell"), Change("streams.0.bytes", 1e300),
    Change("variants.0.stream", .string(Sample.video.next.text)), Change("variants.0.role", "leading"),
    Change("variants.0.codecs", [1]), Change("renditions.0.kind", "AUDIO"),
    Change("renditions.0.stream", "x/../y"),
    Change("renditions.0.default", "yes"), Change("keys.0.path", "keys/../../key"),
    Change("keys.0.path", "index.m3u8"), Change("keys.0.path", "keys/key-7.m4s"),
    Change("keys.0.state", "lost"),
    Change("artwork.path", "/tmp/artwork.jpg"), Change("artwork.path", "index.m3u8"),
    Change("artwork.bytes", 1),
    Change("policy.priority", "urgent"), Change("policy.expiresAt", 5), Change("metadata", ["a": 1]),
    Change("source.url", nil), Change("selection.video", "best"), Change("missing.0.stream", ".."),
    Change("pending", ["deletions": ["../x"]]), Change("pending", ["deletions": ["hlspack.json"]]),
    Change("pending", ["renames": [["/etc/passwd", "index.m3u8"]]]),
    Change("pending", ["renames": [["index.m3u8.new", "root.xml"]]]),
    Change("pending", ["renames": [["x.new", "x"]]]), Change("pending", ["renames": [["index.m3u8.new"]]]),
  ]

  @Test(
    "with a wrong or hostile value is refused as damaged, and the message names the member",
    arguments: changes)
  func hostile(_ change: Change) throws {
    let manifest = try committed()
    let hostile = try replaced(in: manifest.json, change.way[...], change.value)
    let error = #expect(throws: BundleError.self) { try Manifest(hostile, place: "Film.movpkg") }
    #expect(error?.kind == .damaged)
    #expect(error?.file == "hlspack.json")
    #expect(error?.description.hasPrefix("reading Film.movpkg/hlspack.json: ") == true)
    #expect(error?.reason.isEmpty == false)
  }

  @Test("with more entries than any title has is refused")
  func hugeCounts() throws {
    let manifest = try committed()
    let variants = try #require(manifest.json["variants"]?.items)
    let many = JSONValue.array(Array(repeating: variants[0], count: 20_001))
    let hostile = try replaced(in: manifest.json, ["variants"], many)
    let error = #expect(throws: BundleError.self) { try Manifest(hostile) }
    #expect(error?.reason == "variants has 20001 entries, more than 20000")
  }

  @Test("that is no object is refused", arguments: [JSONValue.null, 1, [], "hlspack"])
  func noObject(_ value: JSONValue) {
    #expect(throws: BundleError.self) { try Manifest(value) }
  }

  private func replaced(
    in value: JSONValue, _ way: ArraySlice<String>, _ new: JSONValue?
  ) throws -> JSONValue {
    let step = try #require(way.first)
    let rest = way.dropFirst()
    if var items = value.items {
      let index = try #require(Int(step))
      items[index] = rest.isEmpty ? new ?? .null : try replaced(in: items[index], rest, new)
      return .array(items)
    }
    var members = try #require(value.members)
    members[step] = rest.isEmpty ? new : try replaced(in: #require(members[step]), rest, new)
    return .object(members)
  }
}
