import Addresses
import Glibc

/// Through whom requests go.
///
/// Behind a proxy the guard of address classes sees the proxy's address only: there it judges hosts as written,
/// literal addresses by their class and names as public.
package struct Proxies: Sendable, Hashable {
  /// For http addresses: `http://host:port`, also with https, socks4, socks4a, socks5 and socks5h, and with
  /// `user:password@`. nil: none, whatever the environment says.
  package var http: String?
  /// The same for https addresses.
  package var https: String?
  /// Hosts reached without a proxy, comma-joined: names with all below them, addresses, blocks of addresses
  /// (`10.0.0.0/8`), `*` for all. nil: no host.
  package var exceptions: String?
  /// `name:password` for the proxy; nil: what its address holds.
  package var user: String?

  /// - Parameter all: the proxy of both schemes; nil: none.
  package init(_ all: String? = nil) {
    http = all
    https = all
  }

  /// The proxy for an address; nil: it is reached directly.
  func proxy(for uri: URI) -> String? {
    guard let proxy = uri.scheme == "https" ? https : http, !proxy.isEmpty, let host = uri.host else {
      return nil
    }
    return isExcepted(host) ? nil : proxy
  }

  private func isExcepted(_ host: String) -> Bool {
    guard let exceptions else { return false }
    let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
    return exceptions.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      if entry == "*" { return true }
      if let address = RawAddress(bare) { return AddressBlock(entry)?.contains(address) == true }
      let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
      return bare == name || bare.hasSuffix("." + name)
    }
  }
}

/// The bytes of a literal address: 4 or 16.
private struct RawAddress {
  let bytes: [UInt8]

  /// nil for a name.
  init?(_ text: String) {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 {
        self.bytes = bytes
        return
      }
    }
    return nil
  }
}

/// An address, or all that begin with the same bits (RFC 4632, 3.1).
private struct AddressBlock {
  private let address: RawAddress
  private let bits: Int

  /// nil for a name.
  init?(_ entry: Substring) {
    let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts[0].hasPrefix("[") && parts[0].hasSuffix("]") ? parts[0].dropFirst().dropLast() : parts[0]
    guard let address = RawAddress(String(text)) else { return nil }
    guard let bits = parts.count > 1 ? Int(parts[1]) : address.bytes.count * 8,
      (0...address.bytes.count * 8).contains(bits)
    else { return nil }
    self.address = address
    self.bits = bits
  }

  func contains(_ other: RawAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    return (0..<bits).allSatisfy { bit in
      (other.bytes[bit / 8] ^ address.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }
}
