import Addresses
import Testing

@Suite struct RedactionTests {
  @Test(
    "credentials are replaced and nothing else",
    arguments: [
      ("https://u:p@h/a.m3u8", "https://REDACTED@h/a.m3u8"),
      ("https://h/a?token=abc&q=1", "https://h/a?token=REDACTED&q=1"),
      ("https://h/a?q=1&hdnts=st=1~exp=2~acl=/*~hmac=aa", "https://h/a?q=1&hdnts=REDACTED"),
      ("https://h/a?X-Amz-Signature=x", "https://h/a?X-Amz-Signature=REDACTED"),
      ("https://h/a?k=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "https://h/a?k=REDACTED"),
      ("https://h/a?k=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "https://h/a?k=REDACTED"),
      ("https://h/a?k=c3VwZXJTZWNyZXQ0MkFiQ2RFZg%3D%3D", "https://h/a?k=REDACTED"),
      ("https://h/a?k=kQZxWbTTghnMKlpRVYafuUEs", "https://h/a?k=REDACTED"),
      ("https://h/hdntl=exp=17~acl=%2f*~hmac=ab/a.m3u8", "https://h/hdntl=REDACTED/a.m3u8"),
      ("https://h/a;jsessionid=12/b.ts", "https://h/a;jsessionid=REDACTED/b.ts"),
      ("https://h/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln/b.ts", "https://h/REDACTED/b.ts"),
      ("https://h/a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7/b.ts", "https://h/REDACTED/b.ts"),
      ("https://h/a#access_token=abc", "https://h/a#access_token=REDACTED"),
      ("data:;base64,AAECAwQFBgcICQoLDA0ODw==", "data:REDACTED"),
    ])
  func redacted(_ text: String, _ expected: String) throws {
    let uri = try URI(text)
    #expect(Redaction.redacted(uri) == expected)
    #expect(Redaction.holdsCredential(uri))
  }

  @Test(
    "what names content stays",
    arguments: [
      "https://h/a.m3u8?id=42&v=7", "https://h/9f86d081884c7d659a2feaa0c55ad015/a.m3u8",
      "https://h/5f2b8c1e-3a4d-4e6f-8a9b-0c1d2e3f4a5b/a.m3u8",
      "https://h/My-Great-Film-2024-Season-01/1080p.m3u8",
      "https://h/a?title=the-quick-brown-fox-jumps-over&lang=en", "https://h/a?t=20240101120000123456789",
      "https://h/a?name=theQuickBrownFoxJumpsOverTheDog",
      "https://h/video-1080p-5000k-avc1-main.m3u8?start=0",
      "https://h/a?token=",
    ])
  func kept(_ text: String) throws {
    #expect(Redaction.redacted(try URI(text)) == text)
    #expect(!Redaction.holdsCredential(try URI(text)))
  }

  @Test("in a playlist, relative and absolute addresses and secret definitions lose their credentials")
  func playlist() {
    let source = """
      #EXTM3U\r
      #EXT-X-DEFINE:NAME="token",VALUE="ab cd"\r
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-DEFINE:NAME="auth",VALUE="x=1&token=abc"
      #EXT-X-DEFINE:NAME="base",VALUE="x=1&token=abc"
      #EXT-X-KEY:METHOD=AES-128,URI="https://k/1?sig=zz",IV=0x9c7db8778570d05c3177c349fd9236aa,KEYFORMAT="identity"
      #EXT-X-KEY:METHOD=AES-128,URI="data:;base64,AAECAwQF"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
      #EXT-X-VENDOR:https://u:p@h/x?token=1,other
      #EXT-X-OTHER:TOKEN=abc,KIND=b
      # token=abc kept=1
      #EXTINF:6.006,a title? yes
      seg/1.ts?a=b&token={$token}
      https://h/2.ts?Policy=abc&n=2
      """
    let expected = """
      #EXTM3U\r
      #EXT-X-DEFINE:NAME="token",VALUE="REDACTED"\r
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-DEFINE:NAME="auth",VALUE="REDACTED"
      #EXT-X-DEFINE:NAME="base",VALUE="x=1&token=REDACTED"
      #EXT-X-KEY:METHOD=AES-128,URI="https://k/1?sig=REDACTED",IV=0x9c7db8778570d05c3177c349fd9236aa,KEYFORMAT="identity"
      #EXT-X-KEY:METHOD=AES-128,URI="data:REDACTED"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
      #EXT-X-VENDOR:https://REDACTED@h/x?token=REDACTED
      #EXT-X-OTHER:TOKEN=REDACTED,KIND=b
      # token=REDACTED kept=1
      #EXTINF:6.006,a title? yes
      seg/1.ts?a=b&token=REDACTED
      https://h/2.ts?Policy=REDACTED&n=2
      """
    #expect(Redaction.redactedText(source) == expected)
  }

  @Test("a combining mark beside a separator hides no credential")
  func combiningMarks() {
    #expect(Redaction.redactedText("s.ts?a=1&token=\u{301}abc") == "s.ts?a=1&token=REDACTED")
    #expect(Redaction.redactedText("s.ts?a=\u{301}1&token=abc") == "s.ts?a=\u{301}1&token=REDACTED")
  }

  @Test("bytes that are no UTF-8 stay as they are")
  func foreignBytes() {
    let bytes: [UInt8] = Array("#EXTINF:6,".utf8) + [0xFF, 0xFE, 0x0A] + Array("a.ts?x=1".utf8)
    #expect(Redaction.redactedText(bytes) == bytes)
  }
}
