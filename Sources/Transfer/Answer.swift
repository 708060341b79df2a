/// What a response head means for what was asked: the whole of HTTP's judgement, without any input or output.
enum Answer {
  /// The body follows: `skip` bytes to pass over, then the pieces. `expected` is how many bytes the pieces
  /// have; nil when nobody said.
  case body(skip: Int64, expected: Int64?)
  /// What follows goes on where an earlier answer was cut: so many bytes, for the same pieces.
  case rest(expected: Int64)
  /// All that was to come came before.
  case complete
  /// Ask there instead: a reference, not yet resolved.
  case redirect(String)
  case refused(TransferFailure.Kind)

  /// How far into a resource a server that ignores ranges is read.
  static let skipLimit: Int64 = 64 << 20

  /// `demand` is what the request's Range and If-Range fields said.
  init(_ head: ResponseHead, to asked: Asked, _ demand: Demand) {
    if let fault = head.framingFault {
      self = .refused(.malformed(fault))
      return
    }
    if asked.posted != nil {
      self = Self.taken(head, limit: asked.limit)
      return
    }
    switch head.status {
    case 301, 302, 303, 307, 308:
      let location = head.fields.value("location")
      self = location.map { .redirect($0) } ?? .refused(.redirect("\(head.status) without a Location"))
    case 200:
      self = demand.pieces.map { Self.whole(head, $0) } ?? Self.whole(head, limit: asked.limit)
    case 206:
      if let resumption = demand.resumption {
        self = Self.rest(head, to: asked, demand, resumption)
      } else {
        self =
          demand.pieces.map { Self.part(head, $0) }
          ?? .refused(.range("a part was sent where the whole was asked for"))
      }
    case 304 where asked.condition != nil:
      self = .body(skip: 0, expected: 0)
    case 416:
      self = Self.unsatisfiable(head, demand)
    default:
      self = .refused(.status(head.status))
    }
  }

  /// The answer to what was sent.
  private static func taken(_ head: ResponseHead, limit: Int64) -> Answer {
    switch head.status {
    case 204, 205: .body(skip: 0, expected: 0)
    case 200...299: whole(head, limit: limit)
    case 301, 302, 303, 307, 308: .refused(.redirect("what is sent is not sent elsewhere"))
    default: .refused(.status(head.status))
    }
  }

  private static func whole(_ head: ResponseHead, limit: Int64) -> Answer {
    if let encoding = head.contentEncoding {
      // The length is that of the compressed bytes.
      if ContentCoding(named: encoding) == nil { return .refused(ContentCoding.refusal(of: encoding)) }
      return .body(skip: 0, expected: nil)
    }
    let length = head.contentLength
    if let length, length > limit { return .refused(.tooLarge(limit: limit)) }
    return .body(skip: 0, expected: length)
  }

  /// The server ignored the range: its bytes are taken out of the whole where that is certain and cheap.
  private static func whole(_ head: ResponseHead, _ range: ByteRequest) -> Answer {
    guard let length = head.contentLength, head.contentEncoding == nil else {
      return .refused(.range("the server ignores byte ranges"))
    }
    guard range.last < length else {
      return .refused(.range("\(name(range)) were asked for, the resource has \(grouped(length))"))
    }
    guard range.first == 0 || range.last < skipLimit else {
      return .refused(.range("the server ignores byte ranges"))
    }
    return .body(skip: range.first, expected: range.last - range.first + 1)
  }

  private static func part(_ head: ResponseHead, _ range: ByteRequest) -> Answer {
    guard head.contentEncoding == nil else { return .refused(.encoding("a part of a compressed resource")) }
    guard let sent = head.contentRange?.bytes else {
      return .refused(.range("206 without a usable Content-Range"))
    }
    guard sent == range else {
      return .refused(.range("\(name(range)) were asked for, \(name(sent)) were sent"))
    }
    let count = range.last - range.first + 1
    if let length = head.contentLength, length != count {
      return .refused(.range("\(name(range)) were asked for, the body has \(grouped(length)) bytes"))
    }
    return .body(skip: 0, expected: count)
  }

  /// A 206 to a request that goes on: the very rest of the same representation (RFC 9110, 15.3.7.3), or refused.
  private static func rest(
    _ head: ResponseHead, to asked: Asked, _ demand: Demand, _ resumption: Resumption
  ) -> Answer {
    guard head.contentEncoding == nil else { return .refused(.encoding("a part of a compressed resource")) }
    guard let part = head.contentRange, let sent = part.bytes else {
      return .refused(.range("206 without a usable Content-Range"))
    }
    guard resumption.validator.agrees(with: head) else {
      return .refused(.changed("the resource changed: \(demand.name) are of another version"))
    }
    if let before = resumption.total, let now = part.total, before != now {
      return .refused(
        .changed("the resource changed: it had \(grouped(before)) bytes and has \(grouped(now))"))
    }
    guard let last = demand.pieces?.last ?? (part.total ?? resumption.total).map({ $0 - 1 }) else {
      return .refused(.changed("\(demand.name) came, but not how long the resource is"))
    }
    guard sent.first == demand.first, sent.last == last else {
      return .refused(.range("\(demand.name) were asked for, \(name(sent)) were sent"))
    }
    let count = last - sent.first + 1
    if let length = head.contentLength, length != count {
      return .refused(.range("\(demand.name) were asked for, the body has \(grouped(length)) bytes"))
    }
    if demand.pieces == nil, last >= asked.limit { return .refused(.tooLarge(limit: asked.limit)) }
    return .rest(expected: count)
  }

  /// 416 (RFC 9110, 15.5.17). One who goes on learns from it that nothing is left, or that the resource is not what
  /// it was.
  private static func unsatisfiable(_ head: ResponseHead, _ demand: Demand) -> Answer {
    let total = head.contentRange?.total
    if let resumption = demand.resumption {
      if demand.pieces == nil, let total, total == resumption.received, total == resumption.total {
        return .complete
      }
      let length = total.map { "the resource has \(grouped($0))" } ?? "there are none"
      return .refused(.changed("\(demand.name) were asked for, \(length) (status 416)"))
    }
    guard let range = demand.pieces, let total else { return .refused(.status(416)) }
    return .refused(
      .range("\(name(range)) were asked for, the resource has \(grouped(total)) (status 416)"))
  }

  private static func name(_ range: ByteRequest) -> String { "bytes \(range.first)-\(range.last)" }
}
