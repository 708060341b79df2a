extension FaultOrigin {
  /// One answer, good or bad. The makers below name the usual faults; the fields combine freely.
  package struct Response: Sendable {
    package enum Framing: Sendable {
      /// Content-Length, true or not.
      case length(Int)
      /// Chunked transfer coding, in chunks of so many bytes.
      case chunked(Int)
      /// Neither: the body ends where the connection does.
      case untilClose
    }

    package enum Ending: Sendable {
      case keepAlive
      case close
      /// RST instead of FIN.
      case reset
      /// Neither a byte nor an end until the client goes.
      case stall
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    package var framing: Framing
    /// How many bytes of the body are sent; nil: all.
    package var sent: Int?
    package var ending: Ending
    /// The body, or what is sent in place of everything, is sent in blocks of so many bytes with a pause before each.
    package var pace: (block: Int, pause: Duration)?
    /// The wait between the last byte and the end, so that a reset cannot overtake what was sent.
    package var lull: Duration = .zero
    /// The wait before the status line.
    package var delay: Duration = .zero
    /// Sent in place of everything above.
    package var raw: [UInt8]?
    /// Whether a Range field is honoured (206, 416), and an If-Range field beside it (RFC 9110, 13.1.5).
    package var honoursRange = false

    package init(
      status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
      framing: Framing? = nil, sent: Int? = nil, ending: Ending = .keepAlive
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.framing = framing ?? .length(body.count)
      self.sent = sent
      self.ending = ending
    }
  }
}

extension FaultOrigin.Response {
  /// The resource, ranges honoured.
  package static func file(_ bytes: [UInt8], type: String = "video/mp2t") -> Self {
    var response = Self(headers: [("Content-Type", type)], body: bytes)
    response.honoursRange = true
    return response
  }

  /// The resource as text.
  package static func text(_ text: String, type: String = "application/vnd.apple.mpegurl") -> Self {
    .file(Array(text.utf8), type: type)
  }

  /// The whole resource with 200, whatever range was asked.
  package static func ignoringRange(_ bytes: [UInt8], type: String = "video/mp2t") -> Self {
    Self(headers: [("Content-Type", type)], body: bytes)
  }

  /// A bare status, with a short body.
  package static func status(
    _ status: Int, headers: [(name: String, value: String)] = [], body: String = "no\n"
  ) -> Self {
    Self(status: status, headers: headers, body: Array(body.utf8))
  }

  /// A redirect; `location` may be relative.
  package static func redirect(to location: String, status: Int = 302) -> Self {
    Self(status: status, headers: [("Location", location)], body: Array("moved\n".utf8))
  }

  /// The true Content-Length, but the connection closes after `count` bytes of the body.
  package static func truncated(_ bytes: [UInt8], after count: Int) -> Self {
    Self(body: bytes, sent: count, ending: .close)
  }

  /// The connection is reset after `count` bytes of the body.
  package static func reset(_ bytes: [UInt8], after count: Int) -> Self {
    Self(body: bytes, sent: count, ending: .reset)
  }

  /// `count` bytes of the body, then nothing.
  package static func stalled(_ bytes: [UInt8], after count: Int) -> Self {
    Self(body: bytes, sent: count, ending: .stall)
  }

  /// No answer at all.
  package static var hang: Self {
    var response = Self(ending: .stall)
    response.raw = []
    return response
  }

  /// The connection is reset before any answer.
  package static var resetAtOnce: Self {
    var response = Self(ending: .reset)
    response.raw = []
    return response
  }

  /// The connection is closed before any answer.
  package static var closedAtOnce: Self {
    var response = Self(ending: .close)
    response.raw = []
    return response
  }

  /// The body in blocks with pauses.
  package static func slow(_ bytes: [UInt8], block: Int, pause: Duration) -> Self {
    var response = file(bytes)
    response.pace = (block, pause)
    return response
  }

  /// Chunked, and whole.
  package static func chunked(_ bytes: [UInt8], chunk: Int = 1000) -> Self {
    Self(body: bytes, framing: .chunked(chunk))
  }

  /// Chunked, and cut after `count` bytes of the body: the last chunk never comes.
  package static func chunkedCut(_ bytes: [UInt8], after count: Int, chunk: Int = 1000) -> Self {
    Self(body: bytes, framing: .chunked(chunk), sent: count, ending: .close)
  }

  /// A Content-Length that is not the body's.
  package static func wrongLength(_ bytes: [UInt8], claimed: Int) -> Self {
    Self(body: bytes, framing: .length(claimed), ending: .close)
  }

  /// 206 with the Content-Range given and the body given, whatever was asked.
  package static func partial(_ bytes: [UInt8], contentRange: String) -> Self {
    Self(status: 206, headers: [("Content-Range", contentRange)], body: bytes)
  }

  /// Exactly these bytes, then the end of the connection.
  package static func raw(_ bytes: [UInt8]) -> Self {
    var response = Self(ending: .close)
    response.raw = bytes
    return response
  }

  /// This answer with one more header field.
  package func header(_ name: String, _ value: String) -> Self {
    var response = self
    response.headers.append((name, value))
    return response
  }

  /// This answer after a wait.
  package func delayed(_ delay: Duration) -> Self {
    var response = self
    response.delay = delay
    return response
  }

  /// What this answer is to a request, cut after `count` bytes of the body.
  package func cut(
    after count: Int, by ending: Ending = .close, for request: FaultOrigin.Request
  ) -> Self {
    var response = resolved(for: request)
    response.sent = count
    response.ending = ending
    response.lull = .milliseconds(100)
    return response
  }

  /// Whether the representation is the one that an If-Range field names; without the field it is.
  private func isMeant(by request: FaultOrigin.Request) -> Bool {
    guard let validator = request.header("if-range") else { return true }
    return headers.contains { ["ETag", "Last-Modified"].contains($0.name) && $0.value == validator }
  }

  /// What this answer is to a request: the part asked for where ranges are honoured.
  package func resolved(for request: FaultOrigin.Request) -> Self {
    guard honoursRange, let range = request.range, isMeant(by: request) else { return self }
    let total = body.count
    guard range.first < total, range.last.map({ $0 >= range.first }) ?? true else {
      return .status(416, headers: [("Content-Range", "bytes */\(total)")])
    }
    let last = min(range.last ?? total - 1, total - 1)
    var response = self
    response.honoursRange = false
    response.status = 206
    response.body = Array(body[range.first...last])
    response.framing = .length(response.body.count)
    response.headers.append(("Content-Range", "bytes \(range.first)-\(last)/\(total)"))
    return response
  }

  /// Status line and fields.
  var head: [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Something")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    switch framing {
    case .length(let count): text += "Content-Length: \(count)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .untilClose: break
    }
    if case .keepAlive = ending {} else { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 410: "Gone", 416: "Range Not Satisfiable", 429: "Too Many Requests",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
