import Support
import Testing

/// One way in which an origin goes wrong, and what must come of it.
struct Fault: Sendable, CustomTestStringConvertible {
  /// What the fault strikes.
  enum Place: String, Sendable, CaseIterable {
    case multivariant = "multivariant playlist"
    case media = "media playlist"
    case key
    case initialization = "initialization section"
    case first = "first segment"
    case segment
    case last = "last segment"
    /// A byte range that is asked for by itself.
    case range = "byte range"
    /// Two adjacent byte ranges that one request asks for.
    case ranges = "joined byte ranges"
  }

  enum Ending: Sendable {
    /// Exit code 0 and a bundle whose every byte is the origin's.
    case whole
    /// The code, and a part of the one line that tells the reason.
    case refused(Int32, says: String)
  }

  /// A request that is struck.
  struct Strike: Sendable {
    let request: FaultOrigin.Request
    /// Which one of them it is, from 1.
    let number: Int
    /// What an honest server answers.
    let good: FaultOrigin.Response
    /// The whole resource.
    let bytes: [UInt8]
    /// `http://127.0.0.1:PORT` of an honest origin of the same title, which wants no credentials.
    let elsewhere: String

    /// What an honest server answers to just this request, the range cut out.
    var resolved: FaultOrigin.Response { good.resolved(for: request) }
    /// Half of that body.
    var half: Int { resolved.body.count / 2 }
  }

  typealias Answer = @Sendable (Strike) -> FaultOrigin.Response

  /// Who goes wrong.
  enum Stage: Sendable {
    /// The fault origin, by this answer to what is struck.
    case origin(Answer)
    /// nginx with these directives, in which ELSEWHERE stands for the address of another origin.
    case nginx(String)
    /// nginx over TLS with this certificate; the client trusts it or not.
    case secure(Certificate, isTrusted: Bool, directives: String)
    /// The HTTP/2 origin; times 0: always.
    case http2(HTTP2Origin.Fault, times: Int)
  }

  /// What happens.
  let name: String
  let place: Place
  /// Set where the place does not decide it.
  var title: FaultTitle.Kind
  let stage: Stage
  let ending: Ending
  /// Options beside the usual ones.
  var options: [String] = []
  /// What comes is not what was meant, and only a digest could tell: the bundle holds exactly what came.
  var onlyDigestTells = false
  /// Changes what the origin holds, for those.
  var change: @Sendable (inout FaultTitle) -> Void = { _ in }
  /// The path that the message names, where it is not that of the place.
  var names: String?

  init(
    _ name: String, at place: Place, title: FaultTitle.Kind? = nil, _ stage: Stage, _ ending: Ending,
    options: [String] = []
  ) {
    self.name = name
    self.place = place
    self.title = title ?? FaultTitle.Kind(of: place)
    self.stage = stage
    self.ending = ending
    self.options = options
  }

  var testDescription: String { "\(place.rawValue): \(name)" }

  /// The path of what is struck.
  var path: String {
    switch place {
    case .multivariant: "/film/master.m3u8"
    case .media: "/film/video.m3u8"
    case .key: "/film/key"
    case .initialization: "/film/init.mp4"
    case .first: "/film/seg0.\(title.suffix)"
    case .segment: "/film/seg1.\(title.suffix)"
    case .last: "/film/seg2.\(title.suffix)"
    case .range, .ranges: "/film/all.ts"
    }
  }

  /// Whether a request for the path is struck.
  func strikes(_ request: FaultOrigin.Request) -> Bool {
    guard request.path == path else { return false }
    switch place {
    case .range: return (request.range?.first ?? 0) >= FaultTitle.lonelyOffset
    case .ranges: return (request.range?.first ?? 0) < FaultTitle.lonelyOffset
    default: return true
    }
  }

  /// Who goes wrong, in a word for the table.
  var origin: String {
    switch stage {
    case .origin: "fault origin"
    case .nginx: "nginx"
    case .secure: "nginx, TLS"
    case .http2: "HTTP/2 origin"
    }
  }
}

extension Fault {
  /// The fault strikes the first request only, and the next is answered well: all comes.
  static func passing(
    _ name: String, at place: Place, options: [String] = [], _ answer: @escaping Answer
  ) -> Fault {
    Fault(
      "\(name), once", at: place, .origin { $0.number == 1 ? answer($0) : $0.good }, .whole, options: options)
  }

  /// The fault strikes every request.
  static func lasting(
    _ name: String, at place: Place, _ code: Int32, says: String, options: [String] = [],
    _ answer: @escaping Answer
  ) -> Fault {
    Fault("\(name), always", at: place, .origin(answer), .refused(code, says: says), options: options)
  }

  /// An answer of the fault origin that does no harm.
  static func harmless(
    _ name: String, at place: Place, options: [String] = [], _ answer: @escaping Answer
  ) -> Fault {
    Fault(name, at: place, .origin(answer), .whole, options: options)
  }

  /// An answer of the fault origin that ends the work.
  static func refused(
    _ name: String, at place: Place, _ code: Int32 = 5, says: String, options: [String] = [],
    _ answer: @escaping Answer
  ) -> Fault {
    Fault(name, at: place, .origin(answer), .refused(code, says: says), options: options)
  }
}
