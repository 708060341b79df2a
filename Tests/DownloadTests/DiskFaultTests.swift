import BundleStore
import Files
import Glibc
import Support
import Synchronization
import Testing
import Transfer

@testable import Download

/// A whole build at whose every deed the disk refuses once.
@Suite("Builds on a disk that refuses")
struct DiskFaultTests {
  /// A title of subtitles in files, so that nothing needs a network, and a place on a file system in memory.
  private final class Place {
    let source: TemporaryFolder
    let path: String
    let transfers = Transfers()
    private let parent: String

    init() throws {
      source = try TemporaryFolder("disk")
      let lines = (0..<3).map { "#EXTINF:6,\n\($0).vtt" }.joined(separator: "\n")
      try source.write(vod(lines), to: "film/index.m3u8")
      for number in 0..<3 {
        try source.write(
          "WEBVTT\n\n00:0\(number).000 --> 00:0\(number).500\nline \(number)\n", to: "film/\(number).vtt")
      }
      parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : source.path
      path = "\(parent)/hlspack-disk-\(UInt64.random(in: .min ... .max))"
      _ = try Folder.create(path, mode: 0o700)
    }

    deinit {
      // What is left there fails no test.
      try? Folder.open(parent).removeTree(FilePath.lastComponent(path))
    }

    func build() async throws -> BuildOutcome {
      var request = BuildRequest(source: .file(path: source.path("film/index.m3u8")))
      request.output = "\(path)/Film.movpkg"
      let builder = try Builder(
        request, transfers: transfers,
        surroundings: Builder.Surroundings(
          program: "tests", now: { Instant(seconds: 1_800_000_000) }, uptime: { 0 }, bootID: "boot",
          currentFolder: source.path), events: { _ in })
      return try await builder.run(builder.plan())
    }

    /// The bytes of every file of the bundle, by path.
    func tree() throws -> [String: [UInt8]] {
      let folder = try Folder.open("\(path)/Film.movpkg")
      var tree: [String: [UInt8]] = [:]
      for entry in try folder.walk() where entry.status.kind == .file {
        tree[entry.path] = try folder.readWhole(entry.path, limit: 1 << 20)
      }
      return tree
    }

    func clear() throws {
      let folder = try Folder.open(path)
      for name in try folder.entries() { try folder.removeTree(name) }
    }
  }

  /// The deeds that change the disk, refusing the one of a certain number.
  private static func watch(
    _ path: String, _ deeds: SharedList, refusing number: Int = -1, with code: Int32 = EIO
  ) -> DiskWatch {
    DiskWatch(beneath: path) { deed, name in
      guard deed.changes else { return nil }
      return deeds.add("\(deed) \(name.dropFirst(path.utf8.count))") == number ? code : nil
    }
  }

  private final class SharedList: Sendable {
    private let list = Mutex<[String]>([])

    /// Its index.
    func add(_ text: String) -> Int {
      list.withLock {
        $0.append(text)
        return $0.count - 1
      }
    }

    var texts: [String] { list.withLock { $0 } }
  }

  @Test(
    "it ends as the disk's fault, never with a hole, and the next one ends in the same bytes",
    arguments: [ENOSPC, EDQUOT, EIO])
  func sweep(_ code: Int32) async throws {
    let place = try Place()
    let all = SharedList()
    var watch: DiskWatch? = Self.watch(place.path, all)
    _ = try await place.build()
    watch = nil
    let expected = try place.tree()
    #expect(all.texts.count > 40)
    for number in all.texts.indices {
      try place.clear()
      let deeds = SharedList()
      watch = Self.watch(place.path, deeds, refusing: number, with: code)
      do {
        _ = try await place.build()
        Issue.record("\(deeds.texts[number]) did not matter")
      } catch let error as DownloadError {
        let sentence = SystemError(code: code, deed: "").reason
        #expect(error.kind == .disk, "\(deeds.texts[number]): \(error)")
        #expect(error.message.contains(sentence), "\(deeds.texts[number]): \(error)")
      }
      watch = nil
      // At once: whoever failed has let go of the lock.
      _ = try await place.build()
      #expect(try place.tree() == expected, "\(deeds.texts[number])")
      #expect(try Folder.open(place.path).entries() == ["Film.movpkg"])
    }
    withExtendedLifetime(watch) {}
  }
}
