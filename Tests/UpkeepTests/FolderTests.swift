import BundleStore
import Conformance
import Files
import Glibc
import Testing
import Upkeep

@Suite("The folder of a bundle")
struct FolderTests {
  let place: Workplace
  let path: String
  let folder: Folder

  init() throws {
    place = try Workplace()
    path = place.at("Film.movpkg")
    try Film().build(at: path)
    folder = try Folder.open(path)
  }

  @Test("may hold foreign files, and what was left over: both are told and neither is damage")
  func extras() async throws {
    for name in ["notes.txt", "\(Film.low)/Thumbs.db", "\(Film.low)/000009.ts", "artwork.png", "keys/x"] {
      try folder.writeWhole(name, [1], durable: false)
    }
    try folder.makeFolder("extras")
    try folder.writeWhole("extras/deep.txt", [1], durable: false)
    try folder.makeFolder(Film.low.next.text)
    #expect(symlink("/etc/passwd", "\(path)/link") == 0)
    let odd = Array("\(path)/x".utf8.map { CChar(bitPattern: $0) }) + [CChar(bitPattern: 0xFF), 0]
    #expect(mkdir(odd, 0o755) == 0)
    #expect(symlink("/etc/passwd", "\(path)/\(Film.sound)/000007.aac") == 0)
    let report = try await Verification(of: path, level: .full, jobs: 2, at: noon).run()
    #expect(!report.isDamaged)
    let told = Set(report.findings.map(\.brief))
    let expected: Set<String> = [
      "warning hlspack-file-unknown \(Film.low)-2", "warning hlspack-file-unknown \(Film.low)/000009.ts",
      "warning hlspack-name-grammar \(Film.low)/Thumbs.db",
      "warning hlspack-file-unknown \(Film.sound)/000007.aac",
      "warning hlspack-file-unknown artwork.png", "warning hlspack-name-grammar extras",
      "warning hlspack-name-grammar keys/x", "warning hlspack-name-grammar link",
      "warning hlspack-name-grammar notes.txt", "warning hlspack-name-grammar x\u{FFFD}",
    ]
    #expect(told == expected)
    #expect(report.findings.count == expected.count)
    #expect(report.findings == report.findings.sorted())
    #expect(report.findings.first { $0.file == "link" }?.message == "is a link and no part of the bundle")
  }

  @Test(
    "may not have a link, a folder or a pipe where a file must be", arguments: ["link", "folder", "pipe"])
  func kinds(_ kind: String) async throws {
    let file = "\(Film.low)/000001.ts"
    let bytes = try folder.readWhole(file, limit: 1 << 20)
    try folder.remove(file)
    // The very bytes, but beyond a link.
    try folder.writeWhole("copy", bytes, durable: false)
    switch kind {
    case "link": #expect(symlink("../copy", "\(path)/\(file)") == 0)
    case "folder": try folder.makeFolder(file)
    default: #expect(mkfifo("\(path)/\(file)", 0o600) == 0)
    }
    for level in Verification.Level.allCases {
      let found = try await findings(in: path, level).filter { $0.severity == .error }
      #expect(found.map(\.brief) == ["error hlspack-file-kind \(file)"])
    }
  }

  @Test("may not have a link where a stream's folder must be")
  func linkedFolder() async throws {
    try folder.rename(Film.low.text, to: "elsewhere")
    #expect(symlink("elsewhere", "\(path)/\(Film.low)") == 0)
    let found = try await findings(in: path).filter { $0.severity == .error }
    #expect(found.map(\.brief) == ["error hlspack-file-kind \(Film.low)"])
  }

  @Test("tells each file of a stream whose folder is not there")
  func missingFolder() async throws {
    try folder.removeTree(Film.words.text)
    let verdict = try await Verdict(on: path, .quick)
    let names = [
      "000000.vtt", "000001.vtt", "000002.vtt", "stream.json", "playlist.m3u8", "StreamInfoBoot.xml",
    ]
    #expect(verdict.files == Set(names.map { "\(Film.words)/\($0)" }))
    #expect(verdict.findings.allSatisfy { $0.rule == "hlspack-file-missing" })
  }

