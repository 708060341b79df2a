import BundleStore
import Files
import Glibc
import Testing

/// Bundles where a file system has no locks on folders.
@Suite("Bundles locked by a file")
struct LockFileTests {
  let place: Workplace
  let film: String
  private let watch: DiskWatch

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
    watch = DiskWatch(beneath: place.path) { deed, _ in deed == .lockFolder ? ENOLCK : nil }
  }

  private func begin() throws -> BundleStaging {
    try BundleStaging.begin(at: film, identity: Sample.identity, bootID: "boot")
  }

  @Test("a build keeps others out and leaves no lock behind, although it is not let go of yet")
  func build() throws {
    let plain = try Workplace()
    try Sample().build(at: plain.at("Film.movpkg"))
    let staging = try begin()
    let error = #expect(throws: BundleError.self) { try begin() }
    #expect(error?.kind == .inUse)
    #expect(try staging.folder.entries().contains(FolderLock.fileName))
    try Sample().fill(staging)
    _ = try staging.commit(Sample().manifest, listings: Sample().listings)
    #expect(try place.tree("Film.movpkg") == plain.tree("Film.movpkg"))
    withExtendedLifetime(staging) {}
  }

  @Test("what a killed builder left is gone on with, its lock file too")
  func killed() throws {
    do {
      let staging = try begin()
      try Sample().fill(Sample().listings[0], into: staging)
    }
    try place.folder.writeWhole("Film.movpkg.partial/\(FolderLock.fileName)", [], durable: false)
    do {
      let staging = try begin()
      #expect(try staging.resume { _ in true }.count == 6)
    }
    try place.folder.removeTree("Film.movpkg.partial")
    // Killed before it had a journal.
    _ = try place.folder.makeFolder("Film.movpkg.partial")
    try place.folder.writeWhole("Film.movpkg.partial/\(FolderLock.fileName)", [], durable: false)
    let staging = try begin()
    staging.discardEmpty()
    #expect(try place.folder.entries().isEmpty)
  }

  @Test("a bundle that takes another's place is alone afterwards, with no lock in it")
  func replacing() throws {
    try Sample().build(at: film)
    let staging = try BundleStaging.begin(at: film, identity: Sample.identity, bootID: "boot", replaces: true)
    try Sample().fill(staging)
    _ = try staging.commit(Sample(title: "New").manifest, listings: Sample().listings)
    #expect(try place.folder.entries() == ["Film.movpkg"])
    #expect(!(try place.folder.folder("Film.movpkg").entries().contains(FolderLock.fileName)))
    #expect(try OfflineBundle.open(film).manifest.title == "New")
    withExtendedLifetime(staging) {}
  }

  @Test("a lock file that cannot be made, or a file system without any lock, is the disk's fault")
  func unlockable() throws {
    try Sample().build(at: film)
    let before = try place.tree("Film.movpkg")
    for (refused, code) in [(DiskDeed.create, ENOSPC), (.create, EROFS), (.lockFile, ENOLCK)] {
      let watch = DiskWatch(beneath: place.path) { deed, path in
        deed == refused && (deed == .lockFile || path.hasSuffix(FolderLock.fileName)) ? code : nil
      }
      for attempt in [{ _ = try begin() }, { _ = try BundleTransaction.begin(at: film) }] {
        let error = #expect(throws: BundleError.self) { try attempt() }
        #expect(error?.kind == .disk && error?.system?.code == code)
      }
      withExtendedLifetime(watch) {}
    }
    #expect(try place.tree("Film.movpkg") == before)
  }

  @Test("a change keeps others out, and what it leaves is what it leaves under any lock")
  func change() throws {
    let scene = try TransactionTests()
    try scene.run()
    try Sample().build(at: film)
    do {
      let transaction = try BundleTransaction.begin(at: film)
      let error = #expect(throws: BundleError.self) { try BundleTransaction.begin(at: film) }
      #expect(error?.kind == .inUse)
      withExtendedLifetime(transaction) {}
    }
    #expect(!(try place.folder.folder("Film.movpkg").entries().contains(FolderLock.fileName)))
    try place.folder.writeWhole("Film.movpkg/\(FolderLock.fileName)", [], durable: false)
    _ = try BundleTransaction.begin(at: film)
    #expect(!(try place.folder.folder("Film.movpkg").entries().contains(FolderLock.fileName)))
  }
}
