import Files
import Foundation
import Testing

@Suite("names and paths")
struct NameTests {
  @Test(
    "a name is made legal",
    arguments: [
      ("Film", "Film"), ("", "untitled"), ("   ", "untitled"), ("...", "untitled"), (". .", "untitled"),
      ("..", "untitled"), (".", "untitled"), ("/", "_"), ("../../etc/passwd", ".._.._etc_passwd"),
      ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"), ("Film. ", "Film"), ("  Film .. ", "Film"),
      ("Was ist los?", "Was ist los_"), ("a\u{0}b\u{7}c\u{1B}[31m\u{7F}\u{9B}", "abc[31m"),
      ("a\nb\tc", "a b c"),
      ("a\u{202E}4pm.exe", "a4pm.exe"), ("a\u{FEFF}b\u{FFFE}", "ab"), ("…And Justice", "…And Justice"),
      ("con", "con_"), ("CON", "CON_"), ("Aux.txt", "Aux_.txt"), ("nul.tar.gz", "nul_.tar.gz"),
      ("com1", "com1_"),
      ("COM¹.x", "COM¹_.x"), ("lpt0", "lpt0_"), ("prn .txt", "prn _.txt"), ("conin$", "conin$_"),
      ("com10", "com10"), ("console", "console"), ("com", "com"), ("aux film", "aux film"), ("-rf", "-rf"),
      (".hidden", ".hidden"), ("日本語", "日本語"), ("🎬 Film", "🎬 Film"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
  func legalName(_ text: String, name: String) {
    #expect(Array(FileNames.legalName(text).unicodeScalars) == Array(name.unicodeScalars))
    #expect(FileNames.legalName(name) == name)
  }

  @Test("a long name is cut at 200 bytes between scalars, without a blank or a dot at the end")
  func cutting() {
    #expect(FileNames.legalName(String(repeating: "x", count: 300)) == String(repeating: "x", count: 200))
    #expect(FileNames.legalName(String(repeating: "日", count: 100)) == String(repeating: "日", count: 66))
    #expect(FileNames.legalName("x" + String(repeating: "🎬", count: 100)).utf8.count == 197)
    let dotted = String(repeating: "x", count: 199) + "." + String(repeating: "y", count: 9)
    #expect(FileNames.legalName(dotted) == String(repeating: "x", count: 199))
    #expect(FileNames.legalName("con" + String(repeating: " ", count: 250) + "x") == "con_")
    #expect(FileNames.legalName("aux." + String(repeating: "x", count: 250)).utf8.count == 200)
    #expect(FileNames.legalName(String(repeating: "\u{0}", count: 1_000_000) + "x") == "untitled")
  }

  @Test(
    "letters and marks are composed",
    arguments: [
      "Ame\u{301}lie", "\u{212B}ngstrom", "A\u{30A}", "q\u{307}\u{323}", "q\u{323}\u{307}", "a\u{323}\u{302}",
      "\u{E2}\u{323}", "\u{1EA1}\u{302}", "\u{3C9}\u{342}\u{345}", "\u{2126}", "\u{37E}", "\u{1F71}",
      "\u{438}\u{306}",
      "\u{304B}\u{3099}", "\u{1112}\u{1161}\u{11AB}", "e\u{302}\u{301}", "o\u{328}\u{304}", "\u{301}a",
      "a\u{315}\u{300}\u{5AE}\u{300}b", "\u{110}", "s\u{323}\u{307}", "\u{1E9B}\u{323}",
      "Z\u{30C}i\u{308}z\u{30C}ek",
      "\u{AC01}\u{11A8}", "x\u{200D}\u{301}", "\u{1FEF}", "\u{3B1}\u{345}\u{301}", "\u{1F80}\u{301}",
    ])
  func composing(_ text: String) {
    // Foundation knows NFC in full; marks of no device, so nothing else changes.
    let expected = text.precomposedStringWithCanonicalMapping
    #expect(Array(FileNames.legalName(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("a syllable of two parts takes its third")
  func syllable() {
    #expect(Array(FileNames.legalName("\u{AC00}\u{11A8}").unicodeScalars) == ["\u{AC01}"])
  }

  @Test("every decomposed letter of the blocks that are composed comes back as Foundation composes it")
  func allLetters() {
    var checked = 0
    for value in [0xC0...0x2FF, 0x370...0x52F, 0x1E00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.generalCategory != .unassigned
      else { continue }
      let text = "x" + String(scalar).decomposedStringWithCanonicalMapping + "x"
      let expected = text.precomposedStringWithCanonicalMapping
      if Array(FileNames.legalName(text).unicodeScalars) != Array(expected.unicodeScalars) {
        Issue.record(
          "U+\(String(value, radix: 16)) gives \(FileNames.legalName(text).unicodeScalars.map(\.value))")
      }
      checked += 1
    }
    #expect(checked > 12_000)
  }

  @Test("paths are joined with one slash")
  func joining() {
    #expect(FilePath.join("a", "b") == "a/b")
    #expect(FilePath.join("a/", "b") == "a/b")
    #expect(FilePath.join("/", "b") == "/b")
    #expect(FilePath.join("a", "/b") == "/b")
    #expect(FilePath.join("", "b") == "b")
    #expect(FilePath.join("a", "") == "a")
  }

  @Test(
    "a path is cut into its folder and its last name",
    arguments: [
      ("a/b/c", "a/b", "c"), ("a/b/", "a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("/", "/", "/"),
      ("a//b", "a", "b"), ("//a", "/", "a"), ("", ".", ""), ("Ä/ö.movpkg///", "Ä", "ö.movpkg"),
    ])
  func cuttingPaths(_ path: String, parent: String, last: String) {
    #expect(FilePath.parent(path) == parent)
    #expect(FilePath.lastComponent(path) == last)
  }
}
