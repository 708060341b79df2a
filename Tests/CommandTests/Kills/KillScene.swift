import Files
import Foundation
import JSON
import Support
import Testing

/// One verb that changes a bundle, killed again and again.
struct KillScene: Sendable, CustomTestStringConvertible {
  let verb: String
  /// What is done before; empty: nothing is there.
  let before: [[String]]
  /// What is killed, and then run to its end.
  let command: [String]
  /// What is changed at the origin between the two.
  var change: @Sendable (ChangingTitle) -> Void = { _ in }
  /// What is done to the bundle's files between the two.
  var harm: @Sendable (String) throws -> Void = { _ in }
  /// Whether the bundle verifies before the verb has done its work.
  var isWholeBefore = true
  /// Members of the manifest that tell how often it was run.
  var telling: Set<String> = []
  /// Of verify when the work is done.
  var code: Int32 = 0

  var testDescription: String { verb }

  static let bundle = "f.movpkg"
  private static let small = ["build", "-q", "-o", bundle, "--audio", "en", "--subtitles", "none", "URL"]

  static let all: [KillScene] = [
    KillScene(verb: "build", before: [], command: ["build", "-o", bundle, "--audio", "all", "URL"]),
    KillScene(
      verb: "augment", before: [small],
      command: ["augment", bundle, "--add-audio", "fr", "--add-subtitles", "fr", "--set-title", "Neu"]),
    KillScene(
      verb: "remove", before: [["build", "-q", "-o", bundle, "--video", "all", "--audio", "all", "URL"]],
      command: ["remove", bundle, "--audio", "fr", "--video", "90p"]),
    KillScene(
      verb: "update", before: [small],
      command: ["build", "-o", bundle, "--update", "--audio", "fr", "--subtitles", "fr", "URL"],
      change: { title in
        title.set("/film/new1.ts", .file(TinyTitle.segment(200)))
        title.set("/film/high.m3u8", .text(ChangingTitle.playlist("high", 4, replacing: [1: "new1.ts"])))
      }),
    KillScene(
      verb: "overwrite", before: [small],
      command: ["build", "-o", bundle, "--force-overwrites", "--audio", "fr", "URL"]),
  ]

  static let repair = KillScene(
    verb: "repair", before: [small], command: ["verify", "--repair", bundle],
    harm: { bundle in
      let folder = try Folder.open(bundle)
      let paths = try folder.walk().filter { $0.status.kind == .file }.map(\.path).sorted()
      for path in paths where path.hasSuffix("000001.ts") { try folder.remove(path) }
      for path in paths where path.hasSuffix("000002.ts") || path.hasSuffix("playlist.m3u8") {
        try folder.writeWhole(path, [0x47, 0x00], durable: false)
      }
    }, isWholeBefore: false, telling: ["history"])

  static let expire = KillScene(
    verb: "expire", before: [small + ["--expires", "2001-01-01T00:00:00Z"]], command: ["expire", bundle],
    isWholeBefore: false, code: 8)

  /// Where the program is stopped.
  enum Moment: Sendable, CustomStringConvertible {
    /// Before the deed of this number.
    case deed(Int)
    /// After so many microseconds.
    case time(Int)

    var description: String {
      switch self {
      case .deed(let number): "deed \(number)"
      case .time(let microseconds): "\(microseconds) µs"
      }
    }
  }

  // MARK: - Running

  func arguments(_ words: [String], _ title: ChangingTitle) -> [String] {
    words.map { $0 == "URL" ? title.url : $0 }
  }

  /// A folder with what is there before, and the origin as it is then.
  func prepare(_ title: ChangingTitle) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder("kill")
    title.reset()
    for words in before {
      let run = try await Program.run(arguments(words, title), in: folder)
      try #require(run.code == 0, "\(run.errors)")
    }
    change(title)
    try harm(folder.path(Self.bundle))
    return folder
  }

  /// What the work makes when nobody disturbs it, how many deeds that takes, and how long.
  func undisturbed(_ title: ChangingTitle) async throws -> (
    tree: [String: [UInt8]], deeds: Int, microseconds: Int
  ) {
    let folder = try await prepare(title)
    let started = ContinuousClock.now
    let run = try await Program.run(
      arguments(command, title), in: folder,
      environment: KillSwitch.environment(at: 0, count: folder.path("count")))
    let time = started.duration(to: .now)
    try #require(run.code == 0, "\(run.errors)")
    let deeds = try #require(Int(folder.text("count").trimmingCharacters(in: .whitespacesAndNewlines)))
    return (
      try told(folder), deeds,
      Int(time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000)
    )
  }

  /// The bundle but for times.
  func told(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var tree = try CommandTests.tree(Self.bundle, folder)
    tree["state.json"] = nil
    let bytes = try #require(tree["hlspack.json"])
    let manifest = try #require(JSONReader.parse(bytes).members)
    var writer = JSONWriter()
    writer.write(
      .object(
        manifest.mapValues(Self.withoutTimes).filter {
          $0.key != "createdAt" && !telling.contains($0.key)
        }))
    tree["hlspack.json"] = writer.bytes
    let sums = String(decoding: tree["SHA256SUMS"] ?? [], as: UTF8.self).split(separator: "\n")
    tree["SHA256SUMS"] = Array(sums.filter { !$0.hasSuffix("  hlspack.json") }.joined(separator: "\n").utf8)
    return tree
  }

  private static func withoutTimes(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var members):
      members["at"] = nil
      return .object(members.mapValues(withoutTimes))
    case .array(let items): return .array(items.map(withoutTimes))
    default: return value
    }
  }
}
