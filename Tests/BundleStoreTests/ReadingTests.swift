import BundleStore
import Digest
import Files
import Glibc
import JSON
import Testing

@Suite("Reading a bundle")
struct ReadingTests {
  let place: Workplace
  let film: String

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    try Sample().build(at: film)
  }

  private func open() throws -> OfflineBundle { try OfflineBundle.open(film) }

  private func failure(_ kind: BundleError.Kind, file: String? = nil) -> BundleError? {
    let error = #expect(throws: BundleError.self) { try open() }
    #expect(error?.kind == kind)
    if let file { #expect(error?.file == file) }
    return error
  }

  @Test("needs no lock, and a path with a slash at its end will do")
  func withoutLock() throws {
    let bundle = try OfflineBundle.open(film + "/")
    #expect(bundle.path == film)
    #expect(bundle.manifest.title == "Film")
  }

  @Test("goes over every file but SHA256SUMS")
  func files() throws {
    let bundle = try open()
    var files: [FileRecord] = []
    try bundle.forEachFile { (file) throws(BundleError) in files.append(file) }
    #expect(Set(files.map(\.path.text) + ["SHA256SUMS"]) == Set(try place.tree("Film.movpkg").keys))
    for file in files {
      let content = try bundle.read(file.path, limit: 1 << 20)
      #expect(Int64(content.count) == file.bytes)
      #expect(SHA256Digest.of(content) == file.sha256)
    }
  }

  @Test("any flipped bit of the manifest or of its line in SHA256SUMS is damage, and the right file is named")
  func flips() throws {
    let manifest = try place.folder.readWhole("Film.movpkg/hlspack.json", limit: 1 << 20)
    for index in stride(from: 0, to: manifest.count, by: 7) {
      var flipped = manifest
      flipped[index] ^= 1 << UInt8(index % 8)
      try place.folder.writeWhole("Film.movpkg/hlspack.json", flipped, durable: false)
      _ = failure(.damaged, file: "hlspack.json")
    }
    try place.folder.writeWhole("Film.movpkg/hlspack.json", manifest, durable: false)
    let sums = try place.folder.readWhole("Film.movpkg/SHA256SUMS", limit: 1 << 20)
    let digest = Array(SHA256Digest.of(manifest).hex.utf8)
    let start = try #require((0..<sums.count).first { sums[$0...].starts(with: digest) })
    for index in start..<(start + 64 + "  hlspack.json".utf8.count) {
      var flipped = sums
      flipped[index] ^= 1 << UInt8(index % 8)
      try place.folder.writeWhole("Film.movpkg/SHA256SUMS", flipped, durable: false)
      _ = failure(.damaged, file: "SHA256SUMS")
    }
  }

  @Test(
    "a cut or missing manifest or SHA256SUMS is damage, and is named",
    arguments: ["hlspack.json", "SHA256SUMS"])
  func cut(_ name: String) throws {
    let path = "Film.movpkg/\(name)"
    let bytes = try place.folder.readWhole(path, limit: 1 << 20)
    for length in [0, 1, 100, 500, bytes.count - 1] where name == "hlspack.json" || length < 500 {
      try place.folder.writeWhole(path, Array(bytes.prefix(length)), durable: false)
      _ = failure(.damaged, file: name)
    }
    try place.folder.remove(path)
    _ = failure(.damaged, file: name)
  }

  /// Changes the manifest and SHA256SUMS with it, as another program would.
  private func rewrite(_ change: (inout [String: JSONValue]) throws -> Void) throws {
    let path = "Film.movpkg/hlspack.json"
    let old = try place.folder.readWhole(path, limit: 1 << 20)
    var members = try #require(JSONReader.parse(old).members)
    try change(&members)
    var writer = JSONWriter()
    writer.write(.object(members), indent: 2)
    writer.newline()
    try place.folder.writeWhole(path, writer.bytes, durable: false)
    let sums = try Sums.lines(of: place.folder.readWhole("Film.movpkg/SHA256SUMS", limit: 1 << 20)).map {
      line in
      line.path == .manifest ? Sums.Line(path: .manifest, sha256: SHA256Digest.of(writer.bytes)) : line
    }
    try place.folder.writeWhole("Film.movpkg/SHA256SUMS", Sums.text(of: sums), durable: false)
  }

  @Test("a newer version is too new only when SHA256SUMS agrees; a changed digit is damage")
  func versions() throws {
    try rewrite { $0["formatVersion"] = 2 }
    #expect(failure(.tooNew)?.hint != nil)
    let path = "Film.movpkg/hlspack.json"
    let text = String(decoding: try place.folder.readWhole(path, limit: 1 << 20), as: UTF8.self)
    let changed = text.replacing("\"formatVersion\": 2", with: "\"formatVersion\": 3")
    try place.folder.writeWhole(path, Array(changed.utf8), durable: false)
    _ = failure(.damaged, file: "hlspack.json")
  }

  @Test("a version that is none is damage", arguments: [JSONValue.null, 0, "1", -1])
  func badVersion(_ version: JSONValue) throws {
    try rewrite { $0["formatVersion"] = version }
    _ = failure(.damaged, file: "hlspack.json")
  }

  @Test("a hostile manifest with right sums is damage")
  func hostile() throws {
    try rewrite { members in
      var files = try #require(members["files"]?.items)
      files[0] = [
        "bytes": 1, "path": "../../etc/passwd", "sha256": .string(String(repeating: "0", count: 64)),
      ]
      members["files"] = .array(files)
    }
    #expect(failure(.damaged, file: "hlspack.json")?.reason.contains("'../../etc/passwd'") == true)
  }

  @Test(
    "a link in place of a file is damage, and is not followed", arguments: ["hlspack.json", "SHA256SUMS"])
  func links(_ name: String) throws {
    try place.folder.rename("Film.movpkg/\(name)", to: "aside")
    #expect(symlink("../aside", place.at("Film.movpkg/\(name)")) == 0)
    _ = failure(.damaged, file: name)
  }

  @Test("a link in place of a stream's folder is damage, and is not followed")
  func folderLink() throws {
    let bundle = try open()
    try place.folder.rename("Film.movpkg/\(Sample.audio.text)", to: "aside")
    #expect(symlink("../aside", place.at("Film.movpkg/\(Sample.audio.text)")) == 0)
    let error = #expect(throws: BundleError.self) { try bundle.listing(of: bundle.manifest.streams[1]) }
    #expect(error?.kind == .damaged)
    #expect(error?.file == "\(Sample.audio.text)/stream.json")
  }

  @Test("a listing with another digest or other sums than the manifest says is damage, and is named")
  func listingDigest() throws {
    let bundle = try open()
    let path = "\(Sample.video.text)/stream.json"
    let text = String(decoding: try bundle.folder.readWhole(path, limit: 1 << 20), as: UTF8.self)
    try bundle.folder.writeWhole(path, Array(text.replacing("x=1", with: "x=2").utf8), durable: false)
    let changed = #expect(throws: BundleError.self) { try bundle.listing(of: bundle.manifest.streams[0]) }
    #expect(changed?.file == path)
    try bundle.folder.writeWhole(path, Array(text.utf8), durable: false)
    var stream = bundle.manifest.streams[0]
    stream.totals.gaps = 0
    let sums = #expect(throws: BundleError.self) { try bundle.listing(of: stream) }
    #expect(sums?.reason == "does not have the sums that the manifest says")
  }

  @Test("our files without a manifest are damage; anything else is no bundle")
  func withoutManifest() throws {
    try place.folder.remove("Film.movpkg/hlspack.json")
    try place.folder.remove("Film.movpkg/SHA256SUMS")
    _ = failure(.damaged, file: "hlspack.json")
    try place.folder.remove("Film.movpkg/index.m3u8")
    _ = failure(.damaged, file: "hlspack.json")
    for stream in [Sample.video, Sample.audio] {
      try place.folder.remove("Film.movpkg/\(stream.text)/stream.json")
    }
    #expect(failure(.notABundle)?.reason.contains("Apple") == true)
    try place.folder.remove("Film.movpkg/boot.xml")
    _ = failure(.notABundle)
  }

  @Test("what is not there or is no folder is no bundle")
  func nothing() throws {
    #expect(throws: BundleError.self) { try OfflineBundle.open(place.at("Nothing.movpkg")) }
    try place.folder.writeWhole("File.movpkg", [1], durable: false)
    let error = #expect(throws: BundleError.self) { try OfflineBundle.open(place.at("File.movpkg")) }
    #expect(error?.kind == .notABundle)
  }

  @Test("the place for a bundle is told apart: free, ours, damaged, something else")
  func existing() throws {
    guard case .ours(let bundle) = try BundleStaging.existing(at: film) else { throw Unexpected() }
    #expect(bundle.manifest.identity == Sample.identity)
    guard case .none = try BundleStaging.existing(at: place.at("Free.movpkg")) else { throw Unexpected() }
    guard case .none = try BundleStaging.existing(at: place.at("no/Free.movpkg")) else { throw Unexpected() }
    _ = try place.folder.makeFolder("Other")
    guard case .foreign(let other) = try BundleStaging.existing(at: place.at("Other")) else {
      throw Unexpected()
    }
    #expect(other.kind == .exists)
    try place.folder.writeWhole("File.movpkg", [1], durable: false)
    guard case .foreign = try BundleStaging.existing(at: place.at("File.movpkg")) else { throw Unexpected() }
    try place.folder.remove("Film.movpkg/SHA256SUMS")
    guard case .unreadable(let error) = try BundleStaging.existing(at: film) else { throw Unexpected() }
    #expect(error.kind == .damaged)
  }

  struct Unexpected: Error {}
}
