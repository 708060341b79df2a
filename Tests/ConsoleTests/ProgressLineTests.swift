import Console
import Testing

@Suite struct ProgressLineTests {
  private let report = ProgressReport(
    title: "Film", fraction: 0.425, bytes: 1_200_000_000, expectedBytes: 3_400_000_000,
    bytesPerSecond: 12_345_678,
    secondsLeft: 83)

  @Test(
    "the line tells what fits, the figures before the title",
    arguments: [
      (
        120,
        " 42 % [############------------------]  1.2 GB of 3.4 GB  1:23 left  12.3 MB/s  Film"
      ),
      (80, " 42 % [########------------]  1.2 GB of 3.4 GB  1:23 left  12.3 MB/s  Film"),
      (60, " 42 % [####------]  1.2 GB of 3.4 GB  1:23 left  12.3 MB/s"),
      (45, " 42 %  1.2 GB of 3.4 GB  1:23 left  12.3 MB/s"), (30, " 42 %  1.2 GB of 3.4 GB  Film"),
      (20, " 42 %  1:23 left"), (5, " 42 %"), (3, " 4…"), (0, ""), (-1, ""),
    ])
  func text(_ width: Int, _ expected: String) {
    var line = ProgressLine()
    #expect(line.text(for: report, width: width) == expected)
  }

  @Test("the line never goes back or above 100 %, and bytes never above what is expected")
  func monotone() {
    var line = ProgressLine()
    func percent(_ fraction: Double?, _ bytes: Int64 = 0, of expected: Int64? = nil) -> String {
      let report = ProgressReport(title: "", fraction: fraction, bytes: bytes, expectedBytes: expected)
      return line.text(for: report, width: 45)
    }
    #expect(percent(0.5, 500, of: 1_000) == " 50 %  500 B of 1.0 kB")
    #expect(percent(0.3, 300, of: 1_000) == " 50 %  500 B of 1.0 kB")
    #expect(percent(.nan, -5, of: 0) == " 50 %  500 B")
    #expect(percent(-.infinity, .min) == " 50 %  500 B")
    #expect(percent(nil, 600, of: 1_000) == " 60 %  600 B of 1.0 kB")
    #expect(percent(0.9999, 2_000, of: 1_000) == " 99 %  2.0 kB of 2.0 kB")
    #expect(percent(17, 2_000, of: 1_000) == "100 %  2.0 kB of 2.0 kB")
    #expect(percent(nil) == "100 %  2.0 kB")
  }

  @Test("what is no number is not shown")
  func noNumbers() {
    var line = ProgressLine()
    let report = ProgressReport(
      title: "a\u{1B}b", fraction: .nan, bytesPerSecond: .infinity, secondsLeft: .nan)
    #expect(line.text(for: report, width: 45) == "  0 %  0 B  a\\u{1b}b")
  }

  @Test("no line is wider than asked for", arguments: 0...130)
  func fits(_ width: Int) {
    for title in ["", "Film", "漢字漢字漢字漢字漢字漢字漢字漢字漢字", String(repeating: "x", count: 200)] {
      var report = report
      report.title = title
      var line = ProgressLine()
      #expect(TextWidth.of(line.text(for: report, width: width)) <= width)
    }
  }

  @Test("a throttle lets through once in its interval")
  func throttle() {
    var throttle = Throttle(every: .milliseconds(100))
    #expect(
      [0, 50, 99, 100, 150, 250, 249].map { throttle.allows(at: .milliseconds($0)) }
        == [true, false, false, true, false, true, false])
  }
}
