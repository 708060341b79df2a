import Files
import Support
import Testing

/// A manifest may come from anybody: what it names on this machine or in its network is not asked.
@Suite("Recorded sources", .timeLimit(.minutes(5)))
struct RecordedSourceTests {
  /// A way in which a bundle is not, or not any more, one that was packed here from the recorded source.
  enum Doubt: String, CaseIterable, Sendable {
    case noNotes, anotherMark, anotherOrigin, aName, aFile

    var hint: String { self == .aFile ? "give --source FILE" : "give --source URL, or --allow-private-hosts" }
  }

  private static let added = ["augment", "--add-audio", "fr", "--retries", "0"]
  private static let repair = ["verify", "--repair", "--retries", "0"]

  @Test("a private source that somebody else recorded is not asked", arguments: Doubt.allCases)
  func refused(_ doubt: Doubt) async throws {
    let folder = try TemporaryFolder("recorded")
    let title = try ChangingTitle()
    let other = try FaultOrigin.start { _ in .status(404) }
    defer { other.stop() }
    try await build(title, folder)
    let bundle = try HostileBundle(at: folder.path("f.movpkg"), in: folder)
    try apply(doubt, to: bundle, title, other)
    let high = try #require(try names(in: bundle.path).first { $0.hasPrefix("0-200000-") })
    let connections = title.origin.connections
    for damage in [false, true] {
      if damage { try bundle.open.remove("\(high)/000001.ts") }
      let before = try contents(bundle.path)
      let run = try await Program.run((damage ? Self.repair : Self.added) + [bundle.path], in: folder)
      #expect(run.code == 5, "\(run.code) \(run.errors)")
      #expect(run.errors.contains("recorded") && run.errors.contains("by somebody else"), "\(run.errors)")
      #expect(run.errors.contains(doubt.hint), "\(run.errors)")
      #expect(!run.errors.contains("secret"))
      #expect(try contents(bundle.path) == before)
    }
    #expect(title.origin.connections == connections && other.connections == 0)
  }

  private func apply(
    _ doubt: Doubt, to bundle: HostileBundle, _ title: ChangingTitle, _ other: FaultOrigin
  ) throws {
    let source = title.origin.url("/film/master.m3u8")
    switch doubt {
    case .noNotes: try bundle.open.remove("state.json")
    case .anotherMark:
      let mark = String(repeating: "0", count: 64)
      let text = #"{"sourceMarks": ["\#(mark)"]}"#
      try bundle.open.writeWhole("state.json", Array(text.utf8), durable: false)
    case .anotherOrigin: try bundle.replace("hlspack.json", source, other.url("/film/master.m3u8"))
    case .aName:
      try bundle.replace("hlspack.json", source, "http://localhost:\(other.port)/film/master.m3u8")
    case .aFile:
      try bundle.folder.write("secret", to: "master.m3u8")
      try bundle.replace("hlspack.json", source, "file://\(bundle.folder.path("master.m3u8"))")
    }
  }

  @Test("a bundle that is copied or moved on its machine goes on", arguments: [["cp", "-r"], ["mv"]])
  func moved(_ command: [String]) async throws {
    let folder = try TemporaryFolder("recorded")
    let title = try ChangingTitle()
    try await build(title, folder)
    try await Tools.run(command[0], command.dropFirst() + ["f.movpkg", "g.movpkg"], in: folder.path)
    let run = try await Program.run(Self.added + ["g.movpkg"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try await Program.run(["verify", "g.movpkg"], in: folder).code == 0)
  }

  @Test(
    "the person may name the source, or let private ones be asked; from then on it is known",
    arguments: [true, false])
  func allowed(_ isNamed: Bool) async throws {
    let folder = try TemporaryFolder("recorded")
    let title = try ChangingTitle()
    try await build(title, folder)
    try Folder.open(folder.path).remove("f.movpkg/state.json")
    let words = isNamed ? ["--source", title.origin.url("/film/master.m3u8")] : ["--allow-private-hosts"]
    let run = try await Program.run(Self.added + words + ["f.movpkg"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let next = try await Program.run(["augment", "--add-subtitles", "fr", "f.movpkg"], in: folder)
    #expect(next.code == 0, "\(next.errors)")
  }

  @Test("words that are set without asking the source vouch for nothing")
  func words() async throws {
    let folder = try TemporaryFolder("recorded")
    let title = try ChangingTitle()
    try await build(title, folder)
    try Folder.open(folder.path).remove("f.movpkg/state.json")
    let set = try await Program.run(["augment", "--set-title", "Other", "f.movpkg"], in: folder)
    #expect(set.code == 0, "\(set.errors)")
    #expect(try await Program.run(Self.added + ["f.movpkg"], in: folder).code == 5)
  }

  @Test("a bundle that is replaced or updated is marked anew", arguments: ["--force-overwrites", "--update"])
  func renewed(_ word: String) async throws {
    let folder = try TemporaryFolder("recorded")
    let title = try ChangingTitle()
    try await build(title, folder)
    try Folder.open(folder.path).remove("f.movpkg/state.json")
    try await build(title, folder, [word, "--subtitles", "fr"])
    let run = try await Program.run(Self.added + ["f.movpkg"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
  }

  private func build(_ title: ChangingTitle, _ folder: TemporaryFolder, _ more: [String] = []) async throws {
    let run = try await Program.run(
      ["build", "--audio", "en", "-o", "f.movpkg"] + more + [title.origin.url("/film/master.m3u8")],
      in: folder)
    #expect(run.code == 0, "\(run.errors)")
  }

  /// Every file but the notes, by path.
  private func contents(_ bundle: String) throws -> [String: [UInt8]] {
    let open = try Folder.open(bundle)
    return try files(in: bundle).reduce(into: [:]) { $0[$1] = try open.readWhole($1, limit: 1 << 20) }
  }
}
