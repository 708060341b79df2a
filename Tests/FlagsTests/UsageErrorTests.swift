import Flags
import Testing

@Suite("a command line that cannot be understood")
struct UsageErrorTests {
  @Test("earns one line and a hint", arguments: Mistake.all)
  func mistake(_ mistake: Mistake) throws {
    let error = try #require(throws: UsageError.self) { try parcel.parse(mistake.words) }
    #expect(error == UsageError(mistake.kind, command: mistake.command, mistake.message, hint: mistake.hint))
  }

  @Test(
    "is told on one short line, whatever was typed",
    arguments: [
      ["wrap", "--paper\nred"], ["wrap", "--\u{1B}[31m"], ["\u{1B}]0;x\u{7}"], ["wrap\nb"],
      ["send", "a", "b", "c\r\n\u{2028}d"], ["wrap", "--speed", "a\nb"], ["wrap", "-\u{85}"],
      ["wrap", "--" + String(repeating: "x", count: 100_000)], [String(repeating: "é", count: 100_000)],
      ["wrap", "-w", String(repeating: "9", count: 100_000), "a"],
    ])
  func oneLine(_ words: [String]) throws {
    let error = try #require(throws: UsageError.self) { try parcel.parse(words) }
    for text in [error.message, error.hint] {
      #expect(text.unicodeScalars.count < 160)
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!text.contains("\u{2028}"))
    }
  }

  @Test(
    "never tells a secret",
    arguments: [
      ["send", "a", "b", "https://me:PASS@host/p?token=PASS#PASS"],
      ["send", "-H", "", "--header=PASS", "a", "b", "c"],
      ["send", "--hedaer=PASS"], ["send", "--continue=PASS"], ["https://h/?PASS"], ["https://PASS@h"],
    ])
  func secret(_ words: [String]) throws {
    let error = try #require(throws: UsageError.self) { try parcel.parse(words) }
    #expect(!(error.message + error.hint).contains("PASS"), "\(error)")
  }
}

struct Mistake: Sendable, CustomTestStringConvertible {
  var words: [String]
  var kind: UsageError.Kind
  var command: String?
  var message: String
  var hint: String
  var testDescription: String { words.joined(separator: " ") }

  init(_ words: [String], _ kind: UsageError.Kind, _ command: String?, _ message: String, _ hint: String) {
    self.words = words
    self.kind = kind
    self.command = command
    self.message = message
    self.hint = hint
  }

  static let wrapUsage = "usage: parcel wrap [OPTION]... THING..."
  static let sendUsage = "usage: parcel send [OPTION]... PARCEL [URL]"
  static let lists = "\"parcel wrap --help\" lists the options"

