import Digest
import Files
import Foundation
import Support
import Testing

/// ffprobe reads a bundle over and over while the program changes it and is killed.
///
/// What can be promised: as long as `index.m3u8` is the same, a read from its beginning to its end finds the whole
/// title that it names. A read that began before a change and ends behind it may miss what went; the next one is whole.
@Suite("A player beside changes", .serialized, .timeLimit(.minutes(20)))
struct PlayerTests {
  struct Verb: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [String]
    let command: [String]

    var testDescription: String { name }
  }

  private static let bundle = "f.movpkg"
  private static let all = ["--video", "all", "--audio", "all", "--subtitles", "all"]
  private static let few = ["--video", "180p", "--audio", "en", "--subtitles", "none"]

  static let verbs = [
    Verb(name: "remove", before: all, command: ["remove", bundle, "--audio", "fr", "--video", "90p"]),
    Verb(name: "update", before: all, command: ["build", "-o", bundle, "--update"] + few + ["SOURCE"]),
    Verb(
      name: "overwrite", before: all,
      command: ["build", "-o", bundle, "--force-overwrites"] + few + ["SOURCE"]),
    Verb(
      name: "augment", before: few, command: ["augment", bundle, "--add-audio", "fr", "--add-variant", "90p"]),
  ]

  @Test("as long as its index is the same, a title is read whole", arguments: verbs)
  func whole(_ verb: Verb) async throws {
    let title = try await Producers.title(.subtitles)
    let folder = try TemporaryFolder("player")
    let command = verb.command.map { $0 == "SOURCE" ? title.path : $0 }
    let built = try await Program.run(
      ["build", "-q", "-o", Self.bundle] + verb.before + [title.path], in: folder)
    try #require(built.code == 0, "\(built.errors)")
    try await Tools.run("cp", ["-a", Self.bundle, "before"], in: folder.path)
    var expected = [
      try index(folder): try await Players.packets(of: folder.path(Self.bundle + "/index.m3u8")).streams
    ]
    let count = folder.path("count")
    let run = try await Program.run(
      command, in: folder, environment: KillSwitch.environment(at: 0, count: count))
    try #require(run.code == 0, "\(run.errors)")
    let deeds = try #require(Int(folder.text("count").trimmingCharacters(in: .whitespacesAndNewlines)))
    let after = try index(folder)
    expected[after] = try await Players.packets(of: folder.path(Self.bundle + "/index.m3u8")).streams
    try #require(expected.count == 2 && deeds > 10)
    for deed in [deeds / 3, deeds / 2, deeds * 3 / 4, deeds - 2] {
      try await round(command, at: deed, in: folder, expected, ending: after)
    }
  }

  private func round(
    _ command: [String], at deed: Int, in folder: TemporaryFolder,
    _ expected: [SHA256Digest: [StreamPackets]],
    ending after: SHA256Digest
  ) async throws {
    try FileManager.default.removeItem(atPath: folder.path(Self.bundle))
    try await Tools.run("cp", ["-a", "before", Self.bundle], in: folder.path)
    let isOver = Flag()
    let reads = Task { () -> [Read] in
      var reads: [Read] = []
      while !isOver.isSet { reads.append(await read(folder)) }
      return reads
    }
    let killed = try await Program.run(command, in: folder, environment: KillSwitch.environment(at: deed))
    #expect(killed.code == -1 || killed.code == 0)
    let rerun = try await Program.run(command, in: folder)
    // What was removed before the kill is not there to be removed again.
    #expect(rerun.code == 0 || (command[0] == "remove" && rerun.code == 4), "deed \(deed): \(rerun.errors)")
    isOver.set()
    var all = await reads.value
    all.append(await read(folder))
    for read in all where read.isSteady {
      guard let index = read.before, let streams = expected[index] else {
        Issue.record("deed \(deed): an index that is neither the old one nor the new one")
        continue
      }
      #expect(read.streams == streams, "deed \(deed)")
    }
    #expect(all.count > 1 && all.last?.before == after && all.last?.isSteady == true)
  }

  private struct Read: Sendable {
    var before: SHA256Digest?
    var after: SHA256Digest?
    /// Nil where the player failed.
    var streams: [StreamPackets]?

    var isSteady: Bool { before == after }
  }

  private func read(_ folder: TemporaryFolder) async -> Read {
    var read = Read()
    read.before = try? index(folder)
    read.streams = try? await Players.packets(of: folder.path(Self.bundle + "/index.m3u8")).streams
    read.after = try? index(folder)
    return read
  }

  private func index(_ folder: TemporaryFolder) throws -> SHA256Digest {
    SHA256Digest.of(try folder.read(Self.bundle + "/index.m3u8"))
  }
}
