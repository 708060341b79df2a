import BundleStore
import Digest
import Files
import Glibc
import Synchronization
import Testing

/// Every deed of a build or a change at which the disk may refuse, one after the other.
@Suite("A disk that refuses")
struct DiskFaultTests {
  /// The first refusal comes at a deed of that number; then the disk goes on as the fault says.
  enum Fault: CaseIterable, Sendable {
    /// Nothing can be added any more; deleting works.
    case full
    /// One deed too many, then there is room again.
    case quota
    case broken
    /// Every deed fails from then on.
    case dead

    var code: Int32 {
      switch self {
      case .full: ENOSPC
      case .quota: EDQUOT
      case .broken, .dead: EIO
      }
    }

    /// What goes on after the first refusal differs little from one deed to the next.
    var stride: Int { self == .dead ? 5 : 1 }

    func refuses(_ deed: DiskDeed, _ number: Int, first: Int) -> Bool {
      switch self {
      case .full: number >= first && ![.delete, .truncate, .close, .setMode].contains(deed)
      case .quota, .broken: number == first
      case .dead: number >= first
      }
    }
  }

  /// Counts what changes the disk beneath a path, and refuses it from a certain number on.
  final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    let deeds = Mutex<[String]>([])

    func watch(_ path: String, _ fault: Fault? = nil, first: Int = .max) -> DiskWatch {
      DiskWatch(beneath: path) { deed, name in
        guard deed.changes else { return nil }
        let number = self.count.add(1, ordering: .sequentiallyConsistent).oldValue
        self.deeds.withLock { $0.append("\(deed) \(name.dropFirst(path.utf8.count + 1))") }
        guard let fault, fault.refuses(deed, number, first: first) else { return nil }
        return fault.code
      }
    }

