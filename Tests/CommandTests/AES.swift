import Processes
import Support

/// Encrypts by openssl's own program, so that the tests do not trust the code under test.
enum AES {
  /// AES-128-CBC with PKCS #7 padding and the implicit vector of a Media Sequence Number.
  static func encrypted(_ clear: [UInt8], key: [UInt8], sequence: UInt8) async throws -> [UInt8] {
    let iv = [UInt8](repeating: 0, count: 15) + [sequence]
    let folder = try TemporaryFolder("aes")
    try folder.write(clear, to: "clear")
    try await Tools.run(
      "openssl", ["enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(iv), "-in", "clear", "-out", "secret"],
      in: folder.path)
    return try folder.read("secret")
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
