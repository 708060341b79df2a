import Digest
import Testing

@Suite struct SHA256Tests {
  @Test(
    "the published vectors come out",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func vectors(_ text: String, _ hex: String) {
    #expect(SHA256Digest.of(text).hex == hex)
    #expect(SHA256Digest(hex: hex) == SHA256Digest.of(text))
  }

  @Test("bytes in portions have the digest of the whole, and a hasher serves again")
  func portions() {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let whole = SHA256Digest.of(bytes)
    var hasher = SHA256Hasher()
    for size in [1, 63, 64, 65, 4_096, 99_999, 100_000] {
      var at = 0
      while at < bytes.count {
        let end = min(at + size, bytes.count)
        hasher.update(bytes.span.extracting(at..<end).bytes)
        at = end
      }
      hasher.update(bytes.span.extracting(0..<0).bytes)
      #expect(hasher.finish() == whole, "portions of \(size)")
    }
    hasher.update(bytes.span.bytes)
    hasher.reset()
    #expect(hasher.finish() == SHA256Digest.of(""))
  }

  @Test("a copied hasher goes on by itself")
  func copies() {
    var one = SHA256Hasher()
    one.update([UInt8]("ab".utf8).span.bytes)
    var two = one
    two.update([UInt8]("c".utf8).span.bytes)
    #expect(one.finish() == SHA256Digest.of("ab"))
    #expect(two.finish() == SHA256Digest.of("abc"))
  }

  @Test("a digest is made from 64 digits or 32 bytes and from nothing else")
  func shapes() throws {
    let hex = "BA7816BF8F01CFEA414140DE5DAE2223b00361a396177a9cb410ff61f20015ad"
    let digest = try #require(SHA256Digest(hex: hex))
    #expect(digest.hex == hex.lowercased())
    #expect(digest.description == digest.hex)
    #expect(SHA256Digest(bytes: digest.bytes) == digest)
    #expect(SHA256Digest(bytes: Array(digest.bytes.dropLast())) == nil)
    for wrong in ["", String(hex.dropLast()), hex + "0", "g" + hex.dropFirst(), " " + hex.dropFirst()] {
      #expect(SHA256Digest(hex: wrong) == nil)
    }
    var changed = digest.bytes
    for at in changed.indices {
      changed[at] ^= 1
      #expect(SHA256Digest(bytes: changed) != digest)
      changed[at] ^= 1
    }
  }
}
