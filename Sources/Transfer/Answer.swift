/// What a response head means for what was asked: the whole of HTTP's judgement, without any input or output.
enum Answer {
  /// The body follows: `skip` bytes to pass over, then the pieces. `expected` is how many bytes the pieces
  /// have; nil when nobody said.
  case body(skip: Int64, expected: Int64?)
  /// Ask there instead: a reference, not yet resolved.
  case redirect(String)
  case refused(TransferFailure.Kind)

  /// How far into a resource a server that ignores ranges is read.
  static let skipLimit: Int64 = 64 << 20

  /// `range` is what the request's Range field said; nil when it had none.
  init(_ head: ResponseHead, to asked: Asked, range: ByteRequest?) {
    switch head.status {
    case 301, 302, 303, 307, 308:
      let location = head.fields.value("location")
      self = location.map { .redirect($0) } ?? .refused(.redirect("\(head.status) without a Location"))
    case 200:
      self = range.map { Self.whole(head, $0) } ?? Self.whole(head, limit: asked.limit)
    case 206:
      self =
        range.map { Self.part(head, $0) } ?? .refused(.range("a part was sent where the whole was asked for"))
    case 416:
      self = .refused(Self.unsatisfiable(head, range))
    default:
      self = .refused(.status(head.status))
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

  private static func unsatisfiable(_ head: ResponseHead, _ range: ByteRequest?) -> TransferFailure.Kind {
    guard let range, let total = head.contentRange?.total else { return .status(416) }
    return .range("\(name(range)) were asked for, the resource has \(grouped(total)) (status 416)")
  }

  private static func name(_ range: ByteRequest) -> String { "bytes \(range.first)-\(range.last)" }
}