  @Test("still has its other files looked at when a listing is damaged")
  func damagedListing() async throws {
    let listing = "\(Film.low)/stream.json"
    var bytes = try folder.readWhole(listing, limit: 1 << 20)
    bytes[40] ^= 1
    try folder.writeWhole(listing, bytes, durable: false)
    try folder.writeWhole("\(Film.low)/000001.ts", [UInt8](repeating: 0, count: 376), durable: false)
    try folder.remove("\(Film.low)/000002.ts")
    let found = try await findings(in: path)
    #expect(
      found.map(\.brief) == [
        "error hlspack-file-digest \(Film.low)/000001.ts", "error hlspack-file-missing \(Film.low)/000002.ts",
        "error hlspack-listing \(listing)",
      ])
  }

  @Test("is found good where nothing can be written, and its state is remembered where it can")
  func readOnly() async throws {
    #expect(chmod(path, 0o555) == 0)
    defer { _ = chmod(path, 0o755) }
    #expect(try await findings(in: path).isEmpty)
    #expect(chmod(path, 0o755) == 0)
    if try folder.status("state.json") != nil { try folder.remove("state.json") }
    // Whoever may write anywhere cannot write over a folder either.
    try folder.makeFolder("state.json")
    let found = try await findings(in: path)
    #expect(found.map(\.brief) == ["warning hlspack-file-unknown state.json"])
    #expect(BundleState(in: folder) == nil)
    try folder.removeEmptyFolder("state.json")
    #expect(try await findings(in: path, .quick).isEmpty)
    #expect(BundleState(in: folder) == BundleState(verifiedAt: noon, level: "quick", result: .whole))
    try folder.remove("boot.xml")
    _ = try await findings(in: path)
    #expect(BundleState(in: folder) == BundleState(verifiedAt: noon, level: "full", result: .damaged))
  }

  @Test(
    "is never damaged by its state.json",
    arguments: ["", "{", "[]", "{\"verifiedAt\":7}", "\0\u{1}", "{\"kept\":1}"])
  func state(_ text: String) async throws {
    try folder.writeWhole("state.json", Array(text.utf8), durable: false)
    #expect(BundleReport(of: try OfflineBundle.open(path), at: noon).verifiedAt == nil)
    #expect(try await findings(in: path).isEmpty)
    #expect(BundleState(in: folder)?.verifiedAt == noon)
    let written = String(decoding: try folder.readWhole("state.json", limit: 1 << 16), as: UTF8.self)
    #expect(written.contains("\"kept\": 1") == text.contains("kept"))
  }

  @Test("of an unfinished bundle, of something else and of nothing are told apart")
  func others() async throws {
    let staging = try BundleStaging.begin(
      at: place.at("Other.movpkg"), identity: Film.identity, bootID: "boot")
    try Film().fill(staging)
    try staging.note(Outlook(title: "Other", files: 28))
    let foreign = place.at("foreign")
    try Folder.create(foreign).writeWhole("boot.xml", Array("<xml/>".utf8), durable: false)
    for other in [staging.partialPath, foreign, place.at("nothing"), "/etc/passwd"] {
      let error = await #expect(throws: BundleError.self) {
        try await Verification(of: other, jobs: 1, at: noon).run()
      }
      #expect(error?.kind == .notABundle, "\(other)")
    }
  }

  @Test("of a newer version is not judged")
  func tooNew() async throws {
    let old = try folder.readWhole("hlspack.json", limit: 1 << 20)
    let text = String(decoding: old, as: UTF8.self).replacing(
      "\"formatVersion\": 1,", with: "\"formatVersion\": 2,")
    let sums = String(decoding: try folder.readWhole("SHA256SUMS", limit: 1 << 20), as: UTF8.self)
    try folder.writeWhole("hlspack.json", Array(text.utf8), durable: false)
    let before = try await Verdict(on: path, .full)
    #expect(before.files == ["hlspack.json"])
    let digests = (Digests.of(old), Digests.of(Array(text.utf8)))
    try folder.writeWhole(
      "SHA256SUMS", Array(sums.replacing(digests.0, with: digests.1).utf8), durable: false)
    let error = await #expect(throws: BundleError.self) {
      try await Verification(of: path, jobs: 1, at: noon).run()
    }
    #expect(error?.kind == .tooNew)
  }

  @Test(
    "with a manifest that leads outside is refused and nothing outside is touched",
    arguments: [
      "../escape.ts", "/etc/passwd", "keys/../../escape.ts",
    ])
  func hostile(_ escape: String) async throws {
    let old = try folder.readWhole("hlspack.json", limit: 1 << 20)
    let sums = String(decoding: try folder.readWhole("SHA256SUMS", limit: 1 << 20), as: UTF8.self)
    let text = String(decoding: old, as: UTF8.self).replacing(
      "\"path\": \"root.xml\"", with: "\"path\": \"\(escape)\"")
    try folder.writeWhole("hlspack.json", Array(text.utf8), durable: false)
    let digests = (Digests.of(old), Digests.of(Array(text.utf8)))
    try folder.writeWhole(
      "SHA256SUMS", Array(sums.replacing(digests.0, with: digests.1).utf8), durable: false)
    let verdict = try await Verdict(on: path, .full)
    #expect(verdict.isDamaged)
    #expect(verdict.files == ["hlspack.json"])
    #expect(try folder.status("state.json") == nil)
  }

  @Test("whose last change was stopped after its commit is whole, and says so")
  func pending() async throws {
    try Pending.leave(in: folder, at: path)
    let report = try await Verification(of: path, level: .full, jobs: 2, at: noon).run()
    #expect(report.findings.map(\.brief) == ["info hlspack-change-pending hlspack.json"])
    try folder.writeWhole("index.m3u8.new", Array("#EXTM3U\n".utf8), durable: false)
    #expect(try await Verdict(on: path, .full).files == ["index.m3u8"])
  }

  @Test("counts what it is made of, and tells how far it has come")
  func counts() async throws {
    let progress = VerificationProgress()
    let report = try await Verification(of: path + "/", level: .full, jobs: 3, at: noon).run(
      progress: progress)
    let files = try folder.walk().filter { $0.status.kind == .file && $0.path != "state.json" }
    #expect(report.files == files.count)
    let sums = try #require(files.first { $0.path == "SHA256SUMS" })
    #expect(report.bytes == files.reduce(0) { $0 + $1.status.size } - sums.status.size)
    #expect(report.title == "Film")
    #expect(report.path == path)
    #expect(progress.bytesRead == progress.bytesExpected)
    #expect(progress.bytesRead > 1_000)
  }
}
