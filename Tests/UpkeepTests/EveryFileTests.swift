import BundleStore
import Files
import Processes
import Testing
import Upkeep

@Suite("Every file of a bundle, in turn")
struct EveryFileTests {
  let place: Workplace
  let path: String
  let folder: Folder
  let files: [String]

  init() throws {
    place = try Workplace()
    path = place.at("Film.movpkg")
    try Film().build(at: path)
    folder = try Folder.open(path)
    files = try folder.walk().filter { $0.status.kind == .file }.map(\.path)
  }

  enum Fault: CaseIterable {
    case removed, truncated, appended, firstFlipped, middleFlipped, lastFlipped

    /// The file's bytes with the fault; nil: no file.
    func applied(to bytes: [UInt8]) -> [UInt8]? {
      var bytes = bytes
      switch self {
      case .removed: return nil
      case .truncated: bytes.removeLast()
      case .appended: bytes.append(0x0A)
      case .firstFlipped: bytes[0] ^= 1
      case .middleFlipped: bytes[bytes.count / 2] ^= 0x20
      case .lastFlipped: bytes[bytes.count - 1] ^= 0x80
      }
      return bytes
    }

    /// Whether it shows without reading.
    var showsInSize: Bool { self == .removed || self == .truncated || self == .appended }
  }

  @Test("holds all that a bundle consists of")
  func sample() {
    #expect(files.count == 35)
    for name in [
      "hlspack.json", "SHA256SUMS", "index.m3u8", "root.xml", "boot.xml", "artwork.jpg", "keys/key-0.m4s",
    ] {
      #expect(files.contains(name))
    }
    #expect(files.contains("\(Film.high)/init-1.mp4"))
  }

  @Test(
    "is found by full, and named, when it is removed, truncated, lengthened or changed in one byte",
    arguments: Fault.allCases)
  func damage(_ fault: Fault) async throws {
    for file in files {
      let whole = try folder.readWhole(file, limit: 1 << 20)
      try #require(!whole.isEmpty)
      if let bytes = fault.applied(to: whole) {
        try folder.writeWhole(file, bytes, durable: false)
      } else {
        try folder.remove(file)
      }
      for level in fault.showsInSize ? Verification.Level.allCases : [.full] {
        let verdict = try await Verdict(on: path, level)
        #expect(verdict.isDamaged, "\(fault) \(file) at \(level)")
        #expect(verdict.files == [file], "\(fault) \(file) at \(level): \(verdict.findings)")
      }
      try folder.writeWhole(file, whole, durable: false)
    }
    #expect(try await findings(in: path).isEmpty)
  }

  @Test("of the sums is found when any one byte of it is another")
  func sums() async throws {
    let whole = try folder.readWhole("SHA256SUMS", limit: 1 << 20)
    for index in stride(from: 0, to: whole.count, by: 41) {
      var bytes = whole
      bytes[index] ^= 1
      try folder.writeWhole("SHA256SUMS", bytes, durable: false)
      let verdict = try await Verdict(on: path, .quick)
      #expect(verdict.isDamaged, "byte \(index)")
      #expect(!verdict.files.isEmpty)
    }
  }

  @Test("is what sha256sum -c finds as well")
  func coreutils() async throws {
    let good = try await check()
    #expect(good.exitCode == 0)
    let file = "\(Film.low)/000001.ts"
    var bytes = try folder.readWhole(file, limit: 1 << 20)
    bytes[200] ^= 4
    try folder.writeWhole(file, bytes, durable: false)
    let bad = try await check()
    #expect(bad.exitCode == 1)
    #expect(String(decoding: bad.output, as: UTF8.self).contains("\(file): FAILED"))
    #expect(try await Verdict(on: path, .full).files == [file])
  }

  private func check() async throws -> ProcessResult {
    try await Command("sha256sum", ["-c", "--strict", "SHA256SUMS"], workingFolder: path).run()
  }
}
