import Glibc

/// IP addresses written as text; nil when the text is none.
enum IPLiteral {
  /// All forms that connecting accepts: `127.0.0.1`, `127.1`, `0x7f000001`, `017700000001`.
  static func ipv4(_ text: String) -> [UInt8]? {
    let isPlausible =
      !text.isEmpty
      && text.utf8.allSatisfy {
        $0.hexValue != nil || $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "x")
      }
    var address = in_addr()
    guard isPlausible, inet_aton(text, &address) != 0 else { return nil }
    return withUnsafeBytes(of: &address) { Array($0.prefix(4)) }
  }

  /// Sixteen bytes; a zone (`fe80::1%eth0`, `%25eth0`) is left out.
  static func ipv6(_ text: String) -> [UInt8]? {
    let address = text.utf8.firstIndex(of: UInt8(ascii: "%")).map { String(text[..<$0]) } ?? text
    var bytes = in6_addr()
    guard !address.utf8.contains(0), inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
    return withUnsafeBytes(of: &bytes) { Array($0.prefix(16)) }
  }
}
