import Playlist
import Testing

@Suite("Date ranges of several tags")
struct MergedDateRangeTests {
  private func merged(_ tags: String...) throws -> [DateRange] {
    let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6"] + tags.map { "#EXT-X-DATERANGE:" + $0 }
    return try media(lines.joined(separator: "\n") + "\n#EXTINF:6,\na\n").mergedDateRanges
  }

  @Test("are one range for each ID, in the order of their first tags")
  func order() throws {
    let start = #"START-DATE="2026-01-01T00:00:00Z""#
    let ranges = try merged(#"ID="b",\#(start)"#, #"ID="a",\#(start)"#, #"ID="b",DURATION=5"#)
    #expect(ranges.map(\.id) == ["b", "a"])
    #expect(ranges.map(\.line) == [2, 3])
    #expect(ranges.map(\.duration) == [5, nil])
    #expect(try merged().isEmpty)
  }

  @Test("have what any of the tags says; where two disagree the first counts")
  func values() throws {
    let ranges = try merged(
      #"ID="a",DURATION=5,X-ONE="1""#,
      #"ID="a",START-DATE="2026-01-01T00:00:00Z",CLASS="c",DURATION=6,PLANNED-DURATION=7,X-ONE="2",X-TWO="2""#,
      #"ID="a",CLASS="d",CUE="ONCE",END-ON-NEXT=YES,X-THREE="3""#)
    let range = try #require(ranges.first)
    #expect(ranges.count == 1)
    #expect(range.duration == 5 && range.plannedDuration == 7)
    #expect(range.startDate != nil && range.endDate == nil)
    #expect(range.classID == "c" && range.endOnNext)
    #expect(range.cue == ["ONCE"])
    #expect(range.others.map(\.name) == ["X-ONE", "X-TWO", "X-THREE"])
    #expect(range.others.map(\.value.text) == ["1", "2", "3"])
  }
}
