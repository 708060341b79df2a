import Addresses
import Glibc

/// An address that libcurl is about to connect to: how public it is, and its text for a message.
struct SocketAddress {
  /// nil for a family that is neither IPv4 nor IPv6.
  let reach: AddressClass?
  let text: String

  /// Reads a `sockaddr_in` or `sockaddr_in6`.
  init(_ raw: UnsafeRawPointer, family: Int32) {
    switch family {
    case AF_INET:
      let address = raw.loadUnaligned(as: sockaddr_in.self)
      let bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
      reach = classify(ipv4: bytes)
      text = bytes.map { String($0) }.joined(separator: ".")
    case AF_INET6:
      let address = raw.loadUnaligned(as: sockaddr_in6.self)
      var inner = address.sin6_addr
      reach = classify(ipv6: withUnsafeBytes(of: inner) { Array($0) })
      var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      inet_ntop(AF_INET6, &inner, &buffer, socklen_t(buffer.count))
      let letters = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      text = "[\(String(decoding: letters, as: UTF8.self))]"
    default:
      reach = nil
      text = "address family \(family)"
    }
  }
}
