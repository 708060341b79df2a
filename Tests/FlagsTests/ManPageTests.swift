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

  private func text(_ file: String) throws -> String {
    try #require(Self.pages.first { $0.file == file }).text
  }
}
