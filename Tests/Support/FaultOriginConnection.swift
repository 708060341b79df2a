import Glibc

/// One accepted connection: reads requests, writes answers. Confined to its thread.
final class FaultOriginConnection {
  private let socket: Int32
  private let core: FaultOriginCore
  private var unread: [UInt8] = []

  init(socket: Int32, core: FaultOriginCore) {
    self.socket = socket
    self.core = core
  }

  /// The next request; nil at the end of the connection or for what is no request.
  func nextRequest() -> FaultOrigin.Request? {
    while unread.count < 1 << 18 {
      if let end = headEnd() {
        let head = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeFirst(end + 4)
        guard var request = Self.parse(head) else { return nil }
        let length = request.header("content-length").flatMap { Int($0) } ?? 0
        guard (0..<(1 << 24)).contains(length) else { return nil }
        while unread.count < length { guard readMore() else { return nil } }
        request.body = Array(unread.prefix(length))
        unread.removeFirst(length)
        return request
      }
      guard readMore() else { return nil }
    }
    return nil
  }

  /// False at the end of the connection.
  private func readMore() -> Bool {
    var block = [UInt8](repeating: 0, count: 16384)
    var count = -1
    repeat { count = recv(socket, &block, block.count, 0) } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    unread += block[..<count]
    return true
  }

  /// Sends an answer, of one to HEAD the head alone; false when the connection is at its end.
  func send(_ response: FaultOrigin.Response, headOnly: Bool = false) -> Bool {
    guard pause(response.delay) else { return false }
    if headOnly, response.raw == nil { return write(response.head) && end(response.ending) }
    if let raw = response.raw {
      return writeRaw(raw[...], response) && end(response.ending)
    }
    let count = min(response.sent ?? response.body.count, response.body.count)
    let isWhole = count == response.body.count
    guard write(response.head), writeBody(response.body[..<count], response) else { return false }
    if case .chunked = response.framing, isWhole {
      guard write(Array("0\r\n\r\n".utf8)) else { return false }
    }
    if case .untilClose = response.framing, case .keepAlive = response.ending { return end(.close) }
    guard pause(response.lull) else { return false }
    return end(response.ending)
  }

  private func writeRaw(_ bytes: ArraySlice<UInt8>, _ response: FaultOrigin.Response) -> Bool {
    guard let pace = response.pace else { return write(Array(bytes)) }
    var rest = bytes
    while !rest.isEmpty {
      guard pause(pace.pause), write(Array(rest.prefix(pace.block))) else { return false }
      rest = rest.dropFirst(pace.block)
    }
    return true
  }

  private func writeBody(_ body: ArraySlice<UInt8>, _ response: FaultOrigin.Response) -> Bool {
    var rest = body
    var step = response.pace?.block ?? max(rest.count, 1)
    if case .chunked(let size) = response.framing { step = min(step, size) }
    while !rest.isEmpty {
      if let pace = response.pace, !pause(pace.pause) { return false }
      let block = rest.prefix(step)
      rest = rest.dropFirst(step)
      if case .chunked = response.framing {
        let framed = Array("\(String(block.count, radix: 16))\r\n".utf8) + block + [13, 10]
        guard write(framed) else { return false }
      } else {
        guard write(Array(block)) else { return false }
      }
    }
    return true
  }

  private func end(_ ending: FaultOrigin.Response.Ending) -> Bool {
    switch ending {
    case .keepAlive:
      return true
    case .close:
      // What the client still sends must not turn the close into a reset.
      shutdown(socket, Int32(SHUT_WR))
      drain(atMost: 2_000)
      return false
    case .reset:
      var value = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
      return false
    case .stall:
      drain(atMost: 600_000)
      return false
    }
  }

  /// Reads and drops until the peer closes, the origin stops, or the time is over.
  private func drain(atMost milliseconds: Int) {
    var block = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<max(milliseconds / 20, 1) where !core.isStopped {
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20) > 0 else { continue }
      if recv(socket, &block, block.count, 0) <= 0 { return }
    }
  }

  /// Waits; false when the origin stopped meanwhile.
  private func pause(_ duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      if core.isStopped { return false }
      let left = min(end - ContinuousClock.now, .milliseconds(20))
      usleep(UInt32(max(left / .microseconds(1), 1)))
    }
    return !core.isStopped
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var at = 0
    while at < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Glibc.send(socket, raw.baseAddress?.advanced(by: at), raw.count - at, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      at += count
    }
    return true
  }

  private func headEnd() -> Int? {
    guard unread.count >= 4 else { return nil }
    for at in 0...(unread.count - 4) where unread[at] == 13 {
      if unread[at + 1] == 10, unread[at + 2] == 13, unread[at + 3] == 10 { return at }
    }
    return nil
  }

  private static func parse(_ head: String) -> FaultOrigin.Request? {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst() else { return nil }
    let words = first.split(separator: " ")
    guard words.count == 3 else { return nil }
    let target = String(words[1])
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var headers: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers.append((line[..<colon].lowercased(), String(value)))
    }
    return FaultOrigin.Request(
      method: String(words[0]), target: target, path: parts.first.map(String.init) ?? "",
      query: parts.count > 1 ? String(parts[1]) : nil, headers: headers, number: 0, connection: 0,
      time: .now)
  }
}
