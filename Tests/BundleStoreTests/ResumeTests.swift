import Addresses
import BundleStore
import Digest
import Files
import Glibc
import Testing

@Suite("Going on with an unfinished bundle")
struct ResumeTests {
  let place: Workplace
  let sample = Sample()

  init() throws { place = try Workplace() }

  private var film: String { place.at("Film.movpkg") }
  private var partial: String { "Film.movpkg.partial" }

  private func begin(
    identity: IdentityHash = Sample.identity, bootID: String? = "boot", startAnew: Bool = false
  ) throws -> BundleStaging {
    try BundleStaging.begin(at: film, identity: identity, bootID: bootID, startAnew: startAnew)
  }

  /// The video stream's files in place and recorded, then the process is gone.
  private func interrupt(bootID: String? = "boot") throws {
    let staging = try begin(bootID: bootID)
    try sample.fill(try sample.listings[0], into: staging)
    try staging.note(Outlook(title: "Film", files: 8))
  }

  private func kept(_ staging: BundleStaging) throws -> [String] {
    try staging.resume { _ in true }.map { "\($0.stream.text)/\($0.file.name.text)" }
  }

  private var videoFiles: [String] {
    get throws { try sample.listings[0].files.map { "\(Sample.video.text)/\($0.name.text)" } }
  }

  @Test("keeps what was recorded, exactly as it was, and finishes with the same bytes")
  func resume() throws {
    try sample.build(at: place.at("Whole.movpkg"))
    try interrupt()
    let staging = try begin()
    let entries = try staging.resume { _ in true }
    #expect(entries.map(\.file) == (try sample.listings[0].files))
    try sample.fill(staging)
    _ = try staging.commit(sample.manifest, listings: sample.listings)
    #expect(try place.tree("Film.movpkg") == place.tree("Whole.movpkg"))
  }

  @Test("tells how far it is to those who look")
  func unfinished() throws {
    try interrupt()
    let unfinished = try UnfinishedBundle.open(place.at(partial))
    #expect(unfinished.identity == Sample.identity)
    #expect(unfinished.files == 6)
    #expect(unfinished.fraction == 0.75)
    #expect(unfinished.outlook?.title == "Film")
    let error = #expect(throws: BundleError.self) { try OfflineBundle.open(place.at(partial)) }
    #expect(error?.kind == .notABundle)
    #expect(error?.hint?.contains("same build") == true)
  }

  @Test("forgets files that have gone or have another size")
  func changed() throws {
    try interrupt()
    try place.folder.remove("\(partial)/\(Sample.video.text)/000001.m4s")
    try place.folder.writeWhole("\(partial)/\(Sample.video.text)/000003.m4s", [1], durable: false)
    let expected = try videoFiles.filter { !$0.hasSuffix("/000001.m4s") && !$0.hasSuffix("/000003.m4s") }
    #expect(try kept(begin()) == expected)
  }

  @Test(
    "trusts name and size within one start of the machine, and reads every byte after another",
    arguments: ["boot", "another", nil])
  func boots(_ bootID: String?) throws {
    try interrupt()
    let path = "\(partial)/\(Sample.video.text)/000001.m4s"
    var bytes = try place.folder.readWhole(path, limit: 1000)
    bytes[3] ^= 1
    try place.folder.writeWhole(path, bytes, durable: false)
    let kept = try kept(begin(bootID: bootID))
    #expect(kept.contains("\(Sample.video.text)/000001.m4s") == (bootID == "boot"))
    #expect(kept.count == (bootID == "boot" ? 6 : 5))
    // The journal goes on under the new start: what was read once is not read again.
    #expect(try self.kept(begin(bootID: bootID)).count == kept.count)
  }

  @Test("deletes what is not wanted any more, and nothing vouches for what comes in its place")
  func unwanted() throws {
    try interrupt()
    let path = "\(Sample.video.text)/000003.m4s"
    do {
      let staging = try begin()
      let wanted = try staging.resume { $0.file.name.text != "000003.m4s" }
      #expect(wanted.count == 5)
      #expect(try staging.folder.status(path) == nil)
      // Other bytes of the same length under the same name, and a kill before they are recorded.
      try staging.folder.writeWhole(path, [UInt8](repeating: 7, count: 64), durable: false)
    }
    #expect(try kept(begin()).contains(path) == false)
  }

  @Test(
    "takes a journal that is cut or followed by rubbish up to its last whole line", arguments: [1, 10, 100])
  func cutJournal(_ cut: Int) throws {
    try interrupt()
    let bytes = try place.folder.readWhole("\(partial)/journal", limit: 1 << 20)
    let lines = bytes.split(separator: 0x0A)
    // The outlook, the last line, is cut, and zero bytes follow, as after a power cut.
    let rubbish = bytes.dropLast(min(cut, lines[lines.count - 1].count)) + [UInt8](repeating: 0, count: cut)
    try place.folder.writeWhole("\(partial)/journal", Array(rubbish), durable: false)
    do {
      let staging = try begin()
      #expect(try kept(staging).count == 6)
      try sample.fill(try sample.listings[1], into: staging)
    }
    #expect(try kept(begin()).count == 8)
  }

