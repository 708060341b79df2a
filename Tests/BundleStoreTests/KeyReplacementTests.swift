import BundleStore
import Digest
import Files
import Testing

/// A key's file that gets another content, in one change of the bundle.
@Suite("Replacing keys")
struct KeyReplacementTests {
  private let place: Workplace
  private let film: String
  private static let blob = Array("another form of it".utf8)

  init() throws {
    place = try Workplace(inMemory: true)
    film = place.at("Film.movpkg")
    try Sample().build(at: film)
  }

  private func replace(_ door: @escaping (BundleTransaction.Step) -> Bool = { _ in true }) throws {
    let transaction = try BundleTransaction.begin(at: film, door: door)
    var manifest = transaction.bundle.manifest
    let path = try #require(manifest.keys[0].path)
    manifest.keys[0].expiresAt = Instant(seconds: 1_900_000_000)
    try transaction.replace(path, Self.blob, mode: 0o600)
    try transaction.commit(manifest, deletions: [])
  }

  @Test("the new key, its record and the sums change together, and its mode is the one asked for")
  func whole() throws {
    let old = try place.tree("Film.movpkg")
    try replace()
    let new = try place.tree("Film.movpkg")
    #expect(new["keys/key-0.m4s"] == Self.blob)
    #expect(
      Set(new.keys.filter { new[$0] != old[$0] }) == ["hlspack.json", "SHA256SUMS", "keys/key-0.m4s"])
    #expect(Set(new.keys) == Set(old.keys))
    let bundle = try OfflineBundle.open(film)
    #expect(bundle.manifest.keys[0].expiresAt == Instant(seconds: 1_900_000_000))
    #expect(bundle.manifest.files.first { $0.path.text == "keys/key-0.m4s" }?.sha256 == .of(Self.blob))
    let path = try #require(bundle.manifest.keys[0].path)
    #expect(try bundle.status(of: path)?.mode == 0o600)
    #expect(try bundle.read(.sums, limit: 1 << 20) == bundle.expectedSums())
  }

  @Test("a kill after any step leaves the old key with the old manifest, or the new one with the new")
  func kills() throws {
    var steps: [BundleTransaction.Step] = []
    try replace {
      steps.append($0)
      return true
    }
    let done = try place.tree("Film.movpkg")
    for count in steps.indices {
      try place.folder.removeTree("Film.movpkg")
      try Sample().build(at: film)
      let old = try place.tree("Film.movpkg")
      var passed = 0
      #expect(throws: BundleError.self) {
        try replace { _ in
          passed += 1
          return passed <= count
        }
      }
      let isNew = steps[...count].contains(.committed)
      let bundle = try OfflineBundle.open(film)
      let path = try #require(bundle.manifest.keys[0].path)
      #expect(try bundle.read(path, limit: 1 << 20) == (isNew ? Self.blob : Sample.bytes(path)))
      #expect((bundle.manifest.keys[0].expiresAt != nil) == isNew)
      _ = try BundleTransaction.begin(at: film)
      #expect(try place.tree("Film.movpkg") == (isNew ? done : old), "after \(steps[count])")
    }
  }

  @Test("media are never replaced")
  func media() throws {
    let transaction = try BundleTransaction.begin(at: film)
    let error = #expect(throws: BundleError.self) {
      try transaction.replace(.mediaPlaylist(of: Sample.video), [])
    }
    #expect(error?.kind == .exists)
  }
}
