import Archive
import Testing

@Suite("names of entries")
struct EntryNameTests {
  @Test(
    "a good name is kept as it is",
    arguments: [
      "a", "Film.movpkg/hlspack.json", "Film.movpkg/0-2500000-ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/000000.m4s",
      "Ä ö/日本語/🎬", ".hidden/..a/a..b", "console/com10", "a b/c", String(repeating: "x", count: 255),
    ])
  func good(_ text: String) throws {
    let name = try EntryName(text)
    #expect(name.text == text)
    #expect(!name.isFolder)
    #expect(name.parts.joined(separator: "/") == text)
    #expect(try EntryName(bytes: Array(text.utf8)) == name)
  }

  @Test("a folder's name loses the slash at its end")
  func folder() throws {
    let name = try EntryName("Film.movpkg/Data/")
    #expect(name.text == "Film.movpkg/Data")
    #expect(name.isFolder)
  }

  @Test(
    "a name that could leave its folder or that some system would not take is refused with the reason",
    arguments: [
      ("", "the name is empty"), ("/", "the name is empty"), ("/etc/passwd", "the name is absolute"),
      ("//", "the name is absolute"), ("..", "the name leaves its folder"),
      ("../a", "the name leaves its folder"),
      ("a/../b", "the name leaves its folder"), ("a/..", "the name leaves its folder"),
      ("a/../", "the name leaves its folder"), ("./a", "the name leaves its folder"),
      ("a/./b", "the name leaves its folder"), ("a//b", "a part of the name is empty"),
      ("a//", "a part of the name is empty"), ("a\\b", "the name has a backslash"),
      ("..\\a", "the name has a backslash"),
      ("C:/a", "the name has a character that not every file system takes"),
      ("a\nb", "the name has a character that not every file system takes"),
      ("a\u{0}b", "the name has a character that not every file system takes"),
      ("a\u{1B}[2J", "the name has a character that not every file system takes"),
      ("a\u{202E}b", "the name has a character that not every file system takes"),
      ("a?", "the name has a character that not every file system takes"),
      ("con", "the name is reserved for a device"), ("a/AUX.txt/b", "the name is reserved for a device"),
      ("a./b", "a part of the name ends with a dot or a blank"),
      ("...", "a part of the name ends with a dot or a blank"),
      ("a ", "a part of the name ends with a dot or a blank"),
      (" ", "a part of the name ends with a dot or a blank"),
      (String(repeating: "x", count: 256), "a part of the name is too long"),
      (String(repeating: "x/", count: 32) + "x", "the name has more than 32 parts"),
      (String(repeating: "x", count: 4001), "the name is too long"),
    ])
  func refused(_ text: String, reason: String) {
    let error = #expect(throws: ArchiveError.self) { try EntryName(text) }
    #expect(error?.reason == reason)
  }

  @Test("bytes that are no UTF-8 are refused")
  func bytes() {
    for bytes in [[0xFF], [0x61, 0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      let error = #expect(throws: ArchiveError.self) { try EntryName(bytes: bytes) }
      #expect(error?.reason == "the name is not UTF-8")
    }
    #expect(throws: ArchiveError.self) { try EntryName(bytes: [UInt8](repeating: 0x61, count: 1 << 20)) }
  }

  @Test("an error shows the name without what a terminal would obey")
  func shown() {
    let error = #expect(throws: ArchiveError.self) { try EntryName("/a\u{1B}[2J\u{202E}b") }
    #expect(error?.description == "entry '/a?[2J?b': the name is absolute")
  }
}
