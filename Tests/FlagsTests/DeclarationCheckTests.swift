import Testing

@testable import Flags

@Suite("mistakes of a declaration")
struct DeclarationCheckTests {
  @Test("there are none in the worked example")
  func example() {
    #expect(DeclarationCheck.findings(in: parcel) == [])
  }

  @Test("each is found and named", arguments: Slip.all)
  func slip(_ slip: Slip) {
    var tool = parcel.described
    slip.change(&tool)
    #expect(
      DeclarationCheck.findings(in: tool).contains { $0.contains(slip.finding) },
      "\(DeclarationCheck.findings(in: tool))")
  }

  @Test("a flag that sets what is set already is found")
  func pointless() {
    let command = Command<OutputOptions>(
      name: "idle", summary: "Do nothing.", defaults: OutputOptions(),
      options: [.flag("loud", sets: false, \.quiet, "Be loud.")], hidden: true)
    let tool = Tool<ParcelContext, Outcome>(
      name: "parcel", version: "1", summary: "Sum.", date: PageDate(year: 2026, month: 1, day: 1),
      commands: [command.running { _, _ in "" }])
    #expect(DeclarationCheck.findings(in: tool).contains("idle: --loud sets what is already set"))
  }

  @Test(
    "an example that the tool refuses is found",
    arguments: [
      ("parcel wrap --papre x a", "unknown option --papre"), ("parcel wrap 'a", "has an open quote"),
      ("true && parcel wrap", "wrap needs THING"), ("cat list | parcel send", "send needs PARCEL"),
      ("parcel wrap \\\n  --speed 'very fast' a >out", "is not one of slow, fast"),
    ])
  func example(_ command: String, _ finding: String) {
    let tool = Tool<ParcelContext, Outcome>(
      name: "parcel", version: "1", summary: "Sum.", date: PageDate(year: 2026, month: 1, day: 1),
      commands: [wrap.running { _, _ in "" }, send.running { _, _ in "" }],
      examples: [Example(command, "Try.")])
    #expect(DeclarationCheck.findings(in: tool).contains { $0.contains(finding) })
  }
}

/// One change for the worse, and a part of the finding that tells it.
struct Slip: Sendable, CustomTestStringConvertible {
  var finding: String
  var change: @Sendable (inout ToolDescription) -> Void
  var testDescription: String { finding }

  init(_ finding: String, _ change: @escaping @Sendable (inout ToolDescription) -> Void) {
    self.finding = finding
    self.change = change
  }

  static let all: [Slip] = [
    Slip("parcel: command wrap is declared twice") { $0.commands[1].aliases = ["wrap"] },
    Slip("parcel: command help is declared twice") { $0.commands[1].name = "help" },
    Slip("wrap: option paper is declared twice") { $0.commands[0].options[1].aliases = ["paper"] },
    Slip("wrap: option no-ribbon is declared twice") { $0.commands[0].options[1].name = "no-ribbon" },
    Slip("wrap: option help is declared twice") { $0.commands[0].options[1].name = "help" },
    Slip("wrap: letter p is declared twice") { $0.commands[0].options[1].short = "p" },
    Slip("wrap: letter h is declared twice") { $0.commands[0].options[1].short = "h" },
    Slip("--speed: the letter is none") { $0.commands[0].options[1].short = "=" },
    Slip("wrap: the summary has no full stop") { $0.commands[0].summary = "Wrap" },
    Slip("wrap: the summary has 61 columns") {
      $0.commands[0].summary = String(repeating: "x", count: 60) + "."
    },
    Slip("parcel: the summary has no full stop") { $0.summary = "Wrap" },
    Slip("--paper: the summary has no full stop") { $0.commands[0].options[0].summary = "Wrap" },
    Slip("--paper: has no placeholder") { $0.commands[0].options[0].value?.placeholder = "" },
    Slip("--paper: the placeholder has a blank") { $0.commands[0].options[0].value?.placeholder = "A B" },
    Slip("--paper: a backtick is not closed") { $0.commands[0].options[0].summary = "See `x." },
    Slip("--paper: a text has control characters") { $0.commands[0].options[0].details = ["a\nb"] },
    Slip("wrap: a text is empty") { $0.commands[0].manual.details = [""] },
    Slip("wrap: has no example") { $0.commands[0].examples = [] },
    Slip("wrap: an example does not call parcel") { $0.commands[0].examples = [Example("tar x", "Unpack.")] },
    Slip("wrap: has no exit codes") { $0.commands[0].manual.exitCodes = [] },
    Slip("wrap: exit codes are out of order") { $0.commands[0].manual.exitCodes.reverse() },
    Slip("wrap: an exit code is over 255") { $0.commands[0].manual.exitCodes = [ExitStatus(256, "No.")] },
    Slip("Wrap is not a name") { $0.commands[0].name = "Wrap" },
    Slip("pa_per is not a name") { $0.commands[0].options[0].name = "pa_per" },
    Slip("-x is not a name") { $0.commands[0].options[0].aliases = ["-x"] },
    Slip("send: a required operand follows an optional one") { $0.commands[1].operands.reverse() },
    Slip("send: a repeated operand is not the last") { $0.commands[1].operands[0].repeats = true },
    Slip("send: operand URL is declared twice") { $0.commands[1].operands[0].placeholder = "URL" },
    Slip("wrap: --quiet differs from the common option") { $0.options[0].short = "x" },
    Slip("wrap: section Paper is not in capitals") { $0.commands[0].manual.sections[0].title = "Paper" },
    Slip("parcel: has no date") { $0.date.month = 13 },
    Slip("a line of the help is over 80 columns") {
      $0.commands[0].examples = [Example("parcel wrap " + String(repeating: "x", count: 80), "Wrap.")]
    },
  ]
}
