import BundleStore
import Files
import Glibc
import Synchronization
import Testing

/// What a power cut, a full disk or a dying one makes of an unfinished bundle.
@Suite("A journal and media that were not all written")
struct JournalDamageTests {
  let place: Workplace
  let film: String
  let sample = Sample()
  private let partial = "Film.movpkg.partial"
  private var journal: String { "\(partial)/journal" }

  init() throws {
    place = try Workplace()
    film = place.at("Film.movpkg")
  }

  /// All media in place and recorded, then the process is gone.
  private func interrupt() throws {
    let staging = try begin()
    for listing in try sample.listings { try sample.fill(listing, into: staging) }
    try staging.note(Outlook(title: "Film", files: 8))
  }

  private func begin(_ bootID: String? = "boot") throws -> BundleStaging {
    try BundleStaging.begin(at: film, identity: Sample.identity, bootID: bootID)
  }

  private func lines() throws -> [[UInt8]] {
    try place.folder.readWhole(journal, limit: 1 << 20).split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  /// Goes on with this journal; how many files it vouches for. The bundle must come out right in any case.
  private func kept(_ journal: [UInt8], _ bootID: String = "boot") throws -> Int {
    try interrupt()
    try place.folder.writeWhole(self.journal, journal, durable: false)
    let staging = try begin(bootID)
    let count = try staging.resume { _ in true }.count
    try sample.fill(staging)
    _ = try staging.commit(sample.manifest, listings: sample.listings)
    let bundle = try OfflineBundle.open(film)
    #expect(try bundle.read(.sums, limit: 1 << 20) == bundle.expectedSums())
    try place.folder.removeTree("Film.movpkg")
    return count
  }

  @Test("a journal with any kind of damage is believed up to there, and the bundle comes out whole")
  func torn() throws {
    try interrupt()
    let lines = try lines()
    try #require(lines.count == 10)  // the header, eight files, the outlook
    let rubbish = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let whole = Array(lines.joined())
    let zeros = [UInt8](repeating: 0, count: 5000)
    for bootID in ["boot", "another"] {
      #expect(try kept(whole, bootID) == 8)
      #expect(try kept(Array(whole + zeros), bootID) == 8)
      #expect(try kept(Array((lines[..<5] + lines).joined()), bootID) == 4, "a second header ends it")
      #expect(try kept(Array((lines + lines[1...8]).joined()), bootID) == 8, "the same files twice")
      #expect(try kept(Array((lines[..<4] + [rubbish + [0x0A]] + lines[4...]).joined()), bootID) == 3)
      #expect(try kept(Array((lines[..<4] + [zeros] + lines[4...]).joined()), bootID) == 3)
      #expect(try kept(Array(lines[..<3].joined() + lines[3].dropLast(9)), bootID) == 2, "cut in a line")
      #expect(try kept(Array(lines[..<3].joined() + lines[3].dropLast(9) + lines[4]), bootID) == 2)
      #expect(try kept(Array(lines[1...].joined()), bootID) == 0, "no header")
      #expect(try kept(zeros, bootID) == 0)
      #expect(try kept([], bootID) == 0)
    }
  }

  @Test("after a power cut files that are short, long, empty or zero are asked for again, the rest is not")
  func media() throws {
    let path = "\(partial)/\(Sample.video)/000003.m4s"
    let right = Sample.bytes(try #require(BundlePath("\(Sample.video)/000003.m4s")))
    for content in [
      [], Array(right.dropLast()), right + [0], [UInt8](repeating: 0, count: right.count), right,
    ] {
      try interrupt()
      try place.folder.writeWhole(path, content, durable: false)
      let staging = try begin("another")
      #expect(try staging.resume { _ in true }.count == (content == right ? 8 : 7))
      try place.folder.removeTree(partial)
    }
  }

  @Test("within one start of the machine no media is read, after another each is once")
  func reading() throws {
    try interrupt()
    for (bootID, expected) in [("boot", 0), ("another", 8), ("another", 0)] {
      let reads = Atomic<Int>(0)
      let watch = DiskWatch(beneath: place.path) { deed, path in
        if deed == .openToRead, !path.hasSuffix("/journal") { reads.add(1, ordering: .relaxed) }
        return nil
      }
      let count = try begin(bootID).resume { _ in true }.count
      #expect(count == 8 && reads.load(ordering: .relaxed) == expected)
      withExtendedLifetime(watch) {}
    }
  }

  @Test("what the disk does not give back is asked for again")
  func unreadable() throws {
    try interrupt()
    let watch = DiskWatch(beneath: place.path) { deed, path in
      deed == .openToRead && path.hasSuffix("000001.aac") ? EIO : nil
    }
    let staging = try begin("another")
    #expect(try staging.resume { _ in true }.count == 7)
    #expect(try staging.folder.status("\(Sample.audio)/000001.aac") == nil)
    withExtendedLifetime(watch) {}
  }

  @Test("a line that did not fit is cut off again, so that later ones are not lost behind it")
  func halfLine() throws {
    do {
      let staging = try begin()
      try sample.fill(try sample.listings[0], into: staging)
      let watch = DiskWatch(beneath: place.path) { deed, path in
        deed == .write && path.hasSuffix("/journal") ? ENOSPC : nil
      }
      let error = #expect(throws: BundleError.self) { try staging.note(Outlook(title: "Film", files: 8)) }
      #expect(error?.kind == .disk)
      withExtendedLifetime(watch) {}
    }
    let staging = try begin()
    #expect(try staging.resume { _ in true }.count == 6)
    let before = try lines().count
    let watch = DiskWatch(beneath: place.path) { deed, path in
      deed == .write && path.hasSuffix("/journal") ? ENOSPC : nil
    }
    #expect(throws: BundleError.self) { try staging.note(Outlook(title: "Film", files: 8)) }
    #expect(try lines().count == before)
    withExtendedLifetime(watch) {}
  }

  @Test("20,000 files cost no sync")
  func many() throws {
    let staging = try begin()
    let syncs = Atomic<Int>(0)
    let watch = DiskWatch(beneath: place.path) { deed, _ in
      if deed == .sync || deed == .syncFileSystem { syncs.add(1, ordering: .relaxed) }
      return nil
    }
    let file = try sample.listings[1].files[0]
    for index in 0..<20_000 {
      var file = file
      file.name = try #require(MediaFileName(.segment, index: index, fileExtension: .aac))
      try staging.record([JournalEntry(stream: Sample.audio, file: file, identity: nil)])
    }
    #expect(syncs.load(ordering: .relaxed) == 0)
    withExtendedLifetime(watch) {}
  }
}
