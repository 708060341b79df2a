import Flags
import Testing

/// The scripts of both tools, for the tests of all shells.
private enum Scripts {
  static let tools = ["parcel": parcel.described, "evil": hostile]

  static func tool(_ name: String) throws -> ToolDescription { try #require(tools[name]) }
}

@Suite("completion for bash")
struct BashCompletionTests {
  @Test("is the one that was read and found good, and bash can read it", arguments: ["parcel", "evil"])
  func golden(_ name: String) throws {
    let script = BashCompletion.text(of: try Scripts.tool(name))
    try expectGolden(script, "\(name).bash")
    let said = try run("bash", ["-n"], input: script)
    #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
  }

  @Test("offers every option that is not hidden", arguments: ["wrap", "send"])
  func all(_ command: String) throws {
    let described = try #require(parcel.described.commands.first { $0.name == command })
    let wanted = described.visibleOptions.flatMap { $0.spellings.map { "--\($0)" } }
    #expect(Set(try offers(["parcel", command, "--"])) == Set(wanted))
  }

  @Test(
    "offers what fits",
    arguments: [
      (["parcel", ""], ["wrap", "send", "help"]), (["parcel", "w"], ["wrap"]),
      (["parcel", "help", "s"], ["send"]),
      (["parcel", "-q", "w"], ["wrap"]), (["parcel", "--qu"], ["--quiet"]),
      (["parcel", "wrap", "--sp"], ["--speed"]), (["parcel", "wrap", "--speed", ""], ["slow", "fast"]),
      (["parcel", "wrap", "--speed", "f"], ["fast"]), (["parcel", "wrap", "--speed", "=", "f"], ["fast"]),
      (["parcel", "wrap", "--speed", "="], ["slow", "fast"]),
      (["parcel", "wrap", "--speed=f"], ["--speed=fast"]),
      (["parcel", "wrap", "-P", "fold"], ["folder"]), (["parcel", "wrap", "f"], ["file", "folder"]),
      (["parcel", "send", "f"], ["folder"]), (["parcel", "post", "f"], ["folder"]),
      (["parcel", "send", "-R", ""], []), (["parcel", "wrap", "--", "--q"], []),
      (["parcel", "wrap", "--sticker", "th"], [#"this\ side\ up"#]), (["parcel", "wrap", "--inter"], []),
    ] as [([String], [String])])
  func offer(_ words: [String], _ expected: [String]) throws {
    #expect(try offers(words) == expected)
  }

  @Test("takes hostile words for words")
  func hostileWords() throws {
    let said = try offers(["evil", "do", "--evil", ""])
    #expect(said.contains(#"\$\(touch\ PWNED\)"#) && said.contains(#"it\'s"#))
    #expect(said.count == 9)
    #expect(try offers(["evil", "do", ""]).sorted() == ["file", "folder"])
  }

  /// What the function leaves in COMPREPLY, in a folder with "file" and "folder", and nothing else after.
  private func offers(_ words: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let script = try folder.write(BashCompletion.text(of: try Scripts.tool(words[0])), "script")
    let driver = """
      set -u; source "$1"; mkdir "$2"; cd "$2"; mkdir folder; : >file; shift 2
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      specification=$(complete -p "$1"); function=${specification#*-F }; "${function%% *}"
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      [[ $(echo *) == 'file folder' ]] || echo INJECTED
      """
    let place = folder.path("place")
    let said = try run("bash", ["-c", driver, "bash", script, place] + words)
    #expect(said.errors.isEmpty)
    return said.output.split(separator: "\n").map(String.init)
  }
}

@Suite("completion for fish")
struct FishCompletionTests {
  @Test("is the one that was read and found good, and fish can read it", arguments: ["parcel", "evil"])
  func golden(_ name: String) throws {
    let script = FishCompletion.text(of: try Scripts.tool(name))
    try expectGolden(script, "\(name).fish")
    let folder = try TemporaryFolder()
    let said = try run("fish", ["--no-config", "--no-execute", try folder.write(script, "script.fish")])
    #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
  }

  @Test("offers every option that is not hidden", arguments: ["wrap", "send"])
  func all(_ command: String) throws {
    let described = try #require(parcel.described.commands.first { $0.name == command })
    let wanted = described.visibleOptions.flatMap { $0.spellings.map { "--\($0)" } }
    #expect(Set(try offers("parcel \(command) --")) == Set(wanted))
  }

  @Test(
    "offers what fits",
    arguments: [
      ("parcel ", ["help", "send", "wrap"]), ("parcel -q w", ["wrap"]), ("parcel help s", ["send"]),
      ("parcel wrap --speed ", ["fast", "slow"]), ("parcel wrap --speed=f", ["--speed=fast"]),
      ("parcel wrap -P fo", ["folder/"]), ("parcel wrap f", ["file", "folder/"]),
      ("parcel send f", ["folder/"]),
      ("parcel post f", ["folder/"]), ("parcel send -R ", []), ("parcel wrap --sticker th", ["this side up"]),
    ] as [(String, [String])])
  func offer(_ line: String, _ expected: [String]) throws {
    #expect(try offers(line).sorted() == expected)
  }

  @Test("takes hostile words for words")
  func hostileWords() throws {
    let said = try offers("evil do --evil ")
    #expect(said.contains("$(touch PWNED)") && said.contains("it's") && said.contains("\\"))
    #expect(said.count == 9, "\(said)")
  }

  private func offers(_ line: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let tool = try Scripts.tool(String(line.prefix { $0 != " " }))
    let script = try folder.write(FishCompletion.text(of: tool), "script.fish")
    let driver = """
      source $argv[1]; mkdir $argv[2]; cd $argv[2]; mkdir folder; touch file
      complete -C $argv[3]
      test (count *) = 2; or echo INJECTED
      """
    let place = folder.path("place")
    let said = try run("fish", ["--no-config", "-c", driver, script, place, line])
    #expect(said.errors.isEmpty)
    return said.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }
}

@Suite("completion for zsh")
struct ZshCompletionTests {
  @Test("is the one that was read and found good, and zsh can read it", arguments: ["parcel", "evil"])
  func golden(_ name: String) throws {
    let script = ZshCompletion.text(of: try Scripts.tool(name))
    try expectGolden(script, "_\(name)")
    let folder = try TemporaryFolder()
    let said = try run("zsh", ["-f", "-n", try folder.write(script, "_script")])
    #expect(said.status == 0 && said.errors.isEmpty, "\(said.errors)")
  }

  @Test("offers every option that is not hidden", arguments: ["wrap", "send"])
  func all(_ command: String) throws {
    let described = try #require(parcel.described.commands.first { $0.name == command })
    let wanted = described.visibleOptions.flatMap { $0.spellings.map { "--\($0)" } }
    #expect(Set(try offers("parcel \(command) --")) == Set(wanted))
  }

  @Test(
    "offers what fits",
    arguments: [
      ("parcel ", ["help", "send", "wrap"]), ("parcel -q w", ["wrap"]), ("parcel help s", ["send"]),
      ("parcel wrap --speed ", ["fast", "slow"]), ("parcel wrap --speed=f", ["fast"]),
      ("parcel wrap -P", ["folder"]), ("parcel wrap f", ["file", "folder"]), ("parcel post f", ["folder"]),
      ("parcel wrap --sticker th", [#"this\ side\ up"#]),
    ] as [(String, [String])])
  func offer(_ line: String, _ expected: [String]) throws {
    #expect(Set(try offers(line)).sorted() == expected)
  }

  @Test("takes hostile words for words")
  func hostileWords() throws {
    let said = try offers("evil do --evil ")
    #expect(said.contains(#"\$\(touch\ PWNED\)"#) && said.contains(#"it\'s"#))
    #expect(said.count == 9, "\(said)")
  }

  /// What zsh in a terminal of its own is offered for a line and a tab: its `compadd` writes the words into
  /// a file.
  private func offers(_ line: String) throws -> [String] {
    let folder = try TemporaryFolder()
    for (name, tool) in Scripts.tools { _ = try folder.write(ZshCompletion.text(of: tool), "_" + name) }
    let inner = try folder.write(Self.inner, "inner")
    let said = try run(
      "zsh", ["-f", "-c", Self.outer, "zsh", folder.path(""), folder.path("place"), inner, line])
    #expect(said.errors.isEmpty)
    return said.output.split(separator: "\n").map(String.init)
  }

  private static let inner = """
    PS1= fpath=($1 $fpath)
    autoload -Uz compinit && compinit -u -D
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
      local -a hits
      builtin compadd -A hits "$@"
      (( $#hits )) && print -rl -- $hits >>$OUT
      builtin compadd "$@"
    }
    comppostfuncs=(finish)
    finish() { print -r -- END-OF-OFFERS >>$OUT }
    """

  private static let outer = """
    zmodload zsh/zpty
    export OUT=$1/out
    : >$OUT
    mkdir -p $2/folder && cd $2 && : >file
    zpty shell TERM=dumb zsh -f -i
    zpty -w shell "set -- $1; source $3"
    zpty -n -w shell "$4"$'\\t'
    for i in {1..400}; do
      zpty -r -t shell said
      grep -q END-OF-OFFERS $OUT && break
      sleep 0.1
    done
    zpty -d shell
    grep -v END-OF-OFFERS $OUT
    [[ $(print *) == 'file folder' ]] || print INJECTED
    """
}
