import Addresses
import Playlist
import Transfer

/// Brings the content keys of a plan, each once, and checks what came.
struct KeyRing: Sendable {
  let loader: SourceLoader

  /// The bytes of the keys, by number.
  func fetch(_ keys: [PlannedKey]) async throws(DownloadError) -> [[UInt8]] {
    try await mapConcurrently(keys) { (key: PlannedKey) throws(DownloadError) in try await fetch(key) }
  }

  private func fetch(_ key: PlannedKey) async throws(DownloadError) -> [UInt8] {
    let bytes = try await raw(key)
    guard bytes.count == key.length else { throw Self.refusal(of: bytes, for: key) }
    return bytes
  }

  private func raw(_ key: PlannedKey) async throws(DownloadError) -> [UInt8] {
    if let data = DataURI(key.uri) { return data.bytes }
    guard !key.uri.lowercased().hasPrefix("data:"), let uri = try? URI(key.uri) else {
      throw DownloadError(.wrongSource, "key \(key.place): not a URI that holds or names a key")
    }
    return try await loader.bytes(at: uri, kind: .key, limit: SourceLimits.key).bytes
  }

  /// What came in place of a key, told without showing a byte of it.
  private static func refusal(of bytes: [UInt8], for key: PlannedKey) -> DownloadError {
    let method = key.method == .aes256GCM ? "AES-256-GCM" : "AES-128"
    let hint: String? =
      switch bytes.count {
      case 17...1024 where bytes.count.isMultiple(of: 2) && bytes.count != 2 * key.length:
        "a key of this size may be wrapped for a player that can unwrap it"
      case 2 * key.length: "it may be written in hexadecimal digits"
      default: nil
      }
    return DownloadError(
      .wrongSource, "key \(key.place): \(bytes.count) bytes, \(method) needs \(key.length)", hint: hint)
  }
}

/// A `data:` URI (RFC 2397).
struct DataURI {
  let bytes: [UInt8]

  /// Nil when the text is none, or its payload cannot be decoded.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("data:"), let comma = text.firstIndex(of: ",") else { return nil }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma].lowercased()
    let payload = String(text[text.index(after: comma)...])
    guard let decoded = Self.percentDecoded(payload) else { return nil }
    if head.hasSuffix(";base64") {
      guard let bytes = Self.base64(decoded) else { return nil }
      self.bytes = bytes
    } else {
      bytes = decoded
    }
  }

  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == 0x3D {
        padding += 1
        continue
      }
      guard padding == 0, let value = digit(byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return padding <= 2 && count < 6 ? bytes : nil
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private static func percentDecoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
