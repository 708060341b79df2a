import Digest
import Foundation
import Testing

@Suite struct AES128CBCTests {
  private let key = [UInt8](0..<16)
  private let iv = [UInt8]((0..<16).reversed())

  private func decrypted(_ bytes: [UInt8], portion: Int) throws -> [UInt8] {
    let decryptor = try AES128CBCDecryptor(key: key, iv: iv)
    return try decrypted(bytes, portion: portion, with: decryptor)
  }

  private func decrypted(
    _ bytes: [UInt8], portion: Int, with decryptor: AES128CBCDecryptor
  ) throws -> [UInt8] {
    var clear: [UInt8] = []
    for at in stride(from: 0, to: bytes.count, by: portion) {
      decryptor.update(bytes.span.extracting(at..<min(at + portion, bytes.count)).bytes) { part in
        part.withUnsafeBytes { clear.append(contentsOf: $0) }
      }
    }
    return try clear + decryptor.finish()
  }

  @Test(
    "what openssl encrypted is decrypted, in portions of any size",
    arguments: [
      (0, "efddc425a6fa0c5f25e444092eb0f503"), (1, "3242f3813ba296a7db86f0435af55b9f"),
      (15, "a24d28b488722e02eb235cbb2d2d559f"),
      (16, "1586b97f7ae7542a3668a6acb04db879180d734693bc2fc567ae60c5ae8889be"),
      (17, "1586b97f7ae7542a3668a6acb04db8794c25da1a94a12127f5d983463e254e33"),
    ], [1, 7, 16, 33])
  func vectors(_ vector: (length: Int, hex: String), _ portion: Int) throws {
    let bytes = try #require(Hex.bytes(of: vector.hex))
    #expect(
      try decrypted(bytes, portion: portion) == [UInt8](repeating: UInt8(ascii: "A"), count: vector.length))
  }

  @Test("a long text is decrypted as openssl encrypts it", arguments: [16_384, 32_768, 100_000, 1 << 20])
  func long(_ portion: Int) throws {
    let clear = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    #expect(try decrypted(try opensslEncrypted(clear), portion: portion) == clear)
  }

  @Test("a decryptor serves again after a failure")
  func reuse() throws {
    let decryptor = try AES128CBCDecryptor(key: key, iv: iv)
    let bytes = try #require(Hex.bytes(of: "a24d28b488722e02eb235cbb2d2d559f"))
    #expect(throws: DecryptionError.length(7)) {
      try decrypted(Array(bytes.prefix(7)), portion: 7, with: decryptor)
    }
    try decryptor.reset(key: key, iv: iv)
    #expect(try decrypted(bytes, portion: 16, with: decryptor).count == 15)
  }

  @Test("a length that is no whole number of blocks, and a bad padding, are told apart")
  func refusals() throws {
    let bytes = try #require(
      Hex.bytes(of: "1586b97f7ae7542a3668a6acb04db8794c25da1a94a12127f5d983463e254e33"))
    #expect(throws: DecryptionError.length(0)) { try decrypted([], portion: 1) }
    #expect(throws: DecryptionError.length(31)) { try decrypted(Array(bytes.dropLast()), portion: 8) }
    #expect(throws: DecryptionError.padding) { try decrypted(Array(bytes.prefix(16)), portion: 16) }
    var damaged = bytes
    damaged[31] ^= 0x40
    #expect(throws: DecryptionError.padding) { try decrypted(damaged, portion: 32) }
    #expect(throws: DecryptionError.keyLength(15)) {
      try AES128CBCDecryptor(key: Array(key.dropLast()), iv: iv)
    }
    #expect(throws: DecryptionError.ivLength(17)) { try AES128CBCDecryptor(key: key, iv: iv + [0]) }
    #expect(DecryptionError.length(31).description == "encrypted, and 31 bytes long: not a multiple of 16")
  }

  @Test("an error of the receiver ends the update at once")
  func receiverFails() throws {
    struct DiskFull: Error {}
    let decryptor = try AES128CBCDecryptor(key: key, iv: iv)
    var calls = 0
    #expect(throws: DiskFull.self) {
      try decryptor.update([UInt8](repeating: 0, count: 1 << 20).span.bytes) { _ throws(DiskFull) in
        calls += 1
        throw DiskFull()
      }
    }
    #expect(calls == 1)
  }

  /// `openssl enc`, from package openssl (`make deps-test`).
  private func opensslEncrypted(_ clear: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer {
      // What cannot be removed from the temporary folder does no harm.
      try? FileManager.default.removeItem(at: folder)
    }
    try Data(clear).write(to: folder.appending(path: "clear"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.currentDirectoryURL = folder
    process.arguments =
      [
        "enc", "-aes-128-cbc", "-K", Hex.text(of: key), "-iv", Hex.text(of: iv), "-in", "clear", "-out",
        "sealed",
      ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "openssl failed; `make deps-test` installs it")
    return Array(try Data(contentsOf: folder.appending(path: "sealed")))
  }
}
