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
      guard let bytes = Base64.bytes(of: decoded) else { return nil }
      self.bytes = bytes
    } else {
      bytes = decoded
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
