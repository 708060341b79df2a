import Testing

@testable import Flags

@Suite("values from the command line")
struct FlagValueTests {
  @Test("a whole number is decimal and fits", arguments: ["0", "-5", "+7", "9223372036854775807"])
  func numbers(_ text: String) throws {
    #expect(try Int(flagText: text) == Int(text))
    #expect(try Int64(flagText: text) == Int64(text))
  }

  @Test(
    "what is no number says so", arguments: ["", " 1", "1 ", "0x10", "1.5", "1e3", "５", "-", "+-1", "--1"])
  func noNumbers(_ text: String) {
    #expect(throws: ValueError("is not a whole number")) { try Int(flagText: text) }
  }

  @Test("a number too large says so", arguments: ["9223372036854775808", "-9223372036854775809"])
  func large(_ text: String) {
    #expect(throws: ValueError("is too large")) { try Int64(flagText: text) }
  }

  @Test("a decimal is finite and decimal", arguments: ["1.5", "-0.25", "1e3", "7"])
  func decimals(_ text: String) throws {
    #expect(try Double(flagText: text) == Double(text))
  }

  @Test("what is no decimal says so", arguments: ["", "inf", "nan", "0x1p3", "1e999", "1,5", "e", " 1"])
  func noDecimals(_ text: String) {
    #expect(throws: ValueError("is not a number")) { try Double(flagText: text) }
  }

  @Test("an initial value is shown as it would be typed")
  func shown() {
    #expect(4.flagText == "4" && 2.0.flagText == "2" && 0.5.flagText == "0.5")
    #expect("".flagText == nil && "a".flagText == "a")
    #expect(Optional<Int>.none.flagText == nil && Optional(4).flagText == "4")
    #expect(Speed.slow.flagText == "slow")
  }

  @Test("an optional has all that its value has")
  func optional() throws {
    #expect(try Speed?(flagText: "fast") == .fast)
    #expect(Optional<Speed>.choices == ["slow", "fast"] && Optional<Speed>.placeholder == "slow|fast")
    #expect(Optional<Speed>.completion == .words(["slow", "fast"]))
  }

  @Test("a long list of words gets a short placeholder, and help lists them")
  func longChoices() {
    struct Form { var way = Way.alphabetical }
    enum Way: String, CaseIterable, FlagValue { case alphabetical, chronological, random }
    let option = Option<Form>.value("way", \.way, "Sort this way.")
    #expect(option.described.value?.placeholder == "WORD")
    #expect(
      Prose.summary(of: option.described) == "Sort this way. (one of alphabetical, chronological, random)")
  }

  @Test(
    "the nearest name is found, and only when it is near",
    arguments: [
      ("jbos", "jobs"), ("job", "jobs"), ("jobss", "jobs"), ("kobs", "jobs"), ("quite", "quiet"),
      ("out", "output"),
      ("x", nil), ("", nil), ("completely", nil), ("jo", nil),
    ] as [(String, String?)])
  func suggestion(_ text: String, _ expected: String?) {
    #expect(Suggestion.nearest(to: text, among: ["jobs", "quiet", "output"]) == expected)
  }
}
