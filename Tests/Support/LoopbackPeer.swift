import Glibc

/// What can be asked of sockets on this machine.
enum LoopbackPeer {
  /// The address at the other end of a connection, as text; "" where it cannot be told.
  static func name(of socket: Int32) -> String {
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
}
