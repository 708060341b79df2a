enum AnswerCompressed: Rule {
  static let identifier = "apple-authoring-10.1-gzip"
  static let asks = "playlists are sent with a content coding (gzip)"
  static let why = "playlists shrink to a tenth, which shortens the start and every reload"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    let coding = facts.contentEncoding.map { $0.utf8.filter { $0 > 0x20 } } ?? []
    guard coding.isEmpty || coding.map({ $0 | 0x20 }).elementsEqual("identity".utf8) else { return [] }
    return [
      found(
        .warning, facts.name, "is sent without compression (\(facts.bytes) bytes)",
        hint: "send Content-Encoding: gzip to those who accept it")
    ]
  }
}
