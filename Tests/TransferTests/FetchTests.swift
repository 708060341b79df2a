import Addresses
import Support
import Testing
import Transfer

@Suite("fetch: one resource into memory")
struct FetchTests {
  @Test("a head alone tells the size")
  func head() async throws {
    let origin = try FaultOrigin.routes(["/a.ts": .file(pattern(5_000)), "/b.ts": .status(405)])
    var settings = TransferSettings.quick
    settings.engines = 1
    settings.connections = 1
    let transfers = Transfers(settings: settings)
    let uri = try URI(origin.url("/a.ts"))
    let head = try await transfers.fetch(.init(uri: uri, kind: .media, isHeadOnly: true))
    #expect(head.bytes.isEmpty && head.head.contentLength == 5_000)
    let whole = try await transfers.fetch(.init(uri: uri, kind: .media))
    #expect(whole.bytes == pattern(5_000))
    let part = try await transfers.fetch(
      .init(uri: uri, kind: .media, range: ByteRequest(first: 10, last: 19)))
    #expect(part.bytes == Array(pattern(5_000)[10...19]))
    let refused = try URI(origin.url("/b.ts"))
    await #expect(throws: TransferFailure.self) {
      try await transfers.fetch(.init(uri: refused, kind: .media, isHeadOnly: true))
    }
    #expect(origin.requests.map(\.method) == ["HEAD", "GET", "GET", "HEAD"])
  }

  @Test("a resource comes whole, with its head")
  func whole() async throws {
    let origin = try FaultOrigin.routes(["/a.m3u8": .text("#EXTM3U\n")])
    let transfers = Transfers(settings: .quick)
    let fetched = try await transfers.fetch(.init(uri: URI(origin.url("/a.m3u8")), kind: .playlist))
    #expect(fetched.bytes == Array("#EXTM3U\n".utf8))
    #expect(fetched.head.status == 200)
    #expect(fetched.head.contentType == "application/vnd.apple.mpegurl")
    #expect(fetched.head.contentLength == 8)
    #expect(fetched.head.finalURI.text == origin.url("/a.m3u8"))
    #expect(fetched.redirects.isEmpty)
    #expect(transfers.totals == TransferTotals(requests: 1, retries: 0, bytes: 8))
  }
}
