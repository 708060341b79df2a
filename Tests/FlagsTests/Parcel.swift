// The worked example: a small tool with shared options, declared the way a real one would be.
import Flags

/// What the commands get from outside. Here: nothing but a name to greet with.
struct ParcelContext: Sendable {
  var user = "nobody"
}

/// What a command comes to: a line that tests can look at.
typealias Outcome = String

enum Speed: String, FlagValue, CaseIterable {
  case slow
  case fast
}

enum Family: Sendable, Equatable {
  case any
  case four
  case six
}

/// A size with a unit: an own type with its own check.
struct Weight: FlagValue, Equatable {
  var grams: Int

  init(grams: Int) { self.grams = grams }

  init(flagText: String) throws(ValueError) {
    let digits = flagText.hasSuffix("kg") ? flagText.dropLast(2) : flagText.dropLast(1)
    guard flagText.hasSuffix("g"), let number = Int(digits), (0...1_000_000).contains(number) else {
      throw ValueError("is not a weight", hint: "a weight is a number with g or kg, such as 500g")
    }
    grams = flagText.hasSuffix("kg") ? number * 1000 : number
  }

  var flagText: String? { "\(grams)g" }
  static var placeholder: String { "WEIGHT" }
}

/// Options of every command.
struct OutputOptions: Sendable, Equatable {
  var quiet = false
  var verbosity = 0

  static let options: [Option<OutputOptions>] = [
    .flag("quiet", short: "q", \.quiet, "Print errors only."),
    .count("verbose", short: "v", \.verbosity, "Tell more; twice tells all."),
  ]
}

/// Options of the commands that use the network.
struct TransferOptions: Sendable, Equatable {
  var retries = 10
  var headers: [String] = []
  var family = Family.any
  var resume = true

  static let options: [Option<TransferOptions>] = [
    .value("retries", short: "R", in: 0...100, \.retries, "Try again at most N times."),
    .repeated(
      "header", short: "H", aliases: ["add-headers"], placeholder: "NAME:VALUE", completion: .file, \.headers,
      "Send a header; `@FILE` reads them from a file.", secret: true),
    .set("ipv4", short: "4", \.family, to: .four, "Use IPv4 only."),
    .set("ipv6", short: "6", \.family, to: .six, "Use IPv6 only."),
    .flag(
      "continue", short: "c", negatable: true, \.resume, "Go on where the last run stopped.",
      details: ["Without it, whatever `FILE.partial` holds is thrown away."]),
  ]
}

struct WrapOptions: Sendable, Equatable {
  var paper: String?
  var speed = Speed.slow
  var weight = Weight(grams: 500)
  var ribbon: Bool?
  var stickers: [String] = []
  var folder = ""
  var trial = false
  var things: [String] = []
  var output = OutputOptions()
}

let wrap = Command<WrapOptions>(
  name: "wrap", summary: "Wrap things into one parcel.", category: "Making parcels", defaults: WrapOptions(),
  operands: [.many("THING", \.things, "What goes in.", completion: .file)],
  options: [
    .value("paper", short: "p", placeholder: "COLOUR", \.paper, "Wrap in paper of this colour."),
    .value("speed", \.speed, "Work at this speed."),
    .value("max-weight", short: "w", \.weight, "Refuse more than this."),
    .preference("ribbon", \.ribbon, "Tie a ribbon.", details: ["Nothing said means: if there is one."]),
    .repeated(
      "sticker", completion: .words(["fragile", "this side up", "it's"]), \.stickers, "Put on a sticker."),
    .value("folder", short: "P", placeholder: "DIR", completion: .folder, \.folder, "Put the parcel there."),
    .flag("simulate", short: "s", aliases: ["dry-run"], \.trial, "Only say what would be done."),
    .value("internal", \.paper, "Not for people.", hidden: true),
  ],
  groups: [OptionGroup("Common options", at: \.output, OutputOptions.options)],
  examples: [
    Example("parcel wrap book.txt", "Wrap one book."),
    Example("parcel wrap --paper 'dark red' \\\n  --ribbon a b", "Wrap two things in red, with a ribbon."),
  ],
  manual: Manual(
    details: [
      "Things are put in from the heaviest to the lightest. Nothing is ever bent; see `--max-weight`.",
      .literal("heavy\n  light"), .terms([Term("book", "Goes flat."), Term("egg", "Goes last.")]),
    ],
    sections: [.init("COLOURS", ["Paper has a colour. See `parcel list`."])],
    files: [Term("~/.paper", "The colours at hand.")],
    exitCodes: [ExitStatus(0, "Wrapped."), ExitStatus(2, "The command line is wrong.")],
    seeAlso: [PageReference("tar", 1)])
) { options throws(ValueError) in
  if options.paper == nil, options.ribbon == true {
    throw ValueError("--ribbon needs --paper", hint: "add --paper COLOUR")
  }
}

struct SendOptions: Sendable, Equatable {
  var parcel = ""
  var address: String?
  var transfer = TransferOptions()
  var output = OutputOptions()
}

let send = Command<SendOptions>(
  name: "send", aliases: ["post"], summary: "Send a parcel away.", defaults: SendOptions(),
  operands: [
    .one("PARCEL", \.parcel, "The parcel.", completion: .folder),
    .optional("URL", \.address, "Where to.", completion: .url),
  ],
  groups: [
    OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
    OptionGroup("Common options", at: \.output, OutputOptions.options),
  ],
  examples: [Example("parcel send a.parcel https://example.com/", "Send it there.")],
  manual: Manual(exitCodes: [ExitStatus(0, "Sent."), ExitStatus(6, "Nobody is there.")]))

let spy = Command<OutputOptions>(
  name: "spy", summary: "Look inside.", defaults: OutputOptions(), options: OutputOptions.options,
  hidden: true)

let parcel = Tool<ParcelContext, Outcome>(
  name: "parcel", version: "1.2", summary: "Wrap things and send them.",
  date: PageDate(year: 2026, month: 1, day: 31), common: OutputOptions.options.descriptions(),
  commands: [
    wrap.running { options, context in "\(context.user) wraps \(options.things.joined(separator: "+"))" },
    send.running { options, _ in "\(options)" },
    spy.running { options, _ in "spy \(options.quiet) \(options.verbosity)" },
  ],
  examples: [Example("parcel wrap book.txt", "Wrap one book.")],
  manual: Manual(
    details: ["A parcel is a folder."],
    environment: [Term("PARCEL_PAPER", "The colour of paper when `--paper` is not given.")],
    files: [Term("/etc/paper", "Paper for all.")],
    exitCodes: [
      ExitStatus(0, "Done."), ExitStatus(1, "Failed."), ExitStatus(2, "The command line is wrong."),
    ],
    seeAlso: [PageReference("tar", 1), PageReference("mailaddr", 7), PageReference("cpio", 1)]))
