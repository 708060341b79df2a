import Files
import Processes
import Support
import Testing

/// `hlspack remove` where it may not; where it is killed, see `KillTests`.
@Suite("Removing from what it should not touch", .serialized)
struct RemoveFaultTests {
  @Test("locked, damaged and foreign folders are told apart, and are left as they are")
  func refused() async throws {
    let folder = try TemporaryFolder("remove")
    _ = try await Sample.bundle(in: folder)
    let before = try tree("Sample.movpkg", folder)
    let lock = try #require(try FolderLock.acquire(folder.path("Sample.movpkg")))
    #expect(try await remove(folder).code == 10)
    #expect(try await remove(folder, ["--dry-run"]).code == 0)
    withExtendedLifetime(lock) {}
    #expect(try tree("Sample.movpkg", folder) == before)
    try folder.makeFolder("empty")
    for name in ["empty", "nothing"] {
      #expect(try await Program.run(["remove", "--audio", "fr", name], in: folder).code == 9)
    }
  }

  @Test("--wait waits for another process")
  func waits() async throws {
    let folder = try TemporaryFolder("remove")
    _ = try await Sample.bundle(in: folder)
    var lock = try FolderLock.acquire(folder.path("Sample.movpkg"))
    #expect(lock != nil)
    let process = try await Program.start(
      ["remove", "--wait", "--audio", "fr", "Sample.movpkg"], in: folder)
    while process.errorsSoFar.isEmpty, process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    #expect(String(decoding: process.errorsSoFar, as: UTF8.self).contains("waiting"))
    lock = nil
    #expect(await process.wait().exitCode == 0)
    #expect(try await Program.run(["verify", "Sample.movpkg"], in: folder).code == 0)
  }

  @Test("a damaged manifest, index, listing or sums: exit 7, and nothing is touched")
  func damaged() async throws {
    let folder = try TemporaryFolder("remove")
    let sample = try await Sample.bundle(in: folder)
    let open = try Folder.open(sample)
    let files = try files(in: sample).filter {
      ["hlspack.json", "SHA256SUMS", "index.m3u8"].contains($0) || $0.hasSuffix("stream.json")
    }
    #expect(files.count > 5)
    for file in files {
      let bytes = try open.readWhole(file, limit: 1 << 20)
      var changed = bytes
      changed[changed.count / 2] ^= 1
      for content in [changed, nil] {
        if let content { try open.writeWhole(file, content) } else { try open.remove(file) }
        let before = try tree("Sample.movpkg", folder)
        let run = try await remove(folder)
        #expect(run.code == 7, "\(file): \(run.code) \(run.errors)")
        #expect(try tree("Sample.movpkg", folder) == before, "\(file)")
      }
      try open.writeWhole(file, bytes)
    }
  }

  @Test("a manifest that wants what is outside of the bundle deleted: exit 7, and nothing is touched")
  func hostile() async throws {
    let folder = try TemporaryFolder("remove")
    _ = try await Sample.bundle(in: folder)
    try folder.write("precious", to: "victim")
    for path in ["../victim", folder.path("victim"), "Data/../../victim"] {
      let manifest = try folder.text("Sample.movpkg/hlspack.json")
      let planted = manifest.replacing(
        "\"policy\"", with: "\"pending\": {\"deletions\": [\"\(path)\"], \"renames\": []},\n  \"policy\"")
      try folder.write(planted, to: "Sample.movpkg/hlspack.json")
      #expect(try await remove(folder).code == 7)
      #expect(try folder.text("victim") == "precious")
      try folder.write(manifest, to: "Sample.movpkg/hlspack.json")
    }
  }

  private func remove(
    _ folder: TemporaryFolder, _ more: [String] = [], bundle: String = "Sample.movpkg"
  ) async throws -> Program.Run {
    try await Program.run(["remove", "--audio", "fr", bundle] + more, in: folder)
  }
}
