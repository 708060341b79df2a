import Digest
import Files
import Processes
import Support
import Testing

/// Bundles come from anywhere: nothing outside of their folder is read, written, deleted or fetched.
@Suite("Hostile bundles")
struct HostileBundleTests {
  static let verbs = [
    HostileCase.Verb(["verify"]), HostileCase.Verb(["show"]),
    HostileCase.Verb(["remove", "--audio", "fr"], changes: true),
    HostileCase.Verb(["augment", "--add-variant", "1080p"], changes: true, fetches: true),
    HostileCase.Verb(["verify", "--repair"], changes: true, fetches: true),
  ]
  /// What a command may cost in memory, KiB of address space.
  private static let memory = 2 << 20

  @Test(
    "every command sees what concerns it, and touches nothing outside", arguments: HostileCase.Group.allCases)
  func cases(_ group: HostileCase.Group) async throws {
    let folder = try TemporaryFolder("hostile")
    let origin = try FaultOrigin.start { _ in .status(404) }
    defer { origin.stop() }
    let base = try await base(in: folder, origin)
    for hostile in group.cases {
      let bundle = try await HostileBundle(copying: base, into: folder)
      try await hostile.apply(bundle)
      try lend(origin, to: bundle)
      // Those that change something come last: what they are given is as it was made.
      for verb in Self.verbs.sorted(by: { !$0.changes && $1.changes }) {
        let before = try outside(folder)
        let requests = origin.requests.count
        let run = try await run(verb.arguments + [bundle.path], in: folder)
        let said = "\(run.code) \(run.errors.prefix(500)) \(run.output.suffix(500))"
        let comment: Comment = "\(hostile.name): \(verb.arguments[0]): \(said)"
        // What is damaged a repair may put right, or ask the recorded source for, which has nothing here.
        let isRepair = verb.arguments.contains("--repair")
        let codes = hostile.codes(of: verb).union(isRepair ? [0, 5] : [])
        #expect(codes.contains(run.code), comment)
        #expect(try outside(folder) == before, comment)
        for text in [run.output, run.errors] {
          #expect(!text.contains("\u{1B}") && !text.contains("root:"), comment)
        }
        let mayFetch = verb.fetches && !hostile.mustSee(verb)
        let asked = origin.requests.dropFirst(requests)
        let isSource = asked.allSatisfy { $0.path == "/master.m3u8" }
        #expect(asked.isEmpty || (isSource && (mayFetch || isRepair)), comment)
      }
    }
  }

  @Test("a title with control sequences does not reach the terminal as such")
  func controls() async throws {
    let folder = try TemporaryFolder("hostile")
    let bundle = try HostileBundle(at: try await Sample.bundle(in: folder), in: folder)
    try bundle.replace("hlspack.json", "\"title\": \"Sample\"", "\"title\": \"a\\u001b[31mb\\u009b2Jc\"")
    for verb in Self.verbs {
      let run = try await run(verb.arguments + [bundle.path], in: folder)
      for text in [run.output, run.errors] {
        #expect(
          !text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" }, "\(verb.arguments[0]): \(text)")
      }
    }
  }

  /// A good bundle whose sources all are at an origin that hears of every request.
  private func base(in folder: TemporaryFolder, _ origin: FaultOrigin) async throws -> String {
    let path = try await Sample.bundle(in: folder)
    let bundle = try HostileBundle(at: path, in: folder)
    let old = "http://127.0.0.1:8642/"
    for file in try files(in: path) where file.hasSuffix("stream.json") || file == "hlspack.json" {
      try bundle.replace(file, old, origin.url("/"))
    }
    try #require(try await Program.run(["verify", path], in: folder).code == 0)
    try await Tools.run("rm", ["-f", "Sample.movpkg/state.json"], in: folder.path)
    try folder.write("precious", to: "victim")
    try folder.write("precious", to: "outside/stream.json")
    return path
  }

  /// Where a playlist names the listener, it is told which it is; what is no file any more is left alone.
  private func lend(_ origin: FaultOrigin, to bundle: HostileBundle) throws {
    let port = origin.url("").split(separator: ":").last.map(String.init) ?? ""
    for file in ["index.m3u8", "\(HostileBundle.video)/playlist.m3u8"] {
      guard let text = try? bundle.text(file), text.contains("LISTENER") else { continue }
      try bundle.replace(file, "LISTENER", port)
    }
  }

  /// What stands beside the bundle, by path: kind, mode, time, bytes.
  private func outside(_ folder: TemporaryFolder) throws -> [String: [String]] {
    let open = try Folder.open(folder.path)
    var found: [String: [String]] = [:]
    for entry in try open.walk() where !entry.path.hasPrefix("Bad.movpkg/") && entry.path != "Bad.movpkg" {
      let bytes = entry.status.kind == .file ? try open.readWhole(entry.path, limit: 1 << 20) : []
      found[entry.path] = ["\(entry.status)", SHA256Digest.of(bytes).hex]
    }
    return found
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Program.Run {
    let script = "ulimit -v \(Self.memory); exec \"$0\" \"$@\""
    let result = try await Processes.Command(
      "/bin/sh", ["-c", script, try Repository.program()] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"],
      workingFolder: folder.path, timeLimit: .seconds(60), outputLimit: 64 << 20
    ).run()
    return Program.Run(
      code: result.exitCode ?? -1, output: String(decoding: result.output, as: UTF8.self),
      errors: String(decoding: result.errors, as: UTF8.self))
  }
}
