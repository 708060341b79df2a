extension RuleBook {
  /// Rules on the answer of a server.
  package static var ofAnswers: [any Rule<AnswerFacts>.Type] {
    [
      AnswerContentType.self, AnswerCompressed.self, AnswerSecure.self, AnswerKeepsSecurity.self,
      AnswerHTTPVersion.self, AnswerDirect.self,
    ]
  }
}
