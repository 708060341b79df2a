import JSON
import Support
import Testing

/// The contract of JSON output: names and types of every field, and a summary at the end whatever happened.
@Suite("JSON output")
struct JSONTests {
  private static let allowed: [String: Set<String>] = [
    "plan": [
      "source", "destination", "title", "durationSeconds", "variants", "renditions", "estimatedBytes",
      "freeBytes",
      "warnings", "type", "sessionData", "iFrameStreams", "imageStreams",
    ],
    "progress": ["overall", "selections", "type"],
    "selection": ["id", "state", "message", "type"],
    "finding": ["rule", "severity", "file", "line", "message", "hint", "type"],
    "retry": ["url", "reason", "attempt", "waitSeconds", "type"],
    "summary": [
      "command", "exitCode", "seconds", "bundle", "bundles", "missing", "bytes", "files", "requests",
      "retries",
      "findings", "message", "hint", "type",
    ],
  ]

  private func check(_ run: Program.Run, command: String, code: Int64) throws {
    let lines = try run.lines()
    for (index, line) in lines.enumerated() {
      let type = try #require(line["type"]?.text)
      let members = try #require(line.members)
      let fields = try #require(Self.allowed[type], "a line of type \(type)")
      #expect(Set(members.keys).isSubset(of: fields), "\(type): \(members.keys)")
      #expect((type == "summary") == (index == lines.count - 1))
    }
    let summary = try run.summary()
    #expect(summary["command"]?.text == command)
    #expect(summary["exitCode"]?.int == code)
    #expect(Int64(run.code) == code)
    for name in ["seconds", "missing", "bytes", "files", "requests", "retries"] {
      #expect(summary[name] != nil, "\(name)")
    }
    #expect((summary["message"] != nil) == (code != 0))
    for line in run.output.split(separator: "\n") { try checkOrder(String(line)) }
  }

  /// Keys are sorted: writing the line again gives the same bytes.
  private func checkOrder(_ line: String) throws {
    var writer = JSONWriter()
    writer.write(try JSONReader.parse(Array(line.utf8)))
    #expect(String(decoding: writer.bytes, as: UTF8.self) == line)
  }

  @Test("a build that succeeds")
  func success() async throws {
    let folder = try TemporaryFolder("json")
    let origin = try FaultOrigin.routes(TinyTitle.routes(5))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "--json", "-o", "f.movpkg", origin.url("/film/master.m3u8")], in: folder)
    try check(run, command: "build", code: 0)
    let lines = try run.lines()
    #expect(lines.first?["type"] == "plan")
    let progress = try #require(lines.last { $0["type"] == "progress" })
    #expect(progress["overall"]?["fraction"]?.number == 1)
    let selection = try #require(progress["selections"]?.items?.first)
    #expect(selection["loadedTimeRanges"] == [[0, 20]])
    #expect(selection["expectedTimeRange"] == [0, 20])
    #expect(lines.contains { $0["type"] == "selection" && $0["state"] == "complete" })
    let summary = try run.summary()
    #expect(summary["bundle"] == "f.movpkg")
    #expect(summary["requests"] == 7)
  }

  @Test("a build that fails, a source that is not there, a wrong command line")
  func failure() async throws {
    let folder = try TemporaryFolder("json")
    let origin = try FaultOrigin.routes(TinyTitle.routes(3, replacing: ["/film/seg1.ts": .status(404)]))
    defer { origin.stop() }
    let failed = try await Program.run(
      ["build", "--json", "-v", "-o", "f.movpkg", origin.url("/film/master.m3u8")], in: folder)
    try check(failed, command: "build", code: 5)
    #expect(try failed.lines().contains { $0["type"] == "selection" && $0["state"] == "failed" })
    #expect(try failed.summary()["bundle"] == .null)
    try check(
      try await Program.run(["build", "--json", origin.url("/nothing.m3u8")], in: folder), command: "build",
      code: 5)
    try check(try await Program.run(["build", "--json", "--wrong"], in: folder), command: "build", code: 2)
    try check(
      try await Program.run(["show", "--json", "nothing.m3u8"], in: folder), command: "show", code: 5)
    try check(try await Program.run(["verify", "--json", "nothing"], in: folder), command: "verify", code: 9)
  }

  @Test("retries are told with -v only, without what the address hides")
  func retries() async throws {
    let folder = try TemporaryFolder("json")
    let text = TinyTitle.playlist(1).replacing("seg0.ts", with: "seg0.ts?token=geheim")
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(1, replacing: ["/film/video.m3u8": .text(text), "/film/seg0.ts": .status(503)]))
    defer { origin.stop() }
    let command = [
      "build", "--json", "-R", "1", "--retry-sleep", "0.05", "-o", "f.movpkg",
      origin.url("/film/master.m3u8"),
    ]
    let quiet = try await Program.run(command, in: folder)
    try check(quiet, command: "build", code: 6)
    #expect(!(try quiet.lines().contains { $0["type"] == "retry" }))
    let verbose = try await Program.run(command + ["-v"], in: folder)
    try check(verbose, command: "build", code: 6)
    #expect(try verbose.lines().contains { $0["type"] == "retry" && $0["attempt"] != nil })
    #expect(!verbose.output.contains("geheim") && !verbose.errors.contains("geheim"))
  }
}
