import Glibc
import Synchronization

/// A port of this machine's own address that stays ours until this goes: whoever listens there was told of it, and
/// while nobody does, connections are refused.
///
/// A bound socket that never listens holds it. The system gives such a port to nobody who asks for any, so that
/// what tests see at a server's port after its end is no other test's server. Servers bind beside it with
/// SO_REUSEADDR, as nginx does.
package final class ReservedPort: Sendable {
  package let port: UInt16
  private let descriptor: Int32

  /// - Parameter isIPv6: at [::1]; otherwise at 127.0.0.1.
  package init(isIPv6: Bool = false) throws(SupportError) {
    (descriptor, port) = try Self.bound(isIPv6: isIPv6, port: 0)
  }

  deinit { close(descriptor) }

  /// A socket that listens at the port.
  func listener(isIPv6: Bool = false) throws(SupportError) -> ListeningSocket {
    let (listener, _) = try Self.bound(isIPv6: isIPv6, port: port)
    guard listen(listener, 128) == 0 else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw SupportError("listening at port \(port)", reason)
    }
    return ListeningSocket(owning: listener)
  }

  private static func bound(isIPv6: Bool, port: UInt16) throws(SupportError) -> (Int32, UInt16) {
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      let descriptor = try bound(AF_INET6, &address)
      return (descriptor, UInt16(bigEndian: address.sin6_port))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let descriptor = try bound(AF_INET, &address)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func bound<Address>(_ family: Int32, _ address: inout Address) throws(SupportError) -> Int32
  {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SupportError("opening a socket", String(cString: strerror(errno))) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var length = socklen_t(MemoryLayout<Address>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw SupportError("binding a port", reason)
    }
    return descriptor
  }
}

/// A socket that listens. One thread accepts and closes, any may stop it: never a descriptor that was closed, whose
/// number another socket may have by then.
final class ListeningSocket: Sendable {
  private struct State {
    /// Nil once it is closed.
    var descriptor: Int32?
    var isStopped = false
  }

  private let state: Mutex<State>

  init(owning descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

  deinit { close() }

  /// The next connection; nil when it was stopped. Called by one thread, which closes afterwards.
  func accept() -> Int32? {
    while true {
      let (descriptor, isStopped) = state.withLock { ($0.descriptor, $0.isStopped) }
      guard let descriptor, !isStopped else { return nil }
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 { return client }
      // Whatever befell one connection is not the end of the others.
      if !state.withLock({ $0.isStopped }) { usleep(1_000) }
    }
  }

  /// Wakes the thread that accepts; connections are refused from now on.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let descriptor = state.descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  func close() {
    state.withLock { state in
      if let descriptor = state.descriptor { _ = Glibc.close(descriptor) }
      state.descriptor = nil
    }
  }
}
