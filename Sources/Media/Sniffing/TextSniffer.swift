/// Tells text apart: WebVTT and TTML are media, the rest is an error page.
enum TextSniffer {
  private static let lookedAt = 1_024
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  static func content(of bytes: Span<UInt8>, isWhole: Bool) -> Content? {
    var start = bytes.holds(bytes: byteOrderMark) ? 3 : 0
    if WebVTT.hasSignature(bytes, at: start, isWhole: isWhole) { return .media(.webVTT) }
    while start < bytes.count, bytes[start].isBlank { start += 1 }
    guard isText(bytes, from: start) else { return nil }
    if bytes.holds("#EXTM3U", at: start) { return .errorPage("an HLS playlist") }
    if start < bytes.count, bytes[start] == 0x3c { return markup(bytes, at: start) }
    if looksLikeJSON(bytes, at: start) { return .errorPage("JSON") }
    // A few bytes of a longer body prove nothing.
    return isWhole || bytes.count >= 64 ? .errorPage("plain text") : nil
  }

  private static func markup(_ bytes: Span<UInt8>, at start: Int) -> Content {
    if let root = rootElement(bytes, from: start) {
      if root == "tt" { return .media(.ttml) }
      if htmlElements.contains(root) { return .errorPage("an HTML page") }
    }
    return .errorPage(holdsDocumentType(bytes, from: start) ? "an HTML page" : "an XML document")
  }

  private static let htmlElements: Set<String> = [
    "html", "head", "body", "script", "title", "style", "meta", "div", "p", "h1", "h2", "center", "font", "a",
    "br", "table", "pre",
  ]

  /// The local name of the first element, lower case, past declarations, comments and the document type.
  private static func rootElement(_ bytes: Span<UInt8>, from start: Int) -> String? {
    var at = start
    while at < bytes.count - 1 {
      guard bytes[at] == 0x3c else {
        at += 1
        continue
      }
      if bytes.holds("<!--", at: at) {
        at = end(of: "-->", in: bytes, from: at + 4)
      } else if bytes[at + 1] == 0x3f || bytes[at + 1] == 0x21 {
        at = end(of: ">", in: bytes, from: at)
      } else {
        return elementName(bytes, from: at + 1)
      }
    }
    return nil
  }

  private static func end(of text: StaticString, in bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count, !bytes.holds(text, at: at) { at += 1 }
    return at + text.utf8CodeUnitCount
  }

  private static func elementName(_ bytes: Span<UInt8>, from start: Int) -> String {
    var name: [UInt8] = []
    var at = start
    while at < bytes.count, name.count < 32 {
      let byte = bytes[at].asciiLowered
      if byte == 0x3a {
        name.removeAll()
      } else if (byte >= 0x61 && byte <= 0x7a) || byte.isDigit {
        name.append(byte)
      } else {
        break
      }
      at += 1
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func holdsDocumentType(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var at = start
    while at < bytes.count, at < start + lookedAt {
      if bytes[at] == 0x3c, bytes.holdsIgnoringCase("<!doctype html", at: at) { return true }
      at += 1
    }
    return false
  }

  private static func looksLikeJSON(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start < bytes.count, bytes[start] == 0x7b || bytes[start] == 0x5b else { return false }
    var at = start + 1
    while at < bytes.count, bytes[at].isBlank { at += 1 }
    guard at < bytes.count else { return true }
    let next = bytes[at]
    if bytes[start] == 0x7b { return next == 0x22 || next == 0x7d }
    return [0x22, 0x5b, 0x5d, 0x7b, 0x2d, 0x74, 0x66, 0x6e].contains(next) || next.isDigit
  }

  /// Whether the first 1,024 bytes are well-formed UTF-8 without control characters. A sequence may be cut.
  private static func isText(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let end = min(bytes.count, start + lookedAt)
    var at = start
    while at < end {
      let lead = bytes[at]
      if lead < 0x80 {
        guard lead >= 0x20 && lead != 0x7f || lead.isBlank || lead == 0x1b else { return false }
        at += 1
        continue
      }
      guard lead >= 0xc2, lead <= 0xf4 else { return false }
      let length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
      for step in 1..<length where at + step < end {
        guard bytes[at + step] & 0xc0 == 0x80 else { return false }
      }
      at += length
    }
    return true
  }
}
