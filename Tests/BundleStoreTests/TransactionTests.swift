import BundleStore
import Digest
import Files
import Testing

/// A bundle that is changed, and every place where the process may die meanwhile.
@Suite("Transactions on a bundle")
struct TransactionTests {
  /// What one test changes: the index, the sound goes with its stream and the key, a picture and a stream come.
  struct Change {
    let manifest: Manifest
    let deletions: [BundlePath]
    let picture: BundlePath
  }

  static let index = Array("#EXTM3U\n# without sound\n".utf8)
  static let picture = Array("another picture".utf8)

  let place: Workplace
  let film: String

  init() throws { try self.init(inMemory: false) }

  init(inMemory: Bool) throws {
    place = try Workplace(inMemory: inMemory)
    film = place.at("Film.movpkg")
    try Sample().build(at: film)
  }

  private func change(of bundle: OfflineBundle) throws -> Change {
    var manifest = bundle.manifest
    let gone = try #require(manifest.stream(Sample.audio))
    manifest.streams.removeAll { $0.folder == gone.folder }
    manifest.renditions = []
    manifest.keys = []
    var deletions = manifest.files.map(\.path).filter { path in
      if case .key = path.role { return true }
      return path.stream == gone.folder || path.role == .artwork
    }
    deletions += try bundle.listing(of: gone).files.map { .media($0.name, of: gone.folder) }
    let picture = try #require(BundlePath.artwork(fileExtension: "png"))
    manifest.artwork?.file = FileRecord(
      path: picture, bytes: Int64(Self.picture.count), sha256: SHA256Digest.of(Self.picture))
    manifest.history.append(HistoryEntry(action: "remove", at: Sample().createdAt, by: "test"))
    return Change(manifest: manifest, deletions: deletions, picture: picture)
  }

  /// Makes the change, as a process that dies where the door says.
  func run(_ door: @escaping (BundleTransaction.Step) -> Bool = { _ in true }) throws {
    let transaction = try BundleTransaction.begin(at: film, door: door)
    let change = try change(of: transaction.bundle)
    try transaction.put(change.picture, Self.picture)
    try transaction.replace(.multivariantPlaylist, Self.index)
    try transaction.commit(change.manifest, deletions: change.deletions)
  }

  /// Every file that the bundle says it has is there, with its digest, and SHA256SUMS agrees.
  func check() throws -> OfflineBundle {
    let bundle = try OfflineBundle.open(film)
    try bundle.forEachFile { (file) throws(BundleError) in
      guard file.path != .manifest else { return }
      let bytes = try bundle.read(file.path, limit: 1 << 20)
      #expect(SHA256Digest.of(bytes) == file.sha256, "\(file.path)")
    }
    #expect(try bundle.read(.sums, limit: 1 << 20) == bundle.expectedSums())
    return bundle
  }

  private func steps() throws -> [BundleTransaction.Step] {
    var steps: [BundleTransaction.Step] = []
    try run { step in
      steps.append(step)
      return true
    }
    return steps
  }

  @Test("one change: files come, others go, and all of it is true afterwards")
  func whole() throws {
    let old = try place.tree("Film.movpkg")
    let steps = try steps()
    let bundle = try check()
    #expect(bundle.manifest.pending.isEmpty)
    #expect(bundle.manifest.streams.map(\.folder) == [Sample.video])
    let new = try place.tree("Film.movpkg")
    #expect(new["index.m3u8"] == Self.index && new["artwork.png"] == Self.picture)
    let gone = Set(old.keys).subtracting(new.keys)
    #expect(gone.contains("artwork.jpg") && gone.contains("keys/key-0.m4s"))
    #expect(gone.filter { $0.hasPrefix(Sample.audio.text) }.count == 5)
    #expect(!gone.contains { $0.hasPrefix(Sample.video.text) })
    #expect(!(try place.folder.folder("Film.movpkg").entries().contains(Sample.audio.text)))
    #expect(!String(decoding: new["boot.xml"] ?? [], as: UTF8.self).contains(Sample.audio.text))
    // The new index before anything goes, the sums after what they speak of, the commit before all of it.
    let commit = try #require(steps.firstIndex(of: .committed))
    #expect(steps[commit + 1] == .renamed(.multivariantPlaylist))
    #expect(steps.last == .settled)
    let sums = try #require(steps.firstIndex(of: .renamed(.sums)))
    #expect(steps[..<sums].allSatisfy { if case .deleted = $0 { false } else { true } })
  }

