import Addresses
import Support
import Testing
import Transfer

@Suite("fetch: one resource into memory")
struct FetchTests {
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
