import Console
import Testing

@Suite struct TextTests {
  @Test(
    "bytes are told in decimal units with few digits",
    arguments: [
      (0, "0 B"), (-1, "0 B"), (.min, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_049, "1.0 kB"),
      (1_050, "1.1 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
      (1_234_567, "1.2 MB"), (345_000_000, "345 MB"), (3_400_000_000, "3.4 GB"), (.max, "9.2 EB"),
    ] as [(Int64, String)])
  func bytes(_ count: Int64, _ text: String) {
    #expect(ByteText.bytes(count) == text)
  }

  @Test(
    "a duration has minutes and seconds, and hours where there are any",
    arguments: [
      (0, "0:00"), (7.9, "0:07"), (59.999, "0:59"), (60, "1:00"), (754, "12:34"), (3_600, "1:00:00"),
      (3_723, "1:02:03"), (360_000, "100:00:00"), (-1, "0:00"), (.nan, "0:00"), (.infinity, "0:00"),
      (1e300, "277777777777:46:40"),
    ] as [(Double, String)])
  func durations(_ seconds: Double, _ text: String) {
    #expect(ByteText.duration(seconds) == text)
  }

  @Test("rates and counts are told, whatever is given")
  func rates() {
    #expect(ByteText.rate(12_345_678) == "12.3 MB/s")
    #expect(ByteText.rate(.nan) == "0 B/s")
    #expect(ByteText.rate(-1) == "0 B/s")
    #expect(ByteText.rate(1e30) == "9.2 EB/s")
    #expect(ByteText.bitrate(2_500_000) == "2.5 Mb/s")
    #expect(ByteText.count(0) == "0")
    #expect(ByteText.count(-1_234_567) == "-1,234,567")
    #expect(ByteText.count(100_000) == "100,000")
    #expect(ByteText.count(.min) == "-9,223,372,036,854,775,808")
  }

  @Test(
    "text is as wide as a terminal shows it",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("ＡＢ", 4), ("😀", 2),
      ("a\u{200D}b", 2), ("a\u{AD}b", 2), ("Ünïcödé", 7), ("…", 1), ("カタカナ", 8), ("ｶﾀ", 2),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test(
    "text is cut to its columns with a mark",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("漢字漢字", 5, "漢字…"),
      ("漢字漢字", 4, "漢…"), ("漢字", 4, "漢字"), ("abcdef", -3, ""),
    ])
  func cut(_ text: String, _ width: Int, _ expected: String) {
    #expect(TextWidth.cut(text, to: width) == expected)
  }

  @Test("no text can move the cursor, forge a line or turn the writing")
  func visible() {
    #expect(VisibleText.of("a\u{1B}[2Jb\rc\nd\u{7F}\u{9B}e") == "a\\u{1b}[2Jb\\u{d}c\\u{a}d\\u{7f}\\u{9b}e")
    #expect(VisibleText.of("x\u{202E}y\u{2028}") == "x\\u{202e}y\\u{2028}")
    #expect(VisibleText.of("Ça va, 漢字 😀") == "Ça va, 漢字 😀")
  }
}
