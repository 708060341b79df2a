enum AnswerKeepsSecurity: Rule {
  static let identifier = "hlspack-redirect-to-http"
  static let asks = "no redirect leads from https to http"
  static let why = "what was asked for in secret is sent in the open; players refuse to follow"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    guard facts.leftSecurity else { return [] }
    return [found(.error, facts.name, "is redirected from https to http", hint: "redirect to https")]
  }
}
