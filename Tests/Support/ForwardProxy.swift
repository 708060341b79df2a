import Glibc
import Synchronization

/// A proxy on loopback: http requests, CONNECT, and SOCKS 5. Whatever host is asked for, it goes to 127.0.0.1 at the
/// port asked for, so that a name which only the proxy knows shows that the proxy was asked.
package final class ForwardProxy: Sendable {
  /// What a client asked the proxy for.
  package struct Request: Sendable, Hashable {
    /// GET, CONNECT, …; SOCKS.
    package var method: String
    /// The address, or "host:port".
    package var target: String
    /// The value of Proxy-Authorization; nil: none.
    package var authorization: String?
  }

  package var port: UInt16 { reserved.port }
  private let reserved: ReservedPort
  private let listener: ListeningSocket
  private let status: Int?
  private let log = Mutex<[Request]>([])

  /// Every request so far.
  package var requests: [Request] { log.withLock { $0 } }

  /// `http://127.0.0.1:PORT`, or with another scheme.
  package func url(_ scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)" }

  /// - Parameter status: what every http request and CONNECT is answered with; nil: it is carried out.
  package init(refusing status: Int? = nil) throws {
    self.status = status
    reserved = try ReservedPort()
    listener = try reserved.listener()
    let listener = listener
    try startThread { [weak self] in
      while let client = listener.accept() {
        guard let self else {
          close(client)
          break
        }
        do {
          try startThread { self.serve(client) }
        } catch {
          close(client)
        }
      }
      listener.close()
    }
  }

  deinit { listener.stop() }

  private func serve(_ client: Int32) {
    defer { close(client) }
    guard let first = receive(client, until: { !$0.isEmpty }) else { return }
    if first.first == 5 { return serveSocks(client) }
    guard let head = receive(client, until: { $0.suffix(4).elementsEqual([13, 10, 13, 10]) }, after: first)
    else {
      return
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let words = lines.first.map { $0.split(separator: " ").map(String.init) } ?? []
    guard words.count == 3 else { return }
    let field = lines.first { $0.lowercased().hasPrefix("proxy-authorization: ") }
    log.withLock {
      $0.append(
        Request(method: words[0], target: words[1], authorization: field.map { String($0.dropFirst(21)) }))
    }
    if let status {
      return send(client, "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    let isTunnel = words[0] == "CONNECT"
    let authority = isTunnel ? words[1] : String(words[1].dropFirst(7).prefix { $0 != "/" })
    guard let colon = authority.lastIndex(of: ":"),
      let port = UInt16(authority[authority.index(after: colon)...]),
      let server = connect(port)
    else { return }
    defer { close(server) }
    if isTunnel {
      send(client, "HTTP/1.1 200 Connected\r\n\r\n")
    } else {
      let path = String(words[1].dropFirst(7 + authority.count))
      let fields = lines.dropFirst().filter { !$0.lowercased().hasPrefix("proxy-") }
      let request = ["\(words[0]) \(path) HTTP/1.1"] + fields + ["Connection: close", "", ""]
      send(server, request.joined(separator: "\r\n"))
    }
    pump(client, server)
  }

  /// RFC 1928, without authentication.
  private func serveSocks(_ client: Int32) {
    // The version was read; the methods follow.
    guard let count = receive(client, count: 1), receive(client, count: Int(count[0])) != nil else { return }
    send(client, [5, 0])
    guard let request = receive(client, count: 4), request[1] == 1 else { return }
    let host: [UInt8]?
    switch request[3] {
    case 1: host = receive(client, count: 4)
    case 3: host = receive(client, count: 1).flatMap { receive(client, count: Int($0[0])) }
    default: host = nil
    }
    guard let host, let digits = receive(client, count: 2) else { return }
    let port = UInt16(digits[0]) << 8 | UInt16(digits[1])
    let name =
      request[3] == 3
      ? String(decoding: host, as: UTF8.self) : host.map { String($0) }.joined(separator: ".")
    log.withLock { $0.append(Request(method: "SOCKS", target: "\(name):\(port)")) }
    guard let server = connect(port) else { return send(client, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]) }
    defer { close(server) }
    send(client, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    pump(client, server)
  }
}

extension ForwardProxy {
  private func connect(_ port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// One byte after the other, so that none of what follows is taken; nil when the connection ends before.
  private func receive(
    _ socket: Int32, until isEnough: ([UInt8]) -> Bool, after start: [UInt8] = []
  ) -> [UInt8]? {
    var bytes = start
    var byte: UInt8 = 0
    while !isEnough(bytes) {
      guard bytes.count < 64 << 10, recv(socket, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private func receive(_ socket: Int32, count: Int) -> [UInt8]? {
    receive(socket, until: { $0.count == count })
  }

  private func send(_ socket: Int32, _ text: String) { send(socket, Array(text.utf8)) }

  private func send(_ socket: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Carries bytes both ways until one side ends.
  private func pump(_ first: Int32, _ second: Int32) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var watched = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, 2, 30_000) > 0 {
      for index in 0..<2 where watched[index].revents != 0 {
        let count = recv(watched[index].fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        send(watched[1 - index].fd, Array(buffer[..<count]))
      }
    }
  }
}
