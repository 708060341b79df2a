import JSON
import Processes
import Support
import Testing

@Suite("How lint ends")
struct LintEndTests {
  /// A multivariant playlist with one variant more.
  private func master(_ reference: String) -> String {
    LintTests.multivariant
      + "#EXT-X-STREAM-INF:BANDWIDTH=100000,AVERAGE-BANDWIDTH=90000,CODECS=\"avc1.64001f,mp4a.40.2\","
      + "RESOLUTION=320x180,FRAME-RATE=25.000\n\(reference)\n"
  }

  @Test(
    "what no client follows is an error of the line that names it, and ends with 5",
    arguments: ["http://[::bad/v.m3u8", "ftp://h.example/v.m3u8", "file:///etc/passwd"], [true, false])
  func references(_ reference: String, _ isRemote: Bool) async throws {
    // From a file, one outside of its folder is a matter of this machine.
    if !isRemote, reference.hasPrefix("file:") { return }
    let folder = try TemporaryFolder("lint")
    try folder.write(master(reference), to: "m.m3u8")
    try folder.write(TinyTitle.playlist(3), to: "video.m3u8")
    let origin = try FaultOrigin.routes([
      "/m.m3u8": .text(master(reference)), "/video.m3u8": .text(TinyTitle.playlist(3)),
    ])
    let subject = isRemote ? origin.url("/m.m3u8") : "m.m3u8"
    let run = try await Program.run(["lint", "--json", subject], in: folder)
    #expect(run.code == 5, "\(run.output) \(run.errors)")
    let told = try run.lines().filter { $0["rule"] == "rfc8216bis-4.1-reference-followed" }
    #expect(told.count == 1 && told.first?["severity"] == "error", "\(run.output)")
    #expect(told.first?["file"]?.text == (isRemote ? "/m.m3u8" : "m.m3u8") && told.first?["line"] == 7)
    let text = try await Program.run(["lint", subject], in: folder)
    #expect(text.code == 5 && text.output.contains("m.m3u8:7: "), "\(text.output)")
  }

  @Test("a certificate that is not trusted ends with 5, and is named")
  func certificate() async throws {
    let folder = try TemporaryFolder("lint")
    try folder.write(LintTests.multivariant, to: "site/master.m3u8")
    try folder.write(TinyTitle.playlist(3), to: "site/video.m3u8")
    let origin = try await Nginx.start(serving: folder.path("site"), secure: true)
    let url = try #require(origin.secureURL("/master.m3u8"))
    let refused = try await Program.run(["lint", "-R", "0", url], in: folder)
    #expect(refused.code == 5 && refused.output.isEmpty, "\(refused.output)")
    #expect(refused.errors.contains("certificate"), "\(refused.errors)")
    let trusted = try await Program.run(["lint", "--cacert", origin.certificate, url], in: folder)
    #expect(trusted.code == 0, "\(trusted.output) \(trusted.errors)")
    await origin.stop()
  }

  @Test("a stop by signal ends with 130, and the summary says so")
  func interrupt() async throws {
    let folder = try TemporaryFolder("lint")
    let origin = try FaultOrigin.start { request in
      request.path == "/film/master.m3u8" ? .text(LintTests.multivariant) : .hang
    }
    defer { origin.stop() }
    let process = try await Program.start(
      ["lint", "--json", "--socket-timeout", "600", origin.url("/film/master.m3u8")], in: folder)
    while origin.requests(for: "/film/video.m3u8").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    #expect(process.send(signal: 2))
    let result = await process.wait()
    #expect(result.exitCode == 130)
    let last = String(decoding: result.output, as: UTF8.self).split(separator: "\n").last ?? ""
    #expect(try JSONReader.parse(Array(last.utf8))["exitCode"] == 130)
  }

  @Test("when the reader of its output goes away it ends with 141")
  func brokenPipe() async throws {
    let folder = try TemporaryFolder("lint")
    // It begins once the reader has left.
    let program = "'\(try Repository.program())' lint --explain all"
    let command = "(sleep 1; exec \(program)) | true; echo ${PIPESTATUS[0]}"
    let result = try await Tools.result(of: "bash", ["-c", command], in: folder.path)
    #expect(String(decoding: result.output, as: UTF8.self).hasSuffix("141\n"))
  }
}
