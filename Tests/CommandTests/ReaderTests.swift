import Support
import Testing

/// `verify` and `show` take no lock, and a writer does not wait for them.
@Suite("Reading a bundle that is changed", .serialized)
struct ReaderTests {
  @Test("while removals run, no reader ever tells of damage")
  func readers() async throws {
    let folder = try TemporaryFolder("reader")
    _ = try await Sample.bundle(in: folder)
    var codes: [Int32] = []
    for _ in 0..<6 {
      try await Tools.run("rm", ["-rf", "f.movpkg"], in: folder.path)
      try await Tools.run("cp", ["-a", "Sample.movpkg", "f.movpkg"], in: folder.path)
      async let reading = Self.read(folder)
      for words in [["--audio", "fr"], ["--subtitles", "all"], ["--video", "height>100"]] {
        let run = try await Program.run(["remove"] + words + ["f.movpkg"], in: folder)
        #expect(run.code == 0, "\(run.errors)")
      }
      codes += try await reading
    }
    #expect(codes.allSatisfy { $0 == 0 } && codes.count == 72)
  }

  private static func read(_ folder: TemporaryFolder) async throws -> [Int32] {
    var codes: [Int32] = []
    for round in 0..<12 {
      let verb = round % 3 == 2 ? ["show"] : ["verify", "--level", round % 3 == 0 ? "quick" : "full"]
      let run = try await Program.run(verb + ["f.movpkg"], in: folder)
      if run.code != 0 { Issue.record("\(verb): \(run.code) \(run.output) \(run.errors)") }
      codes.append(run.code)
    }
    return codes
  }
}
