/// `REDACTED` in place of everything in an address that may be a credential.
///
/// Replaced are: user info; the value of a volatile parameter, and what is known to be one wherever it stands;
/// any value of a parameter that looks random (a
/// web token; 32 or more hexadecimal digits, so UUIDs too; 20 or more characters that change kind often); all
/// of a `data:` URI but its scheme, since a key may be in it. In a path only what is surely a token goes: a web
/// token, a `name=value` of a volatile name, and a component of 32 or more characters of mixed case and digits
/// that change kind often. Plain hexadecimal hashes and UUIDs in a path stay: they name content.
package enum Redaction {
  /// What stands in place of a secret. An address that holds it is never requested.
  package static let mark = "REDACTED"

  /// The text of `uri` with every credential replaced.
  package static func redacted(_ uri: URI, volatile: VolatileParameters = VolatileParameters()) -> String {
    redacted(reference: uri.text, volatile: volatile)
  }

  /// Whether redaction would change the address.
  package static func holdsCredential(_ uri: URI, volatile: VolatileParameters = VolatileParameters()) -> Bool
  {
    redacted(uri, volatile: volatile) != uri.text
  }

  /// Whether a value (raw or percent-decoded) looks random: see above for what does.
  package static func looksRandom(_ value: String) -> Bool {
    let bytes = PercentCoding.decoded(Array(value.utf8)[...])
    if Randomness.isWebToken(bytes) || Randomness.isLongHex(bytes) { return true }
    guard bytes.count >= 20, Randomness.isTokenText(bytes) else { return false }
    if bytes.contains(where: \.isASCIIDigit) { return Randomness.churn(bytes) >= 0.25 }
    return Randomness.churn(bytes) >= 0.15 && Randomness.capitalPairs(bytes) >= 0.12
  }

  /// A reference, relative or absolute, with every credential replaced; all else byte for byte.
  package static func redacted(
    reference: String, volatile: VolatileParameters = VolatileParameters()
  ) -> String {
    let parts = Reference(Array(reference.utf8))
    var result = ""
    if let scheme = parts.scheme {
      result += text(scheme) + ":"
      if scheme.map(\.asciiLowered) == Array("data".utf8) { return result + mark }
    }
    if let authority = parts.authority {
      let at = authority.lastIndex(of: UInt8(ascii: "@"))
      result += "//" + (at.map { mark + text(authority[$0...]) } ?? text(authority))
    }
    result += text(parts.path).pieces(UInt8(ascii: "/"))
      .map { component($0, volatile) }.joined(separator: "/")
    if let query = parts.query { result += "?" + parameters(text(query), volatile) }
    if let fragment = parts.fragment { result += "#" + parameters(text(fragment), volatile) }
    return volatile.scrubbed(result)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// `a=1&token=x` with the values that must not stay replaced.
  static func parameters(_ query: String, _ volatile: VolatileParameters) -> String {
    let items = query.pieces(UInt8(ascii: "&")).map { ($0, Self.pair($0)) }
    let dropped = volatile.volatile(among: items.compactMap { $0.1?.name })
    return items.map { item, pair in
      guard let pair else { return looksRandom(item) ? mark : item }
      let isSecret = !pair.value.isEmpty && (dropped.contains(pair.name) || looksRandom(pair.value))
      return isSecret ? "\(pair.name)=\(mark)" : item
    }.joined(separator: "&")
  }

  /// One component of a path; its matrix parameters (`;jsessionid=…`) each for itself.
  private static func component(_ component: String, _ volatile: VolatileParameters) -> String {
    component.pieces(UInt8(ascii: ";")).map { part in
      if let pair = pair(part), !pair.value.isEmpty, volatile.contains(pair.name) {
        return "\(pair.name)=\(mark)"
      }
      return isTokenInPath(Array(part.utf8)) ? mark : part
    }.joined(separator: ";")
  }

  /// What stands before and after the first "="; nil where there is none.
  private static func pair(_ text: String) -> (name: String, value: String)? {
    let bytes = text.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (String(Substring(bytes[..<equals])), String(Substring(bytes[bytes.index(after: equals)...])))
  }

  private static func isTokenInPath(_ bytes: [UInt8]) -> Bool {
    if Randomness.isWebToken(bytes) { return true }
    let decoded = PercentCoding.decoded(bytes[...])
    return decoded.count >= 32 && Randomness.isTokenText(decoded) && Randomness.hasAllKinds(decoded)
      && Randomness.churn(decoded) >= 0.25
  }
}

extension String {
  /// Split at an ASCII character byte by byte, so that a combining mark after it hides nothing.
  fileprivate func pieces(_ separator: UInt8) -> [String] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
