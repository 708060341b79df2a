import Addresses
import Playlist
import Support
import Testing
import Transfer

@testable import Download

@Suite struct KeyRingTests {
  private func fetch(
    _ uris: [String], method: Key.Method = .aes128, from origin: FaultOrigin? = nil
  ) async throws -> [[UInt8]] {
    var settings = TransferSettings()
    settings.retries = 0
    settings.allowPrivateHosts = true
    let transfers = Transfers(settings: settings)
    defer { transfers.close() }
    let ring = KeyRing(loader: SourceLoader(transfers: transfers, root: nil))
    let keys = uris.map { PlannedKey(uri: origin?.url($0) ?? $0, method: method, keyFormat: "identity") }
    return try await ring.obtain(keys).map(\.clearBytes)
  }

  private func refusal(
    _ uri: String, method: Key.Method = .aes128, from origin: FaultOrigin? = nil
  ) async -> DownloadError? {
    do {
      _ = try await fetch([uri], method: method, from: origin)
      return nil
    } catch {
      return error as? DownloadError
    }
  }

  @Test("keys come in their order, each asked for once")
  func order() async throws {
    let one = [UInt8](repeating: 1, count: 16)
    let two = [UInt8](repeating: 2, count: 16)
    let origin = try FaultOrigin.routes(["/1": .file(one), "/2": .file(two)])
    #expect(try await fetch(["/2", "/1"], from: origin) == [two, one])
    #expect(origin.requests.count == 2)
  }

  @Test("one address under two methods is asked for once")
  func methods() async throws {
    let key = [UInt8](repeating: 7, count: 16)
    let origin = try FaultOrigin.routes(["/k": .file(key)])
    var settings = TransferSettings()
    settings.allowPrivateHosts = true
    let transfers = Transfers(settings: settings)
    defer { transfers.close() }
    let obtained = try await KeyRing(loader: SourceLoader(transfers: transfers, root: nil)).obtain(
      [.aes128, .sampleAES, .aes128].map {
        PlannedKey(uri: origin.url("/k"), method: $0, keyFormat: "identity")
      })
    #expect(obtained.map(\.clearBytes) == [key, key, key])
    #expect(origin.requests.count == 1)
  }

  @Test("a data: key needs no network")
  func data() async throws {
    #expect(
      try await fetch(["data:;base64,AAECAwQFBgcICQoLDA0ODw=="]) == [Array(0..<16)])
  }

  @Test(
    "a key of the wrong size is refused by path and length, and not a byte of it is shown",
    arguments: [
      ("Forbidden", "9 bytes, AES-128 needs 16", nil),
      (
        "00112233445566778899aabbccddeeff", "32 bytes, AES-128 needs 16",
        "it may be written in hexadecimal digits"
      ),
      (
        String(repeating: "w", count: 64), "64 bytes, AES-128 needs 16",
        "a key of this size may be wrapped for a player that can unwrap it"
      ),
      ("", "0 bytes, AES-128 needs 16", nil),
    ] as [(String, String, String?)])
  func wrongSize(_ body: String, _ reason: String, _ hint: String?) async throws {
    let origin = try FaultOrigin.routes(["/k": .file(Array(body.utf8))])
    let error = await refusal("/k?token=secret", from: origin)
    #expect(error?.kind == .wrongSource)
    #expect(error?.message == "key /k: \(reason)")
    #expect(error?.hint == hint)
  }

  @Test("AES-256-GCM needs 32 bytes")
  func long() async throws {
    let origin = try FaultOrigin.routes(["/k": .file(Array(0..<16))])
    #expect(
      await refusal("/k", method: .aes256GCM, from: origin)?.message
        == "key /k: 16 bytes, AES-256-GCM needs 32")
  }

  @Test("a data: key that cannot be read, or is too short, is refused unseen")
  func wrongData() async {
    #expect(await refusal("data:;base64,A*")?.message == "key data: URI: not a URI that holds or names a key")
    #expect(await refusal("data:,secret")?.message == "key data: URI: 6 bytes, AES-128 needs 16")
  }

  @Test("a key that is not there is the source's fault; a server in trouble is not")
  func gone() async throws {
    let origin = try FaultOrigin.routes(["/busy": .status(503)])
    let gone = await refusal("/k?token=secret", from: origin)
    #expect(gone?.kind == .wrongSource)
    #expect(gone?.message.contains("/k") == true)
    #expect(gone?.message.contains("secret") == false)
    #expect(await refusal("/busy", from: origin)?.kind == .unavailable)
  }

  @Test("something as large as a page is not taken in")
  func large() async throws {
    let origin = try FaultOrigin.routes(["/k": .file([UInt8](repeating: 0, count: 70_000))])
    #expect(await refusal("/k", from: origin)?.kind == .wrongSource)
  }
}
