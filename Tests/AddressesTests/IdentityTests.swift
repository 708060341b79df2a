import Addresses
import Testing

@Suite struct IdentityTests {
  private func identity(_ text: String, adding names: [String] = []) throws -> String {
    try Identity(of: URI(text), ignoring: VolatileParameters(adding: names)).text
  }

  @Test("a new token is the same title")
  func tokens() throws {
    #expect(try identity("https://h/m.m3u8?token=a") == identity("https://h/m.m3u8?token=b"))
    #expect(
      try identity("https://u:p@H:443/m.m3u8?q=1&Policy=x&Signature=y&Key-Pair-Id=z#t")
        == "https://h/m.m3u8?q=1")
    #expect(
      try identity("https://h/m?X-Amz-Date=1&x-goog-signature=2&hdnts=exp=1~acl=/*~hmac=2&b=2&a=1")
        == "https://h/m?b=2&a=1")
  }

  @Test("id and v tell films apart, even where they are named volatile")
  func films() throws {
    #expect(try identity("https://h/m?id=1", adding: ["id", "V"]) == "https://h/m?id=1")
    #expect(try identity("https://h/m?v=1") != identity("https://h/m?v=2"))
  }

  @Test("a named parameter is left out whatever its case")
  func added() throws {
    #expect(try identity("https://h/m?MyKey=1&b&c=", adding: ["mykey"]) == "https://h/m?b&c=")
  }

  @Test("the short names of an Azure signature count only beside it")
  func azure() throws {
    #expect(try identity("https://h/m?sv=1&st=2&se=3&sr=b&sp=r&sig=x") == "https://h/m")
    #expect(try identity("https://h/m?st=2") == "https://h/m?st=2")
  }

  @Test("an unusual port stays")
  func port() throws {
    #expect(try identity("http://h:8080/m") == "http://h:8080/m")
    #expect(try identity("http://[::1]:80/m") == "http://[::1]/m")
  }

  @Test("a file and a given text are identities too")
  func others() throws {
    #expect(try identity("file:///a/b.m3u8") == "file:///a/b.m3u8")
    #expect(Identity(text: "film 7").text == "film 7")
  }
}
