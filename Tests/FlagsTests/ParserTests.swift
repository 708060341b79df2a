import Flags
import Testing

@Suite("reading a command line")
struct ParserTests {
  @Test("options and operands go where their key paths say", arguments: WrapCase.all)
  func values(_ example: WrapCase) throws {
    var expected = WrapOptions()
    expected.things = ["a"]
    example.change(&expected)
    #expect(try wrapped(example.words) == expected)
  }

  @Test("shared options land inside the options of each command")
  func shared() throws {
    var expected = SendOptions()
    expected.parcel = "a"
    expected.transfer.retries = 3
    expected.transfer.headers = ["A: b", "C: d"]
    expected.transfer.family = .six
    expected.transfer.resume = false
    expected.output.verbosity = 3
    let arguments = [
      "-R3", "a", "--no-continue", "-6vv", "--header", "A: b", "--add-headers=C: d", "--verbose",
    ]
    #expect(try sent(arguments) == expected)
  }

  @Test("an optional operand may be there or not")
  func optionalOperand() throws {
    #expect(try sent(["a"]).address == nil)
    #expect(try sent(["a", "https://b/"]).address == "https://b/")
  }

  @Test("the command does its own deed with its own options")
  func run() async throws {
    guard case .run("wrap", let deed) = try parcel.parse(["wrap", "a", "b"]) else {
      Issue.record("no deed")
      return
    }
    #expect(await deed(ParcelContext(user: "eve")) == "eve wraps a+b")
  }

  @Test("common options may stand before the command, and hidden commands work")
  func leading() async throws {
    guard case .run("spy", let deed) = try parcel.parse(["-qv", "--verbose", "spy", "-v"]) else {
      Issue.record("no deed")
      return
    }
    #expect(await deed(ParcelContext()) == "spy true 3")
  }

  @Test("a command answers to its other name")
  func alias() throws {
    guard case .run("send", _) = try parcel.parse(["post", "x"]) else {
      Issue.record("no deed")
      return
    }
  }

  @Test(
    "help is asked for in many ways",
    arguments: [
      (["--help"], "parcel [OPTION]... COMMAND"), (["-h"], "parcel [OPTION]... COMMAND"),
      (["-q", "-h"], "parcel [OPTION]... COMMAND"), (["help"], "parcel [OPTION]... COMMAND"),
      (["help", "help"], "parcel [OPTION]... COMMAND"),
      (["wrap", "--help"], "parcel wrap [OPTION]... THING..."),
      (["wrap", "-qh"], "parcel wrap [OPTION]... THING..."),
      (["help", "wrap"], "parcel wrap [OPTION]... THING..."),
      (["-q", "wrap", "a", "-h", "--nonsense"], "parcel wrap [OPTION]... THING..."),
      (["help", "post"], "parcel send [OPTION]... PARCEL [URL]"),
    ])
  func help(_ arguments: [String], _ usage: String) throws {
    guard case .help(let text) = try parcel.parse(arguments) else {
      Issue.record("no help")
      return
    }
    #expect(text.hasPrefix("Usage: " + usage))
  }

  @Test(
    "the version is one line",
    arguments: [["--version"], ["-V"], ["-q", "--version"], ["wrap", "--version"]])
  func version(_ arguments: [String]) throws {
    guard case .version(let text) = try parcel.parse(arguments) else {
      Issue.record("no version")
      return
    }
    #expect(text == "parcel 1.2\n")
  }
}

/// One way to write options of `wrap`, and what it changes from the defaults; the operand is "a".
struct WrapCase: Sendable, CustomTestStringConvertible {
  var words: [String]
  var change: @Sendable (inout WrapOptions) -> Void
  var testDescription: String { words.joined(separator: " ") }

  static let all: [WrapCase] = [
    .init(words: ["a"]) { _ in },
    .init(words: ["--paper", "red", "a"]) { $0.paper = "red" },
    .init(words: ["a", "--paper", "red"]) { $0.paper = "red" },
    .init(words: ["a", "--paper=red"]) { $0.paper = "red" },
    .init(words: ["a", "--paper=a=b"]) { $0.paper = "a=b" },
    .init(words: ["-pred", "a"]) { $0.paper = "red" },
    .init(words: ["-p", "red", "a"]) { $0.paper = "red" },
    .init(words: ["-p", "red", "-p", "blue", "a"]) { $0.paper = "blue" },
    .init(words: ["-p", "-", "a"]) { $0.paper = "-" },
    .init(words: ["-p", "-5", "a"]) { $0.paper = "-5" },
    .init(words: ["-p--quiet", "a"]) { $0.paper = "--quiet" },
    .init(words: ["--paper=--quiet", "a"]) { $0.paper = "--quiet" },
    .init(words: ["-sqpred", "a"]) {
      $0.trial = true
      $0.output.quiet = true
      $0.paper = "red"
    },
    .init(words: ["--dry-run", "a"]) { $0.trial = true },
    .init(words: ["--speed", "fast", "a"]) { $0.speed = .fast },
    .init(words: ["-w2kg", "a"]) { $0.weight = Weight(grams: 2000) },
    .init(words: ["--no-ribbon", "a"]) { $0.ribbon = false },
    .init(words: ["-pred", "--no-ribbon", "--ribbon", "a"]) {
      $0.paper = "red"
      $0.ribbon = true
    },
    .init(words: ["--sticker", "x", "--sticker=y", "a", "--sticker", "z"]) { $0.stickers = ["x", "y", "z"] },
    .init(words: ["-v", "-v", "a"]) { $0.output.verbosity = 2 },
    .init(words: ["--internal", "x", "a"]) { $0.paper = "x" },
    .init(words: ["a", "-", "b"]) { $0.things = ["a", "-", "b"] },
    .init(words: ["-q", "--", "a", "-v", "--", "--help"]) {
      $0.output.quiet = true
      $0.things = ["a", "-v", "--", "--help"]
    },
    .init(words: ["--paper", "é😀", "a"]) { $0.paper = "é😀" },
  ]
}

func wrapped(_ arguments: [String]) throws -> WrapOptions {
  guard case .options(let options) = try wrap.parse(arguments, tool: "parcel") else { throw NoOptions() }
  return options
}

func sent(_ arguments: [String]) throws -> SendOptions {
  guard case .options(let options) = try send.parse(arguments, tool: "parcel") else { throw NoOptions() }
  return options
}

struct NoOptions: Error {}
