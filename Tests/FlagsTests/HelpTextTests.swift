import Flags
import Testing

@Suite("help")
struct HelpTextTests {
  static let texts: [(file: String, text: String)] =
    [("parcel.help", HelpText.text(of: parcel.described)), ("evil.help", HelpText.text(of: hostile))]
    + parcel.described.visibleCommands.map {
      ("parcel-\($0.name).help", HelpText.text(of: $0, in: parcel.described))
    } + hostile.commands.map { ("evil-\($0.name).help", HelpText.text(of: $0, in: hostile)) }

  @Test("is the one that was read and found good", arguments: texts.map { $0.file })
  func golden(_ file: String) throws {
    try expectGolden(try text(file), file)
  }

  @Test("has at most 80 columns and no blank at a line's end", arguments: texts.map { $0.file })
  func width(_ file: String) throws {
    for line in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.unicodeScalars.count <= 80 && !line.hasSuffix(" "), "\(line)")
    }
  }

  @Test("keeps to 80 columns when words are longer than a line")
  func longWords() {
    var tool = parcel.described
    let long = String(repeating: "x", count: 300)
    tool.summary = long
    tool.options[0].summary = long + " " + long
    tool.options[1].name = long
    tool.commands[0].name = long
    let text = HelpText.text(of: tool)
    #expect(text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    #expect(text.filter { $0 == "x" }.count > 1500)
  }

  @Test("does not tell what is hidden")
  func hidden() throws {
    #expect(!HelpText.text(of: parcel.described).contains("spy"))
    #expect(!(try text("parcel-wrap.help")).contains("internal"))
  }

  @Test("tells nothing of a command that is not there")
  func unknown() {
    #expect(HelpText.text(of: parcel.described, command: "nothing") == nil)
    #expect(HelpText.text(of: parcel.described, command: "send") != nil)
  }

  private func text(_ file: String) throws -> String {
    try #require(Self.texts.first { $0.file == file }).text
  }
}
