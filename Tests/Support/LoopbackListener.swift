import Glibc

/// Listening sockets on this machine alone.
enum LoopbackListener {
  /// One at 127.0.0.1, and its port.
  static func version4() throws -> (descriptor: Int32, port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let descriptor = try listen(AF_INET, &address)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// One at [::1], and its port.
  static func version6() throws -> (descriptor: Int32, port: UInt16) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    let descriptor = try listen(AF_INET6, &address)
    return (descriptor, UInt16(bigEndian: address.sin6_port))
  }

  /// The address at the other end of a connection, as text; "" where it cannot be told.
  static func peer(of socket: Int32) -> String {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard getpeername(socket, generic, &length) == 0 else { return Int32(-1) }
        return getnameinfo(generic, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard code == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func listen<Address>(_ family: Int32, _ address: inout Address) throws -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FaultOrigin.StartFailure(deed: "socket", code: errno) }
    var length = socklen_t(MemoryLayout<Address>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && Glibc.listen(descriptor, 128) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw FaultOrigin.StartFailure(deed: "bind", code: code)
    }
    return descriptor
  }
}
