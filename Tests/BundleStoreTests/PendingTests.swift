import BundleStore
import Digest
import Files
import Testing

/// A bundle in the middle of a change: the new manifest is in place, its renames are not done yet.
@Suite("A bundle with work pending")
struct PendingTests {
  let place: Workplace
  let film: String
  let settled: Manifest

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    let old = try Sample().build(at: film)
    let folder = try Folder.open(film)
    let index = Array("new index".utf8)
    var manifest = old
    manifest.title = "Film, extended"
    let record = FileRecord(
      path: .multivariantPlaylist, bytes: Int64(index.count), sha256: SHA256Digest.of(index))
    manifest.files = old.files.map { $0.path == .multivariantPlaylist ? record : $0 }
    settled = manifest
    let sums = try Sums.lines(of: folder.readWhole("SHA256SUMS", limit: 1 << 20)).map { line in
      switch line.path {
      case .manifest: Sums.Line(path: line.path, sha256: SHA256Digest.of(manifest.bytes))
      case .multivariantPlaylist: Sums.Line(path: line.path, sha256: record.sha256)
      default: line
      }
    }
    manifest.pending = PendingWork(
      renames: [.multivariantPlaylist, .sums], deletions: [.listing(of: Sample.video.next)])
    try folder.writeWhole("index.m3u8.new", index, durable: false)
    try folder.writeWhole("SHA256SUMS.new", Sums.text(of: sums), durable: false)
    try folder.writeWhole("hlspack.json", manifest.bytes, durable: false)
  }

  @Test("is read as if the work were done")
  func asDone() throws {
    let bundle = try OfflineBundle.open(film)
    #expect(bundle.manifest.title == "Film, extended")
    #expect(try bundle.location(of: .multivariantPlaylist) == "index.m3u8.new")
    #expect(try bundle.read(.multivariantPlaylist, limit: 100) == Array("new index".utf8))
    #expect(try bundle.location(of: .rootIndex) == "root.xml")
    #expect(try bundle.expectedSums() == bundle.read(.sums, limit: 1 << 20))
  }

  @Test("is read at each step of the work")
  func steps() throws {
    try place.folder.rename("Film.movpkg/index.m3u8.new", to: "Film.movpkg/index.m3u8")
    #expect(try OfflineBundle.open(film).read(.multivariantPlaylist, limit: 100) == Array("new index".utf8))
    try place.folder.rename("Film.movpkg/SHA256SUMS.new", to: "Film.movpkg/SHA256SUMS")
    #expect(try OfflineBundle.open(film).manifest.title == "Film, extended")
    try place.folder.writeWhole("Film.movpkg/hlspack.json", settled.bytes, durable: false)
    #expect(try OfflineBundle.open(film).manifest == settled)
  }

  @Test("shows damage like any other: every flipped bit of the manifest")
  func flips() throws {
    let bytes = try place.folder.readWhole("Film.movpkg/hlspack.json", limit: 1 << 20)
    let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: "\"pending\"".utf8) })
    for index in start..<(start + 330) {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      try place.folder.writeWhole("Film.movpkg/hlspack.json", flipped, durable: false)
      let error = #expect(throws: BundleError.self) { try OfflineBundle.open(film) }
      #expect(error?.kind == .damaged)
    }
  }
}
