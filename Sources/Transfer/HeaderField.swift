/// One field of a request, as given by the user; its name is a token and its value cannot end the line
/// (RFC 9110, 5.1 and 5.5).
package struct HeaderField: Sendable, Hashable {
  package let name: String
  package let value: String

  /// nil when the name is not a token or the value holds a control character other than a tab.
  package init?(name: String, value: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else { return nil }
    guard value.utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else { return nil }
    self.name = name
    self.value = Self.trimmed(value)
  }

  /// From `Name: value`; nil when there is no colon or a part is not legal.
  package init?(line: String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    self.init(name: String(line[..<colon]), value: String(line[line.utf8.index(after: colon)...]))
  }

  /// Whether the field goes to every host; all others go to the source's origin alone.
  package var goesEverywhere: Bool { Self.open.contains(name.lowercased()) }

  /// Whether the field is ours alone to set; such a field, from a browser's "copy as cURL" say, is not sent.
  package var isReserved: Bool { Self.reserved.contains(name.lowercased()) }

  private static let open: Set<String> = ["user-agent", "referer", "origin", "accept", "accept-language"]

  private static let reserved: Set<String> = [
    "range", "if-range", "accept-encoding", "content-length", "transfer-encoding", "connection", "te",
    "upgrade", "expect", "keep-alive", "trailer",
  ]

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ text: String) -> String {
    let blanks: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let bytes = text.utf8.drop(while: blanks)
    guard let last = bytes.lastIndex(where: { !blanks($0) }) else { return "" }
    return String(text[bytes.startIndex...last])
  }
}
