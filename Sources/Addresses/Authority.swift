/// The checked authority of a URI (RFC 3986, 3.2): user info, host, port.
struct Authority {
  var userInfo: ArraySlice<UInt8>?
  /// Lower case, with brackets where it is an IPv6 literal.
  var host: [UInt8]
  /// The digits as written; nil when none are there.
  var port: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>, in text: String) throws(AddressError) {
    var rest = bytes
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = rest[..<at]
      rest = rest[(at + 1)...]
    }
    let bracket = rest.lastIndex(of: UInt8(ascii: "]"))
    if let colon = rest.lastIndex(of: UInt8(ascii: ":")), colon > (bracket ?? -1) {
      let digits = rest[(colon + 1)...]
      try Self.checkPort(digits, in: text)
      port = digits.isEmpty ? nil : digits
      rest = rest[..<colon]
    }
    host = try Self.checkedHost(rest, in: text)
    let isUsable = userInfo?.allSatisfy { $0.isUnreserved || $0.isSubDelimiter || $0 == 0x3A || $0 == 0x25 }
    if isUsable == false { throw AddressError(text, "has an illegal character in its user info") }
  }

  private static func checkPort(_ digits: ArraySlice<UInt8>, in text: String) throws(AddressError) {
    var value = 0
    for digit in digits {
      guard digit.isASCIIDigit else { throw AddressError(text, "has a port that is not a number") }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
      guard value <= 65_535 else { throw AddressError(text, "has a port above 65535") }
    }
  }

  private static func checkedHost(_ bytes: ArraySlice<UInt8>, in text: String) throws(AddressError) -> [UInt8]
  {
    if bytes.first == UInt8(ascii: "[") {
      let inner = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
      guard bytes.count > 2, bytes.last == UInt8(ascii: "]"), IPLiteral.ipv6(inner) != nil else {
        throw AddressError(text, "has a host in brackets that is not an IPv6 address")
      }
      return bytes.map(\.asciiLowered)
    }
    var host: [UInt8] = []
    host.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let byte = PercentCoding.byte(at: index, in: bytes) {
        guard !byte.isControl, byte != UInt8(ascii: " ") else {
          throw AddressError(text, "has a blank or control character in its host")
        }
        if byte.isUnreserved {
          host.append(byte.asciiLowered)
        } else {
          PercentCoding.append(byte, to: &host)
        }
        index += 3
        continue
      }
      guard bytes[index].isUnreserved || bytes[index].isSubDelimiter else {
        throw AddressError(text, "has an illegal character in its host")
      }
      host.append(bytes[index].asciiLowered)
      index += 1
    }
    return host
  }
}
