/// A UUID made from a name (RFC 9562, 5.5): the same name in the same namespace is always the same UUID.
package struct UUIDv5: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes.
  package let bytes: [UInt8]

  /// The UUID of a URL (RFC 9562, 6.6, namespace URL).
  package init(url: String) {
    let urls: [UInt8] = [
      0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ]
    self.init(namespaceBytes: urls, name: url)
  }

  /// The UUID of a name within another UUID.
  package init(namespace: UUIDv5, name: String) { self.init(namespaceBytes: namespace.bytes, name: name) }

  private init(namespaceBytes: [UInt8], name: String) {
    var bytes = Array(SHA1.digest(of: namespaceBytes + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.bytes = bytes
  }

  /// Upper case with dashes, as Apple writes UUIDs.
  package var description: String {
    let digits = Array(Hex.text(of: bytes).uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
