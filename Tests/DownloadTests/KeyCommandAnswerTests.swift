import Files
import JSON
import Playlist
import Testing

@testable import Download

/// What a key command is asked and what its answers mean.
@Suite("Answers of key commands")
struct KeyCommandAnswerTests {
  private static let key = [UInt8](0..<16)
  private let now = Instant(seconds: 1_800_000_000)

  private func planned(_ method: Key.Method = .sampleAES) -> PlannedKey {
    var key = PlannedKey(uri: "skd://k", method: method, keyFormat: "com.apple.streamingkeydelivery")
    key.keyFormatVersions = "1"
    key.iv = [UInt8](repeating: 0xAB, count: 16)
    return key
  }

  private func answer(_ text: String, _ method: Key.Method = .sampleAES) -> ObtainedKey? {
    try? KeyCommand.answer(Array(text.utf8), for: planned(method), at: now)
  }

  @Test("the question has all that the line says")
  func question() throws {
    let bytes = KeyCommand.question(planned(), KeyCommand.Bundle(path: "a b.movpkg", identity: "ID"))
    let value = try JSONReader.parse(bytes)
    #expect(
      value == [
        "bundle": "a b.movpkg", "identity": "ID", "iv": .string("0x" + String(repeating: "ab", count: 16)),
        "keyFormat": "com.apple.streamingkeydelivery", "keyFormatVersions": "1", "method": "SAMPLE-AES",
        "uri": "skd://k",
      ])
  }

  @Test(
    "a key comes in Base64 of either alphabet or in digits",
    arguments: [
      "AAECAwQFBgcICQoLDA0ODw==", "AAECAwQFBgcICQoLDA0ODw", "000102030405060708090a0b0c0d0e0f",
      "0x000102030405060708090A0B0C0D0E0F",
    ])
  func forms(_ text: String) {
    #expect(answer("{\"key\":\"\(text)\"}") == ObtainedKey(content: .clear(Self.key)))
  }

  @Test("an end is noted, and one that is past or now is refused")
  func ends() {
    func end(_ text: String) -> ObtainedKey? {
      answer("{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\",\"expiresAt\":\"\(text)\"}")
    }
    #expect(end("2027-01-15T08:00:01Z")?.expiresAt == Instant(seconds: 1_800_000_001))
    #expect(end("2027-01-15T08:00:00Z") == nil)
    #expect(end("tomorrow") == nil)
  }

  @Test("for a method that is not known here only a blob can be kept; a key has the length of the method")
  func lengths() {
    #expect(answer("{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\"}", .other("AES-512")) == nil)
    #expect(answer("{\"blob\":\"AAEC\"}", .other("AES-512")) == ObtainedKey(content: .opaque([0, 1, 2])))
    #expect(answer("{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\"}", .aes256GCM) == nil)
    let long = String(repeating: "07", count: 32)
    #expect(
      answer("{\"key\":\"\(long)\"}", .aes256GCM)
        == ObtainedKey(content: .clear([UInt8](repeating: 7, count: 32))))
  }

  @Test("one that does not end is ended, and told")
  func slow() async throws {
    var command = KeyCommand("sleep 600", environment: ["PATH": "/usr/bin:/bin"])
    command.timeLimit = .milliseconds(200)
    let error = await #expect(throws: DownloadError.self) {
      try await command.ask(for: planned(), KeyCommand.Bundle(), at: now)
    }
    #expect(error?.kind == .commandFailed)
    #expect(error?.message.contains("did not end within") == true)
  }
}
