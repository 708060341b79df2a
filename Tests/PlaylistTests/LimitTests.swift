import Playlist
import Testing

@Suite struct LimitTests {
  @Test("every tag of the specification is found by its exact name and by no other")
  func tags() throws {
    for tag in TagName.allCases {
      let text = try PlaylistText(
        Array("#\(tag.rawValue)\n#\(tag.rawValue):1\n#\(tag.rawValue)X\n".utf8), name: "p")
      #expect(text.kind(0) == .tag(tag) && text.kind(1) == .tag(tag) && text.kind(2) == .tag(nil))
      #expect(text.tagText(1) == tag.rawValue && text.value(1) == "1" && text.value(0) == "")
    }
  }

  @Test("a line of a megabyte is read, one above 2 MiB is refused")
  func longLines() throws {
    let title = String(repeating: "a", count: 1 << 20)
    #expect(try media(head + "#EXTINF:6,\(title)\n1.ts\n" + end).segments[0].title == title)
    let message = refusal(head + "#EXTINF:6,\(title)\(title)\n1.ts\n" + end)
    #expect(message == "p.m3u8:5: the line is longer than 2 MiB")
  }

  @Test("more than 2,000,000 lines are refused")
  func manyLines() {
    let text = "#EXTM3U\n" + String(repeating: "\n", count: 2_000_001)
    #expect(refusal(text) == "p.m3u8: has more than 2,000,000 lines")
  }

  @Test("more than 512 attributes in one tag are refused")
  func manyAttributes() {
    let list = (0..<600).map { "A\($0)=1" }.joined(separator: ",")
    #expect(
      refusal("#EXTM3U\n#EXT-X-STREAM-INF:\(list)\nv.m3u8\n")?.hasSuffix("has more than 512 attributes")
        == true)
  }

  @Test("variables cannot blow up: what they expand to is bounded")
  func expansion() {
    let value = String(repeating: "x", count: 1 << 20)
    let line = "#EXTINF:6,\n{$a}{$a}\n"
    let text =
      head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n" + String(repeating: line, count: 100) + end
    #expect(refusal(text)?.hasSuffix("the variables expand to more than 64 MiB") == true)
    let bomb = head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n#EXTINF:6,\n{$a}{$a}{$a}\n" + end
    #expect(refusal(bomb) != nil)
  }

  @Test("leniencies of many lines are one warning each")
  func warnings() throws {
    let playlist = try media(head + String(repeating: "#EXTINF:6\n1.ts \n", count: 500) + end)
    #expect(playlist.warnings.map(\.rule) == [.extInfComma, .blanksAroundLine])
    #expect(playlist.warnings.map(\.count) == [500, 500])
    #expect(
      playlist.warnings[0].description
        == "line 5: EXTINF has no comma after its duration (and 499 more lines)")
  }

  @Test("durations add up without drift")
  func drift() throws {
    let playlist = try media(head + String(repeating: "#EXTINF:6.006,\n1.ts\n", count: 20_000) + end)
    #expect(playlist.duration == 120_120)
  }

  @Test(
    "decimals are read to the nearest number there is",
    arguments: [
      "0.1", "6.006", "123456789.123456789", "0.30000000000000004", "900719925474.09931234567",
      "00000000000000000001.5",
      "0.00000000000000000000000001",
    ])
  func decimals(_ text: String) throws {
    #expect(try media(head + "#EXTINF:\(text),\n1.ts\n" + end).segments[0].duration == Double(text))
  }

  @Test("20,000 segments with dates, keys and ranges are all read")
  func large() throws {
    var text = head + "#EXT-X-MAP:URI=\"i.mp4\"\n"
    for index in 0..<20_000 {
      text += "#EXT-X-KEY:METHOD=AES-128,URI=\"k\(index / 100)\",IV=0x0000000000000000000000000000000A\n"
      text += "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.000Z\n#EXT-X-BYTERANGE:100@\(index * 100)\n"
      text += "#EXTINF:6.006,\nvideo/1080p/segments.m4s\n"
    }
    let playlist = try media(text + end)
    #expect(playlist.segments.count == 20_000 && playlist.keySets.count == 20_000)
    #expect(playlist.segments.last?.byteRange?.end == 2_000_000)
  }
}
