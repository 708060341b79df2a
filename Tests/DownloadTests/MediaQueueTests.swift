import Addresses
import Playlist
import Support
import Testing
import Transfer

@testable import Download

@Suite struct MediaQueueTests {
  /// Every job of a queue, in words: file, and where its pieces start and how long they are.
  private func jobs(_ queue: MediaQueue) -> [String] {
    var words: [String] = []
    while case .job(let job) = queue.next() {
      let start = job.start.map { "@\($0)" } ?? ""
      words.append(
        job.uri.lastPathComponent + start + job.pieceLengths.map { " \($0)" }.joined())
    }
    return words
  }

  private func jobs(
    _ texts: String..., stored: [Int] = [], connections: Int = 8, at uri: String = site, root: URI? = nil,
    isLocal: Bool = false
  ) throws -> [String] {
    let folder = try TemporaryFolder("queue")
    let contexts = try texts.map { try Planned($0, at: uri, root: root).context(in: folder) }
    for piece in stored { contexts[0].store(facts(1), at: piece) }
    return jobs(MediaQueue(contexts, connections: connections, isLocal: isLocal))
  }

  private static func range(_ length: Int, _ offset: Int? = nil, of name: String = "v") -> String {
    "#EXTINF:6,\n#EXT-X-BYTERANGE:\(length)" + (offset.map { "@\($0)" } ?? "") + "\n\(name)"
  }

  @Test("whole resources are asked for one by one, stream after stream, sections first")
  func order() throws {
    let first = vod(
      "#EXT-X-MAP:URI=\"i\"", "#EXTINF:6,", "a", "#EXTINF:6,", "a", "#EXT-X-MAP:URI=\"j\"", "#EXTINF:6,", "b")
    #expect(try jobs(first, vod("#EXTINF:6,", "c")) == ["i", "a", "a", "j", "b", "c"])
  }

  @Test("adjacent ranges of one resource are one request, the section's too")
  func adjacent() throws {
    let text = vod(
      "#EXT-X-MAP:URI=\"v\",BYTERANGE=\"50@0\"", Self.range(100, 50), Self.range(200), Self.range(300))
    #expect(try jobs(text) == ["v@0 50 100 200 300"])
  }

  @Test("not across a hole, an overlap, another resource or a step back")
  func apart() throws {
    #expect(try jobs(vod(Self.range(100, 0), Self.range(100, 101))) == ["v@0 100", "v@101 100"])
    #expect(try jobs(vod(Self.range(100, 0), Self.range(100, 99))) == ["v@0 100", "v@99 100"])
    #expect(try jobs(vod(Self.range(100, 0), Self.range(100, 100, of: "w"))) == ["v@0 100", "w@100 100"])
    #expect(try jobs(vod(Self.range(100, 100), Self.range(100, 0))) == ["v@100 100", "v@0 100"])
    #expect(
      try jobs(vod(Self.range(100, 0), "#EXTINF:6,\nv", Self.range(100, 100))) == [
        "v@0 100", "v", "v@100 100",
      ])
  }

  @Test("not across a gap, which is never asked for")
  func gaps() throws {
    let gap = "#EXT-X-GAP\n" + Self.range(100)
    #expect(try jobs(vod(Self.range(100, 0), gap, Self.range(100))) == ["v@0 100", "v@200 100"])
    #expect(try jobs(vod("#EXT-X-GAP", "#EXTINF:6,", "a")) == [])
  }

  @Test("not across what is stored, which is not asked for again")
  func stored() throws {
    let text = vod(Self.range(100, 0), Self.range(100), Self.range(100), Self.range(100))
    #expect(try jobs(text, stored: [1]) == ["v@0 100", "v@200 100 100"])
    #expect(try jobs(text, stored: [0, 3]) == ["v@100 100 100"])
    #expect(try jobs(text, stored: [0, 1, 2, 3]) == [])
  }

  @Test("not across streams")
  func streams() throws {
    #expect(try jobs(vod(Self.range(100, 0)), vod(Self.range(100, 100))) == ["v@0 100", "v@100 100"])
  }

  @Test("a request has a bound, so that there is work for every connection")
  func bound() throws {
    let piece = 400 << 10
    let text = vod(
      ([Self.range(piece, 0)] + Array(repeating: Self.range(piece), count: 5)).joined(separator: "\n"))
    // Six times 400 KiB: two fit in 1 MiB.
    #expect(
      try jobs(text) == [
        "v@0 \(piece) \(piece)", "v@\(2 * piece) \(piece) \(piece)", "v@\(4 * piece) \(piece) \(piece)",
      ])
    let large = 40 << 20
    let big = vod(
      ([Self.range(large, 0)] + Array(repeating: Self.range(large), count: 3)).joined(separator: "\n"))
    #expect(try jobs(big, connections: 1).count == 4, "never more than 16 MiB")
  }

  @Test("files of this machine and the network have queues of their own")
  func local() throws {
    let root = try URI("file:///srv/film/index.m3u8")
    let text = vod(Self.range(100, 0), Self.range(100), "#EXTINF:6,", "https://a.example.com/w")
    let uri = "file:///srv/film/index.m3u8"
    #expect(try jobs(text, at: uri, root: root) == ["w"])
    #expect(try jobs(text, at: uri, root: root, isLocal: true) == ["v@0 100", "v@100 100"])
  }

  @Test("the first failure ends the work and is the one that is told; being stopped is not")
  func failure() throws {
    let folder = try TemporaryFolder("queue")
    let context = try Planned(vod("#EXTINF:6,", "a", "#EXTINF:6,", "b", "#EXTINF:6,", "c")).context(
      in: folder)
    let queue = MediaQueue([context], connections: 2)
    for _ in 0..<2 { _ = queue.next() }
    let uri = try URI(site)
    queue.completed([
      TransferResult(
        jobID: 0, failure: TransferFailure(.cancelled, uri: uri), requests: 2, retries: 1, bytes: 10)
    ])
    queue.completed([TransferResult(jobID: 1, failure: TransferFailure(.status(404), uri: uri), bytes: 5)])
    queue.fail(DownloadError(.disk, "full"), stream: nil)
    guard case .finished = queue.next() else {
      Issue.record("more work after a failure")
      return
    }
    #expect(queue.failure?.error.kind == .wrongSource)
    #expect(queue.failure?.stream == 0)
  }
}