  static let all: [Mistake] = [
    .init([], .noCommand, nil, "no command given", "\"parcel --help\" lists the commands"),
    .init(["-q"], .noCommand, nil, "no command given", "\"parcel --help\" lists the commands"),
    .init(["wrpa"], .unknownCommand, nil, "unknown command \"wrpa\"", "did you mean wrap?"),
    .init(["snd"], .unknownCommand, nil, "unknown command \"snd\"", "did you mean send?"),
    .init(["hepl"], .unknownCommand, nil, "unknown command \"hepl\"", "did you mean help?"),
    .init(["spyy"], .unknownCommand, nil, "unknown command \"spyy\"", "\"parcel --help\" lists the commands"),
    .init([""], .unknownCommand, nil, "unknown command \"\"", "\"parcel --help\" lists the commands"),
    .init(["help", "wrp"], .unknownCommand, nil, "unknown command \"wrp\"", "did you mean wrap?"),
    .init(
      ["help", "a", "b"], .unexpectedOperand, "help", "help takes one command", "usage: parcel help [COMMAND]"
    ),
    .init(
      ["--paper", "red", "wrap"], .unknownOption, nil, "unknown option --paper",
      "\"parcel --help\" lists the options"),
    .init(
      ["wrap", "--papre=red", "a"], .unknownOption, "wrap", "unknown option --papre",
      "did you mean --paper?"),
    .init(["wrap", "--pape", "a"], .unknownOption, "wrap", "unknown option --pape", "did you mean --paper?"),
    .init(["wrap", "--dry", "a"], .unknownOption, "wrap", "unknown option --dry", "did you mean --dry-run?"),
    .init(
      ["wrap", "--no-ribon", "a"], .unknownOption, "wrap", "unknown option --no-ribon",
      "did you mean --no-ribbon?"),
    .init(["wrap", "--internl", "a"], .unknownOption, "wrap", "unknown option --internl", lists),
    .init(["wrap", "--no-paper", "a"], .unknownOption, "wrap", "unknown option --no-paper", lists),
    .init(["wrap", "-qx", "a"], .unknownOption, "wrap", "unknown option -x", lists),
    .init(["wrap", "-q=1", "a"], .unexpectedValue, "wrap", "-q takes no value", "write -q alone"),
    .init(["wrap", "--=x", "a"], .unknownOption, "wrap", "unknown option --", lists),
    .init(["wrap", "a", "--paper"], .missingValue, "wrap", "--paper needs a value", "write --paper COLOUR"),
    .init(["wrap", "a", "-sp"], .missingValue, "wrap", "-p needs a value", "write -p COLOUR"),
    .init(
      ["wrap", "--paper", "--quiet", "a"], .missingValue, "wrap",
      "--paper needs a value, but --quiet follows",
      "write --paper COLOUR, or --paper=VALUE for one that starts with -"),
    .init(
      ["wrap", "-p", "-q", "a"], .missingValue, "wrap", "-p needs a value, but -q follows",
      "write -p COLOUR, or -pVALUE for one that starts with -"),
    .init(
      ["wrap", "--quiet=yes", "a"], .unexpectedValue, "wrap", "--quiet takes no value",
      "write --quiet alone"),
    .init(
      ["wrap", "--no-ribbon=1", "a"], .unexpectedValue, "wrap", "--no-ribbon takes no value",
      "write --no-ribbon alone"),
    .init(["wrap", "--paper=", "a"], .badValue, "wrap", "--paper: \"\" is empty", "write --paper COLOUR"),
    .init(
      ["wrap", "--speed=fats", "a"], .badValue, "wrap", "--speed: \"fats\" is not one of slow, fast",
      "did you mean fast?"),
    .init(
      ["wrap", "-w5", "a"], .badValue, "wrap", "-w: \"5\" is not a weight",
      "a weight is a number with g or kg, such as 500g"),
    .init(
      ["send", "-R", "101", "a"], .badValue, "send", "-R: \"101\" is not within 0 to 100", "N is 0 to 100"),
    .init(
      ["send", "--retries=-1", "a"], .badValue, "send", "--retries: \"-1\" is not within 0 to 100",
      "N is 0 to 100"),
    .init(
      ["send", "--retries", "x", "a"], .badValue, "send", "--retries: \"x\" is not a whole number",
      "N is 0 to 100"),
    .init(
      ["send", "-R=5", "a"], .badValue, "send", "-R: \"=5\" is not a whole number",
      "a short option takes its value without =: -R N"),
    .init(
      ["send", "--retries=99999999999999999999", "a"], .badValue, "send",
      "--retries: \"99999999999999999999\" is too large", "N is 0 to 100"),
    .init(
      ["send", "--header=", "a"], .badValue, "send", "--header: the value is empty",
      "write --header NAME:VALUE"),
    .init(["wrap"], .missingOperand, "wrap", "wrap needs THING", wrapUsage),
    .init(["wrap", "-q", "--"], .missingOperand, "wrap", "wrap needs THING", wrapUsage),
    .init(["wrap", ""], .badValue, "wrap", "THING is empty", wrapUsage),
    .init(["send", "a", "b", "c"], .unexpectedOperand, "send", "unexpected operand \"c\"", sendUsage),
    .init(
      ["wrap", "--ribbon", "a"], .badCombination, "wrap", "--ribbon needs --paper", "add --paper COLOUR"),
  ]
}
