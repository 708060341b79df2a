import Files
import JSON
import Support
import Testing

/// Whatever byte of a bundle changes, `verify` exits 7 and names the file.
@Suite("Damaged bundles")
struct DamageTests {
  enum Deed: String, CaseIterable, Sendable {
    case remove
    case truncate
    case flipFirst
    case flipLast
  }

  @Test("every file in turn, removed, cut, or with a byte flipped", arguments: Deed.allCases)
  func everyFile(deed: Deed) async throws {
    let folder = try TemporaryFolder("damage")
    let sample = try await Sample.bundle(in: folder)
    let open = try Folder.open(sample)
    for file in try files(in: sample) where file != "state.json" {
      let bytes = try open.readWhole(file, limit: 64 << 20)
      try damage(file, bytes, deed, in: open)
      let run = try await Program.run(["verify", "--json", sample], in: folder)
      #expect(run.code == 7, "\(deed) \(file): \(run.code) \(run.output) \(run.errors)")
      let isNamed = run.output.contains(file) || run.errors.contains(file)
      #expect(isNamed, "\(deed) \(file): \(run.output) \(run.errors)")
      #expect(try run.summary()["exitCode"] == 7)
      try open.writeWhole(file, bytes)
    }
    #expect(try await Program.run(["verify", sample], in: folder).code == 0)
  }

  private func damage(_ file: String, _ bytes: [UInt8], _ deed: Deed, in folder: Folder) throws {
    var changed = bytes
    switch deed {
    case .remove: return try folder.remove(file)
    case .truncate: changed.removeLast()
    case .flipFirst: changed[0] ^= 1
    case .flipLast: changed[changed.count - 1] ^= 1
    }
    try folder.writeWhole(file, changed)
  }

  @Test("quick verification sees sizes and missing files")
  func quick() async throws {
    let folder = try TemporaryFolder("damage")
    let sample = try await Sample.bundle(in: folder)
    #expect(try await Program.run(["verify", "--level", "quick", sample], in: folder).code == 0)
    let media = try #require(try files(in: sample).first { $0.hasSuffix("000001.ts") })
    let bytes = try folder.read("\(FilePath.lastComponent(sample))/\(media)")
    try Folder.open(sample).writeWhole(media, Array(bytes.dropLast()))
    let run = try await Program.run(["verify", "--level", "quick", sample], in: folder)
    #expect(run.code == 7)
    #expect(run.output.contains(media))
  }

  @Test("what is no bundle, and what lost its manifest, are told apart")
  func foreign() async throws {
    let folder = try TemporaryFolder("damage")
    try folder.makeFolder("empty")
    #expect(try await Program.run(["verify", "empty"], in: folder).code == 9)
    #expect(try await Program.run(["verify", "nothing"], in: folder).code == 9)
    let sample = try await Sample.bundle(in: folder)
    try Folder.open(sample).remove("hlspack.json")
    #expect(try await Program.run(["verify", sample], in: folder).code == 7)
  }

  @Test("of several paths the worst counts, and each has its line")
  func several() async throws {
    let folder = try TemporaryFolder("damage")
    let sample = try await Sample.bundle(in: folder)
    let run = try await Program.run(["verify", "--json", sample, "nothing"], in: folder)
    #expect(run.code == 9)
    let bundles = try #require(try run.summary()["bundles"]?.items)
    #expect(bundles.compactMap { $0["exitCode"]?.int } == [0, 9])
  }
}
