import Support

extension FaultTable {
  /// Each one once, which heals, and always, at every place.
  static let connections: [Fault] = Fault.Place.allCases.flatMap { place in
    troubles.flatMap { trouble -> [Fault] in
      // Of a range the length is known beforehand: see the ranges.
      guard trouble.isOfRanges || (place != .range && place != .ranges) else { return [] }
      return [
        .passing(trouble.name, at: place, options: trouble.options, trouble.answer),
        .lasting(trouble.name, at: place, 6, says: trouble.says, options: trouble.options, trouble.answer),
      ]
    }
  }

  private struct Trouble: Sendable {
    let name: String
    let says: String
    var options: [String] = []
    var isOfRanges = true
    let answer: Fault.Answer
  }

  private static let troubles: [Trouble] = [
    Trouble(name: "closed after half of the body", says: "connection closed after") {
      $0.good.cut(after: $0.half, for: $0.request)
    },
    Trouble(name: "reset after half of the body", says: "connection reset by peer after") {
      $0.good.cut(after: $0.half, by: .reset, for: $0.request)
    },
    Trouble(
      name: "stalled after half of the body", says: "no data for 1 s after",
      options: ["--socket-timeout", "1"]
    ) {
      $0.good.cut(after: $0.half, by: .stall, for: $0.request)
    },
    Trouble(name: "chunked body cut", says: "connection closed after") {
      var answer = $0.resolved
      answer.framing = .chunked(200)
      answer.sent = $0.half
      answer.ending = .close
      return answer
    },
    Trouble(name: "Content-Length larger than the body", says: "connection closed after", isOfRanges: false) {
      var answer = $0.resolved
      answer.framing = .length(answer.body.count + 1)
      answer.ending = .close
      return answer
    },
    Trouble(name: "hung before the answer", says: "no data for 1 s", options: ["--socket-timeout", "1"]) {
      _ in
      .hang
    },
    Trouble(name: "closed before the answer", says: "the server closed the connection") { _ in .closedAtOnce
    },
    Trouble(name: "reset before the answer", says: "connection reset by peer") { _ in .resetAtOnce },
  ]

  private static let passingStatuses = [
    (408, "Request Timeout"), (425, "Too Early"), (429, "Too Many Requests"), (500, "Internal Server Error"),
    (501, "Not Implemented"), (502, "Bad Gateway"), (503, "Service Unavailable"), (504, "Gateway Timeout"),
    (505, "HTTP Version Not Supported"), (511, "Network Authentication Required"),
  ]

  static let passingAnswers: [Fault] =
    passingStatuses.flatMap { status, text -> [Fault] in
      let places: [Fault.Place] = status == 503 ? Fault.Place.allCases : [.last]
      return places.flatMap { place -> [Fault] in
        [
          .passing("\(status) \(text)", at: place) { _ in .status(status) },
          .lasting("\(status) \(text)", at: place, 6, says: "\(status) \(text)") { _ in .status(status) },
        ]
      }
    } + [
      .passing("429 with Retry-After: 1", at: .segment) { _ in
        .status(429, headers: [("Retry-After", "1")])
      },
      .passing("429 with a Retry-After that has passed", at: .segment) { _ in
        .status(429, headers: [("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")])
      },
      .passing("503 with a Retry-After that makes no sense", at: .media) { _ in
        .status(503, headers: [("Retry-After", "soon")])
      },
      .refused("429 with a Retry-After of a day", at: .segment, 6, says: "429 Too Many Requests") { _ in
        .status(429, headers: [("Retry-After", "86400")])
      },
      .refused("503 with a Retry-After of a day", at: .multivariant, 6, says: "503 Service Unavailable") {
        _ in
        .status(503, headers: [("Retry-After", "86400")])
      },
      .passing("garbage in place of an answer", at: .segment) { _ in .raw(garbage) },
      .lasting("garbage in place of an answer", at: .segment, 5, says: "the answer is not HTTP") { _ in
        .raw(garbage)
      },
      .lasting("garbage in place of an answer", at: .key, 5, says: "the answer is not HTTP") { _ in
        .raw(garbage)
      },
      .lasting("a body with no head", at: .segment, 5, says: "the answer is not HTTP") { .raw($0.bytes) },
      .harmless("a slow body: a block of 500 bytes each 50 ms", at: .segment) {
        var answer = $0.good
        answer.pace = (500, .milliseconds(50))
        return answer
      },
      .harmless("an answer that comes after 1.5 s", at: .segment) {
        $0.good.delayed(.milliseconds(1500))
      },
    ]

  private static let garbage = Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8)
}