  @Test("starts over when not even the journal's first line is whole")
  func emptyJournal() throws {
    try interrupt()
    try place.folder.writeWhole("\(partial)/journal", [], durable: false)
    let staging = try begin()
    #expect(try kept(staging).isEmpty)
    #expect(try staging.folder.entries() == ["journal"])
  }

  @Test("keeps the media of a commit that was stopped just before the rename")
  func stoppedCommit() throws {
    try sample.build(at: film)
    try place.folder.rename("Film.movpkg", to: partial)
    let staging = try begin(bootID: "another")
    #expect(try kept(staging).count == 8)
    #expect(try staging.folder.status("hlspack.json") == nil)
  }

  @Test(
    "starts over when such a commit is damaged",
    arguments: ["hlspack.json", "\(Sample.video.text)/stream.json"])
  func damagedCommit(_ name: String) throws {
    try sample.build(at: film)
    try place.folder.rename("Film.movpkg", to: partial)
    let bytes = try place.folder.readWhole("\(partial)/\(name)", limit: 1 << 20)
    try place.folder.writeWhole("\(partial)/\(name)", Array(bytes.dropLast(3)), durable: false)
    let staging = try begin()
    #expect(try kept(staging).isEmpty)
    #expect(try staging.folder.entries() == ["journal"])
  }

  @Test("refuses the unfinished bundle of another title, unless told to start anew")
  func anotherTitle() throws {
    try interrupt()
    let other = IdentityHash(of: Identity(text: "another"))
    let error = #expect(throws: BundleError.self) { try begin(identity: other) }
    #expect(error?.kind == .exists)
    #expect(error?.hint != nil)
    let staging = try begin(identity: other, startAnew: true)
    #expect(try kept(staging).isEmpty)
    #expect(try staging.folder.entries() == ["journal"])
  }

  @Test(
    "refuses a folder that holds what is not hlspack's, and touches nothing in it", arguments: [false, true])
  func foreign(_ startAnew: Bool) throws {
    try interrupt()
    try place.folder.writeWhole("\(partial)/\(Sample.video.text)/notes.txt", [1], durable: false)
    let before = try place.tree(partial)
    let error = #expect(throws: BundleError.self) { try begin(startAnew: startAnew) }
    #expect(error?.kind == .exists)
    #expect(error?.reason.contains("notes.txt") == true)
    #expect(try place.tree(partial) == before)
  }

  @Test("refuses a folder of names like ours that has no journal", arguments: [false, true])
  func notOurs(_ startAnew: Bool) throws {
    _ = try place.folder.makeFolder(partial)
    try place.folder.writeWhole("\(partial)/index.m3u8", [1], durable: false)
    let error = #expect(throws: BundleError.self) { try begin(startAnew: startAnew) }
    #expect(error?.kind == .exists)
    #expect(try place.folder.readWhole("\(partial)/index.m3u8", limit: 10) == [1])
  }

  @Test("refuses a link or a file in the place of the unfinished bundle")
  func link() throws {
    try place.folder.writeWhole(partial, [1], durable: false)
    #expect(throws: BundleError.self) { try begin() }
    try place.folder.remove(partial)
    _ = try place.folder.makeFolder("elsewhere")
    #expect(symlink("elsewhere", place.at(partial)) == 0)
    let error = #expect(throws: BundleError.self) { try begin() }
    #expect(error?.kind == .exists)
    #expect(try place.folder.entries("elsewhere").isEmpty)
  }

  @Test("tells that the parent folder is missing as the disk's fault, and makes nothing")
  func noParent() throws {
    let error = #expect(throws: BundleError.self) {
      try BundleStaging.begin(at: place.at("no/Film.movpkg"), identity: Sample.identity, bootID: nil)
    }
    #expect(error?.kind == .disk)
    #expect(try place.folder.entries().isEmpty)
  }

  @Test("goes by place, range and resource when it says whether a file is what is wanted")
  func answers() throws {
    let file = try sample.listings[0].files[2]
    let mine = IdentityHash(of: Identity(text: "mine"))
    let entry = JournalEntry(stream: Sample.video, file: file, identity: mine)
    func answers(_ index: Int = 0, _ identity: IdentityHash = mine, _ offset: Int64? = 812) -> Bool {
      entry.answers(
        stream: Sample.video, name: .segment, index: index, identity: identity, offset: offset,
        length: file.bytes)
    }
    #expect(answers())
    #expect(!answers(1))
    #expect(!answers(0, IdentityHash(of: Identity(text: "other"))))
    #expect(!answers(0, mine, nil))
  }

  @Test("records 20,000 files one by one")
  func many() throws {
    let staging = try begin()
    let digest = SHA256Digest.of("x")
    for index in 0..<20_000 {
      let name = try #require(MediaFileName(.segment, index: index, fileExtension: .ts))
      let file = StreamFile(
        name: name, bytes: 1, sha256: digest,
        source: StreamFile.Source(uri: "https://cdn.example.com/\(index).ts"))
      try staging.record([JournalEntry(stream: Sample.video, file: file, identity: Sample.identity)])
    }
    #expect(try UnfinishedBundle.open(staging.partialPath).files == 20_000)
  }
}
