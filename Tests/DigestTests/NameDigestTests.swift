import Digest
import Testing

@Suite struct NameDigestTests {
  @Test(
    "a text's SHA-1 in base32 is what Apple's packages use",
    arguments: [
      ("https://cdn.example.com/film/v720/index.m3u8", "TPLQLR7AN3WOXDV2JG4YSRQU45253663"),
      ("https://cdn.example.com/film/a-en/index.m3u8", "LAQU2CXMYGY6JZTQM3CJEKH5OOCL7ZO7"),
    ])
  func base32(_ text: String, _ name: String) {
    #expect(SHA1.base32(of: text) == name)
  }

  @Test("SHA-1 gives the published vectors")
  func sha1() {
    #expect(Hex.text(of: SHA1.digest(of: Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(Hex.text(of: SHA1.digest(of: [])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test("a UUID of version 5 is made from its namespace and name")
  func uuid() {
    // Python: uuid.uuid5(uuid.NAMESPACE_URL, "https://example.com/") and a name within it.
    let film = UUIDv5(url: "https://example.com/")
    #expect(film.description == "DD2C1780-811A-5296-81C5-178A0EF488BC")
    #expect(
      UUIDv5(namespace: film, name: "master.m3u8").description == "24F0E6E8-4143-5659-B928-761467FE4BA2")
    #expect(UUIDv5(namespace: film, name: "a") != UUIDv5(namespace: film, name: "b"))
  }

  @Test("hexadecimal digits go both ways, and other texts are refused")
  func hex() {
    #expect(Hex.text(of: [0x00, 0x0F, 0xF0, 0xAB]) == "000ff0ab")
    #expect(Hex.bytes(of: "000FF0ab") == [0x00, 0x0F, 0xF0, 0xAB])
    #expect(Hex.bytes(of: "") == [])
    #expect(Hex.bytes(of: "0") == nil)
    #expect(Hex.bytes(of: "0x") == nil)
    #expect(Hex.bytes(of: "é") == nil)
  }
}
