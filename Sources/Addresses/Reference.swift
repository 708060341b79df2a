/// A URI reference split into its five parts (RFC 3986, appendix B); nothing is checked or changed yet.
struct Reference {
  var scheme: ArraySlice<UInt8>?
  var authority: ArraySlice<UInt8>?
  var path: ArraySlice<UInt8>
  var query: ArraySlice<UInt8>?
  var fragment: ArraySlice<UInt8>?

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    if let colon = Self.schemeEnd(in: rest) {
      scheme = rest[..<colon]
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      let after = rest.dropFirst(2)
      let end = after.firstIndex(of: UInt8(ascii: "/")) ?? after.endIndex
      authority = after[..<end]
      rest = after[end...]
    }
    path = rest
  }

  /// Where the colon of a scheme stands; nil when the reference is a relative one.
  private static func schemeEnd(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first.isASCIILetter,
      let end = bytes.firstIndex(where: { !$0.isSchemeCharacter }), bytes[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }
}
