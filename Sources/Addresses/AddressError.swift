/// Why a text is no usable address. The text itself is told only as far as it can hold no secret.
package struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as far as it may be shown: without user info, query and fragment, at most 120 bytes.
  package let place: String
  /// What is wrong with it: lower case, no full stop.
  package let reason: String

  init(_ text: String, _ reason: String) {
    place = Self.shown(text)
    self.reason = reason
  }

  package var description: String {
    place.isEmpty ? "the address \(reason)" : "the address \(place) \(reason)"
  }

  /// Everything up to a query or fragment, without user info and control characters, cut where it is long.
  private static func shown(_ text: String) -> String {
    var bytes = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.prefix(4096)
    if bytes.starts(with: "data:".utf8) { return "data:" }
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) { bytes = bytes[bytes.index(after: at)...] }
    let visible = bytes.prefix(120).filter { $0 >= 0x20 && $0 != 0x7F }
    return String(decoding: visible, as: UTF8.self)
  }
}
