import JSON
import Rights
import Testing

@Suite("Receipts") struct ReceiptTests {
  @Test("a receipt says what went, of what, when, by whom and what it does not cover")
  func text() throws {
    let receipt = Receipt(
      identity: "abc", title: "Film", source: "https://example.com/m.m3u8", manifest: "00ff",
      keys: [.init(id: "key-0", method: "AES-128", keyFormat: "identity", source: "data:")], nonce: "n1",
      at: "2026-12-01T00:00:00Z", by: "hlspack 1")
    let json = try JSONReader.parse(receipt.bytes)
    #expect(json["identity"] == "abc" && json["nonce"] == "n1" && json["manifest"] == "00ff")
    #expect(
      json["at"] == "2026-12-01T00:00:00Z" && json["by"] == "hlspack 1" && json["formatVersion"]?.int == 1)
    #expect(json["keys"]?.items?.first?["id"] == "key-0")
    #expect(json["notCovered"]?.items?.count == 4)
    #expect(receipt.bytes.last == 10)
    let other = Receipt(
      identity: "abc", title: "Film", source: "s", manifest: "00", keys: [], nonce: nil, at: "t", by: "b")
    #expect(try JSONReader.parse(other.bytes)["nonce"] == nil)
  }
}
