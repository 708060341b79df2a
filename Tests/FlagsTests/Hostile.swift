// A declaration whose every text tries to get out of its quotes.
@testable import Flags

let nasty = #"It's "so" [bad]: $(touch PWNED) `rm -x` \n \fB $HOME ; & | > < * ? ~ ! # % {a,b} é😀."#

let hostileOptions: [OptionDescription] = [
  OptionDescription(
    name: "evil", short: "e", aliases: ["worse"],
    value: ValueDescription(
      placeholder: "A:B'C]", choices: [],
      completion: .words(["it's", "$(touch PWNED)", "a b", "`touch PWNED`", "c:d", "[x]", "\\", "\"q\"", "é"])
    ),
    defaultText: "'.Dd", summary: nasty, details: [.paragraph(nasty), ".Sh INJECTED", "'br"]),
  OptionDescription(
    name: "no", summary: "'Tis a start. .Sh Then a middle - and -- an end.", category: "O'Group: [1]"),
  OptionDescription(name: "dot", isNegatable: true, summary: ".Sh NOT A HEADING."),
  .help,
]

let hostile = ToolDescription(
  name: "evil", version: "1.0", summary: "It's an \"evil\" [tool]: $(touch PWNED).",
  date: PageDate(year: 2026, month: 12, day: 1), options: hostileOptions,
  commands: [
    CommandDescription(
      name: "do", aliases: ["it"], summary: "Do what's \"bad\": [x] $(touch PWNED) \\e.", category: nil,
      operands: [
        OperandDescription(
          placeholder: "No", summary: ".So's 'this'.", minimum: 0, repeats: true, choices: [],
          completion: .file)
      ],
      options: hostileOptions,
      examples: [Example(".Dd 'x' \\\n  'y' -- \\fBz \"q\" `w`", "'.Pp' is \\not a macro.")],
      manual: Manual(
        details: [.literal(".Sh X\n'br\n\\e -- \"q\"\n\nend"), .terms([Term("Sh", nasty), Term(",", ".")])],
        sections: [.init("IT'S \"A\" SECTION", [".Pp"])],
        environment: [Term("No", nasty)], files: [Term("/a b/'c'", nasty)],
        exitCodes: [ExitStatus(0, "'")], seeAlso: [PageReference("No", 1)]),
      isHidden: false)
  ],
  examples: [], manual: Manual(details: [.paragraph(nasty)]))
