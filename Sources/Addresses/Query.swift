extension URI {
  /// The parts of the query between "&", in order and still encoded; `value` is nil where there is no "=".
  package var queryItems: [(name: String, value: String?)] {
    guard let query, !query.isEmpty else { return [] }
    return query.utf8.split(separator: UInt8(ascii: "&")).map { item in
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
        return (String(Substring(item)), nil)
      }
      let value = item[item.index(after: equals)...]
      return (String(Substring(item[..<equals])), String(Substring(value)))
    }
  }

  /// The percent-decoded value of the first query parameter of this name (EXT-X-DEFINE QUERYPARAM, 4.4.2.3);
  /// names are case-sensitive. Nil when it is absent, has no value, or does not decode to UTF-8.
  package func queryValue(_ name: String) -> String? {
    for item in queryItems where Self.percentDecoded(item.name) == name {
      guard let value = item.value, !value.isEmpty else { return nil }
      return Self.percentDecoded(value)
    }
    return nil
  }

  /// Each triplet of RFC 3986, 2.1 decoded, anything else kept; nil when the result is not UTF-8.
  package static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return String(validating: PercentCoding.decoded(Array(text.utf8)[...]), as: UTF8.self)
  }
}
