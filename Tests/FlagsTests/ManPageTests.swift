import Flags
import Testing

@Suite("man pages")
struct ManPageTests {
  static let pages = ManPage.pages(of: parcel.described) + ManPage.pages(of: hostile)

  @Test("each page is the one that was read and found good", arguments: pages.map(\.file))
  func golden(_ file: String) throws {
    try expectGolden(try text(file), file)
  }

  @Test("mandoc has nothing to say", arguments: pages.map(\.file))
  func mandoc(_ file: String) throws {
    let said = try run("mandoc", ["-Tlint"], input: try text(file))
    // Style notes that hold for pages of BSD, or for a page that is installed before the others.
    let accepted = ["referenced manual not found", "operating system explicitly specified"]
    let rest = said.output.split(separator: "\n").filter { line in
      !accepted.contains { line.contains($0) } && !(file.hasPrefix("evil") && line.contains(": STYLE: "))
    }
    #expect(rest.isEmpty, "\(rest.joined(separator: "\n"))")
  }

  @Test("groff has nothing to say", arguments: pages.map(\.file))
  func groff(_ file: String) throws {
    let said = try run("groff", ["-mdoc", "-Tutf8", "-ww", "-z"], input: try text(file))
    #expect(said.errors.isEmpty && said.output.isEmpty && said.status == 0, "\(said.errors)")
  }

  @Test("there is one for the tool and one for each command that is not hidden")
  func all() throws {
    let files = ManPage.pages(of: parcel.described).map { $0.file }
    #expect(files == ["parcel.1", "parcel-wrap.1", "parcel-send.1"])
    #expect(Self.pages.allSatisfy { !$0.text.contains("spy") && !$0.text.contains("internal") })
  }

  @Test("the text a reader sees is the text of the declaration, however hostile")
  func rendered() throws {
    let said = try run("mandoc", ["-Tutf8", "-O", "width=900"], input: try text("evil-do.1"))
    let plain = said.output.unicodeScalars.reduce(into: "") { text, scalar in
      // An overstruck letter is that letter.
      if scalar == "\u{8}" { text.unicodeScalars.removeLast() } else { text.unicodeScalars.append(scalar) }
    }
    let told = plain.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let wanted = nasty.split(separator: "`").joined()
    #expect(told.filter { $0.contains(wanted) }.count == 5, "\(plain)")
    for line in [".Sh INJECTED", "'br", "\\e -- \"q\"", ".Dd 'x' \\", "'y' -- \\fBz \"q\" `w`", ".Pp"] {
      #expect(told.contains(line), "\(line)")
    }
  }

  private func text(_ file: String) throws -> String {
    try #require(Self.pages.first { $0.file == file }).text
  }
}