  @Test("a kill after any step: old before the commit, new after it, and the next writer leaves nothing over")
  func kills() throws {
    let steps = try steps()
    let done = try place.tree("Film.movpkg")
    #expect(steps.count > 15)
    for count in steps.indices {
      try place.folder.removeTree("Film.movpkg")
      try Sample().build(at: film)
      let old = try place.tree("Film.movpkg")
      var passed = 0
      #expect(throws: BundleError.self) {
        try run { _ in
          passed += 1
          return passed <= count
        }
      }
      let isNew = steps[...count].contains(.committed)
      let bundle = try check()
      #expect(bundle.manifest.streams.count == (isNew ? 1 : 2), "after \(steps[count])")
      // A writer that only finishes what was left.
      _ = try BundleTransaction.begin(at: film)
      #expect(try place.tree("Film.movpkg") == (isNew ? done : old), "after \(steps[count])")
      #expect(try check().manifest.pending.isEmpty)
      if !isNew {
        try run()
        #expect(try place.tree("Film.movpkg") == done)
      }
    }
  }

  @Test("a kill while the next writer finishes is finished by the one after it")
  func killsWhileFinishing() throws {
    let steps = try steps()
    let done = try place.tree("Film.movpkg")
    let commit = try #require(steps.firstIndex(of: .committed))
    for count in 1..<(steps.count - commit) {
      try place.folder.removeTree("Film.movpkg")
      try Sample().build(at: film)
      #expect(throws: BundleError.self) { try run { $0 != .committed } }
      var passed = 0
      #expect(throws: BundleError.self) {
        try BundleTransaction.begin(at: film) { _ in
          passed += 1
          return passed < count
        }
      }
      _ = try check()
      #expect(try BundleTransaction.begin(at: film).hasFinishedWork == (passed < steps.count - commit - 1))
      #expect(try place.tree("Film.movpkg") == done)
    }
  }

  @Test("what was put and is not committed goes when it is given up")
  func abandoned() throws {
    let old = try place.tree("Film.movpkg")
    let transaction = try BundleTransaction.begin(at: film)
    try transaction.put(.mediaPlaylist(of: Sample.video.next), [1, 2, 3])
    try transaction.replace(.multivariantPlaylist, Self.index)
    #expect(try check().manifest.pending.deletions == [.mediaPlaylist(of: Sample.video.next)])
    try transaction.abandon()
    #expect(try place.tree("Film.movpkg") == old)
    #expect(!(try place.folder.folder("Film.movpkg").entries().contains(Sample.video.next.text)))
  }

  @Test("a new name is new: what stands there is never overwritten")
  func taken() throws {
    let transaction = try BundleTransaction.begin(at: film)
    let there = try #require(BundlePath.key(0))
    let error = #expect(throws: BundleError.self) { try transaction.put(there, [1]) }
    #expect(error?.kind == .exists)
    try place.folder.writeWhole("Film.movpkg/artwork.png", [1], durable: false)
    let picture = try #require(BundlePath.artwork(fileExtension: "png"))
    #expect(throws: BundleError.self) { try transaction.put(picture, [1]) }
    #expect(try place.folder.readWhole("Film.movpkg/artwork.png", limit: 9) == [1])
  }

  @Test("a commit that manifest and listings forbid changes nothing")
  func refused() throws {
    let old = try place.tree("Film.movpkg")
    let transaction = try BundleTransaction.begin(at: film)
    var change = try change(of: transaction.bundle).manifest
    change.variants[0].stream = Sample.audio
    try transaction.replace(.multivariantPlaylist, Self.index)
    #expect(throws: BundleError.self) { try transaction.commit(change, deletions: []) }
    #expect(try place.tree("Film.movpkg") == old)
  }

  @Test("one writer at a time, and readers as they like")
  func locked() throws {
    let first = try BundleTransaction.begin(at: film)
    let error = #expect(throws: BundleError.self) { try BundleTransaction.begin(at: film) }
    #expect(error?.kind == .inUse)
    _ = try OfflineBundle.open(film)
    withExtendedLifetime(first) {}
  }

  @Test("what is no bundle, or a damaged one, is not begun with")
  func notBundles() throws {
    #expect(throws: BundleError.self) { try BundleTransaction.begin(at: place.at("nothing")) }
    try place.folder.makeFolder("empty")
    let empty = #expect(throws: BundleError.self) { try BundleTransaction.begin(at: place.at("empty")) }
    #expect(empty?.kind == .notABundle)
    try place.folder.remove("Film.movpkg/hlspack.json")
    let damaged = #expect(throws: BundleError.self) { try BundleTransaction.begin(at: film) }
    #expect(damaged?.kind == .damaged)
  }
}
