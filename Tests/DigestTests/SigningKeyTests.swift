import Digest
import Testing

@Suite("Ed25519") struct SigningKeyTests {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func pem(_ label: String, _ hex: String) -> [UInt8] {
    let bytes = Hex.bytes(of: hex) ?? []
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place > part.count ? 61 : alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return Array("-----BEGIN \(label)-----\n".utf8) + text + Array("\n-----END \(label)-----\n".utf8)
  }

  /// The keys and signatures of RFC 8032, 7.1, tests 1 and 2.
  static let vectors: [(secret: String, public: String, message: [UInt8], signature: String)] = [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", [],
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        + "d25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", [0x72],
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        + "387b2eaeb4302aeeb00d291612bb0c00"
    ),
  ]

  private static func secret(_ hex: String) -> [UInt8] {
    pem("PRIVATE KEY", "302e020100300506032b657004220420" + hex)
  }

  private static func open(_ hex: String) -> [UInt8] { pem("PUBLIC KEY", "302a300506032b6570032100" + hex) }

  @Test("signatures are those of RFC 8032", arguments: 0..<2)
  func signatures(_ number: Int) throws {
    let vector = Self.vectors[number]
    let signature = try #require(
      try SigningKey(pem: Self.secret(vector.secret)).signature(of: vector.message))
    #expect(Hex.text(of: signature) == vector.signature)
    let key = try PublicKey(pem: Self.open(vector.public))
    #expect(key.verifies(signature, of: vector.message))
    #expect(!key.verifies(signature, of: vector.message + [1]))
    var flipped = signature
    flipped[63] ^= 1
    #expect(!key.verifies(flipped, of: vector.message))
    #expect(!key.verifies(Array(signature.dropLast()), of: vector.message))
    #expect(!key.verifies(signature + [0], of: vector.message))
    #expect(!key.verifies([], of: vector.message))
  }

  @Test("what is no such key is refused with the reason")
  func refusals() {
    let good = Self.secret(Self.vectors[0].secret)
    for pem in [[], Array("no key".utf8), Array(good.dropLast(30)), [UInt8](repeating: 45, count: 100_000)] {
      #expect(throws: SigningKeyError.unreadable(isPrivate: true)) { try SigningKey(pem: pem) }
      #expect(throws: SigningKeyError.unreadable(isPrivate: false)) { try PublicKey(pem: pem) }
    }
    // X25519, which agrees on secrets and signs nothing.
    let other = Self.pem("PRIVATE KEY", "302e020100300506032b656e04220420" + Self.vectors[0].secret)
    #expect(throws: SigningKeyError.otherKind) { try SigningKey(pem: other) }
    #expect(throws: SigningKeyError.unreadable(isPrivate: false)) { try PublicKey(pem: good) }
  }
}
