enum AnswerHTTPVersion: Rule {
  static let identifier = "hlspack-http-2"
  static let asks = "servers with TLS offer HTTP/2 or later"
  static let why = "each parallel request needs a connection of its own; low latency does not work without it"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    guard facts.isSecure, facts.httpVersion.hasPrefix("1.") || facts.httpVersion.hasPrefix("0.") else {
      return []
    }
    return [
      found(.warning, facts.name, "is sent with HTTP/\(facts.httpVersion.prefix(4))", hint: "enable HTTP/2")
    ]
  }
}