    var total: Int { count.load(ordering: .sequentiallyConsistent) }
  }

  let place: Workplace
  let film: String
  let sample = Sample()

  init() throws {
    place = try Workplace(inMemory: true)
    film = place.at("Film.movpkg")
  }

  /// A build as the program makes one: media only where no earlier run left them.
  private func build(bootID: String? = "boot") throws {
    let staging = try BundleStaging.begin(at: film, identity: Sample.identity, bootID: bootID)
    let kept = Set(try staging.resume { _ in true }.map { "\($0.stream)/\($0.file.name)" })
    for listing in try sample.listings {
      let folder = try staging.streamFolder(listing.folder)
      for media in listing.files where !kept.contains("\(listing.folder)/\(media.name)") {
        let file = try folder.createFile(media.name.text, exclusive: false)
        try file.write(Sample.bytes(.media(media.name, of: listing.folder)))
        try file.close()
        try staging.record([JournalEntry(stream: listing.folder, file: media, identity: nil)])
      }
    }
    try sample.putOthers(staging)
    _ = try staging.commit(sample.manifest, listings: sample.listings)
  }

  @Test(
    "a build refused at any deed ends as the disk's fault, and the next run ends in the same bytes",
    arguments: Fault.allCases)
  func builds(_ fault: Fault) async throws {
    let counter = Counter()
    var watch: DiskWatch? = counter.watch(place.path)
    try build()
    watch = nil
    let expected = try place.tree("Film.movpkg")
    #expect(counter.total > 80)
    for first in stride(from: 0, to: counter.total, by: fault.stride) {
      await Task.yield()  // other tests want the thread too
      try place.folder.removeTree("Film.movpkg")
      let again = Counter()
      watch = again.watch(place.path, fault, first: first)
      let deed = counter.deeds.withLock { $0[first] }
      let error = #expect(throws: (any Error).self, "\(deed)") { try build() }
      if let error = error as? BundleError {
        #expect(error.kind == .disk && error.system?.code == fault.code, "\(deed): \(error)")
      } else {
        #expect((error as? SystemError)?.code == fault.code, "\(deed)")
      }
      watch = nil
      if try place.folder.status("Film.movpkg") == nil { try build() }
      #expect(try place.tree("Film.movpkg") == expected, "\(deed)")
      #expect(try place.folder.entries() == ["Film.movpkg"], "\(deed)")
    }
    withExtendedLifetime(watch) {}
  }

  @Test(
    "a change refused at any deed leaves the old bundle or the new one, and the next writer ends it",
    arguments: Fault.allCases)
  func changes(_ fault: Fault) async throws {
    let scene = try TransactionTests(inMemory: true)
    let old = try scene.place.tree("Film.movpkg")
    let counter = Counter()
    var watch: DiskWatch? = counter.watch(scene.place.path)
    try scene.run()
    watch = nil
    let done = try scene.place.tree("Film.movpkg")
    #expect(counter.total > 50)
    for first in stride(from: 0, to: counter.total, by: fault.stride) {
      await Task.yield()  // other tests want the thread too
      try scene.place.restore("Film.movpkg", old)
      let deed = counter.deeds.withLock { $0[first] }
      watch = Counter().watch(scene.place.path, fault, first: first)
      let error = #expect(throws: BundleError.self, "\(deed)") { try scene.run() }
      watch = nil
      #expect(
        error?.kind == .disk && error?.system?.code == fault.code, "\(deed): \(error.map { "\($0)" } ?? "")")
      let isNew = try scene.check().manifest.streams.count == 1
      _ = try BundleTransaction.begin(at: scene.film)
      #expect(try scene.place.tree("Film.movpkg") == (isNew ? done : old), "\(deed)")
      #expect(try scene.check().manifest.pending.isEmpty)
      if !isNew { try scene.run() }
      #expect(try scene.place.tree("Film.movpkg") == done, "\(deed)")
    }
    withExtendedLifetime(watch) {}
  }

  @Test(
    "media and folders are on the disk before the name, the folder that has the name after it; no file is synced alone"
  )
  func order() throws {
    let counter = Counter()
    let watch = counter.watch(place.path)
    try build()
    withExtendedLifetime(watch) {}
    let deeds = counter.deeds.withLock { $0 }
    let synced = try #require(deeds.firstIndex(of: "syncFileSystem Film.movpkg.partial"))
    #expect(
      Array(deeds[(synced + 1)...]) == [
        "delete Film.movpkg.partial/journal", "sync Film.movpkg.partial", "rename Film.movpkg", "sync ",
      ])
    #expect(!deeds[..<synced].contains { $0.hasPrefix("sync") })
  }

  @Test("each new file of a change is on the disk under its name before the next is begun")
  func orderOfChanges() throws {
    let scene = try TransactionTests(inMemory: true)
    let counter = Counter()
    let watch = counter.watch(scene.film)
    try scene.run()
    withExtendedLifetime(watch) {}
    let deeds = counter.deeds.withLock { $0 }
    for (index, deed) in deeds.enumerated() where deed.hasPrefix("create ") {
      let file = String(deed.dropFirst("create ".utf8.count))
      #expect(
        Array(deeds[index..<min(index + 6, deeds.count)]) == [
          "create \(file)", "write \(file)", "sync \(file)", "close \(file)", "rename \(file)", "sync ",
        ])
    }
    // The manifest: announced, committed, settled. Between the last two a rename, then deletions, each synced.
    let manifests = deeds.indices.filter { deeds[$0] == "rename hlspack.json" }
    try #require(manifests.count == 3)
    let work = deeds[(manifests[1] + 2)..<manifests[2]]
    let firstDeletion = try #require(work.firstIndex { $0.hasPrefix("delete ") })
    #expect(work.first == "rename index.m3u8" && deeds[manifests[1] + 3] == "sync ")
    #expect(
      deeds[firstDeletion - 1] == "sync " && !work[firstDeletion...].contains { $0.hasPrefix("rename") })
  }

  @Test("after a sync that failed nothing is believed unread, although the next one succeeds")
  func lostWrites() throws {
    for isRewritten in [false, true] {
      var watch: DiskWatch? = DiskWatch(beneath: place.path) { deed, _ in deed == .syncFileSystem ? EIO : nil
      }
      let error = #expect(throws: BundleError.self) { try build() }
      #expect(error?.kind == .disk && error?.system?.code == EIO)
      watch = nil
      // What the disk has is another thing than what memory had.
      let path = "Film.movpkg.partial/\(Sample.video)/000001.m4s"
      let bytes = try place.folder.readWhole(path, limit: 1000)
      if isRewritten {
        try place.folder.writeWhole(path, [UInt8](repeating: 0, count: bytes.count), durable: false)
      }
      do {
        let staging = try BundleStaging.begin(at: film, identity: Sample.identity, bootID: "boot")
        #expect(try staging.resume { _ in true }.count == (isRewritten ? 7 : 8))
      }
      try build()
      #expect(try place.folder.readWhole("Film.movpkg/\(Sample.video)/000001.m4s", limit: 1000) == bytes)
      try place.folder.removeTree("Film.movpkg")
      withExtendedLifetime(watch) {}
    }
  }
}
