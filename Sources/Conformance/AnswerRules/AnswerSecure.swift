enum AnswerSecure: Rule {
  static let identifier = "apple-authoring-11.1-tls"
  static let asks = "playlists are sent over TLS; from the machine itself they need not be"
  static let why = "anyone between can read and change them, and many players refuse plain http"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    guard !facts.isSecure, !facts.isLoopback, !facts.leftSecurity else { return [] }
    return [found(.warning, facts.name, "is sent over plain http", hint: "serve it with https")]
  }
}
