/// How far an IP address reaches. Only ever towards the more public may a remote playlist lead.
package enum AddressClass: Int, Comparable, Hashable, Sendable {
  /// This machine: 127/8, ::1, and the unspecified addresses, which connect to it.
  case loopback
  /// 169.254/16 and fe80::/10.
  case linkLocal
  /// Private networks, carrier NAT, unique local, multicast, documentation and everything reserved.
  case `private`
  /// Reachable from anywhere.
  case `public`

  package static func < (left: AddressClass, right: AddressClass) -> Bool { left.rawValue < right.rawValue }

  /// Of an address written as a literal (IPv4 in any form that connecting accepts, IPv6 with or without
  /// brackets and zone); nil for a name.
  package static func of(literal: String) -> AddressClass? {
    if let bytes = IPLiteral.ipv4(literal) { return classify(ipv4: bytes) }
    let inner =
      literal.hasPrefix("[") && literal.hasSuffix("]") ? String(literal.dropFirst().dropLast()) : literal
    return IPLiteral.ipv6(inner).flatMap(classify(ipv6:))
  }
}

/// The class of an IPv4 address of four bytes, network order; nil for any other count.
package func classify(ipv4 bytes: [UInt8]) -> AddressClass? {
  guard bytes.count == 4 else { return nil }
  switch (bytes[0], bytes[1], bytes[2]) {
  case (127, _, _), (0, _, _): return .loopback
  case (169, 254, _): return .linkLocal
  case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): return .private
  case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
    return .private
  case (224..., _, _): return .private
  default: return .public
  }
}

/// The class of an IPv6 address of sixteen bytes, network order; nil for any other count. An address that
/// embeds an IPv4 address (mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP) counts as that one.
package func classify(ipv6 bytes: [UInt8]) -> AddressClass? {
  guard bytes.count == 16 else { return nil }
  if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] <= 1 { return .loopback }
  if let embedded = embeddedIPv4(bytes) { return classify(ipv4: embedded) }
  switch (bytes[0], bytes[1]) {
  case (0xFE, 0x80...0xBF): return .linkLocal
  case (0x20, 0x01) where bytes[2] == 0x0D && bytes[3] == 0xB8: return .private
  case (0x20, 0x01) where bytes[2] == 0 && bytes[3] & 0xF0 == 0x10: return .private
  case (0x20...0x3F, _): return .public
  default: return .private
  }
}

private func embeddedIPv4(_ bytes: [UInt8]) -> [UInt8]? {
  let last = Array(bytes[12...])
  let translated: [[UInt8]] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0],
    [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
  ]
  if translated.contains(where: { bytes.starts(with: $0) }) { return last }
  if bytes.starts(with: [0x20, 0x02]) { return Array(bytes[2..<6]) }
  if bytes.starts(with: [0x20, 0x01, 0, 0]) { return last.map { ~$0 } }
  let isISATAP = bytes[8] & 0xFC == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE
  return isISATAP ? last : nil
}
