import Conformance
import Testing

@Suite("The book of rules")
struct RuleBookTests {
  @Test("has one entry for each rule, with an identifier of our form and two sentences")
  func entries() {
    let all = RuleBook.explanations
    #expect(all.count >= 20)
    #expect(Set(all.map(\.identifier)).count == all.count)
    #expect(all.map(\.identifier) == all.map(\.identifier).sorted())
    for rule in all {
      let origins = ["hlspack-", "rfc8216bis-", "apple-authoring-", "image-playlist-"]
      #expect(origins.contains { rule.identifier.hasPrefix($0) }, "\(rule.identifier)")
      let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".utf8)
      #expect(rule.identifier.utf8.allSatisfy(allowed.contains), "\(rule.identifier)")
      for text in [rule.asks, rule.why] {
        #expect(text.count > 20 && !text.hasSuffix("."), "\(rule.identifier)")
      }
    }
  }

  @Test("orders findings by file, then line, then rule")
  func order() {
    func finding(_ file: String, _ line: Int?, _ rule: String) -> Finding {
      Finding(rule: rule, severity: .error, file: file, line: line, message: "x")
    }
    let sorted = [
      finding("a", nil, "z"), finding("a", 2, "b"), finding("a", 10, "a"), finding("a", 10, "b"),
      finding("b", 1, "a"),
    ]
    #expect(sorted.reversed().sorted() == sorted)
    #expect(Severity.info < .warning && Severity.warning < .error)
  }
}
