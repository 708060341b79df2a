import BundleStore
import Files
import JSON
import Testing

/// What shows that a bundle was packed here.
@Suite("Marks of sources")
struct SourceMarkTests {
  private static let source = "http://192.168.1.2/film/master.m3u8"
  private static let facts = MachineFacts(machineID: "0123", rootInode: 2, rootBirth: 17, user: 1000)

  private func notes(_ place: Workplace) throws -> JSONValue {
    try JSONReader.parse(try place.folder.readWhole("state.json", limit: 1 << 16))
  }

  @Test("another machine, root folder, user or source has another mark")
  func differs() throws {
    let mark = try #require(SourceMark(of: Self.source, by: Self.facts))
    #expect(mark.hex.utf8.count == 64)
    #expect(SourceMark(of: Self.source, by: Self.facts) == mark)
    #expect(SourceMark(of: Self.source + "x", by: Self.facts) != mark)
    var others = [MachineFacts](repeating: Self.facts, count: 6)
    others[0].machineID = "0124"
    others[1].machineID = nil
    others[2].rootInode = 3
    others[3].rootBirth = 18
    others[4].user = 1001
    // The same digits, split in another way.
    (others[5].rootInode, others[5].rootBirth) = (21, 7)
    let marks = Set(others.compactMap { SourceMark(of: Self.source, by: $0) })
    #expect(marks.count == others.count && !marks.contains(mark))
  }

  @Test("a machine that knows nothing of its own makes no mark")
  func secretless() throws {
    var facts = Self.facts
    facts.machineID = nil
    #expect(SourceMark(of: Self.source, by: facts) != nil)
    facts.rootBirth = nil
    #expect(SourceMark(of: Self.source, by: facts) == nil)
    facts.machineID = "0123"
    #expect(SourceMark(of: Self.source, by: facts) != nil)
    #expect(SourceMark(of: Self.source, by: nil) == nil)
  }

  @Test("it is found where it was written, and what else is noted stays")
  func writing() throws {
    let place = try Workplace()
    let mark = try #require(SourceMark(of: Self.source, by: Self.facts))
    #expect(!mark.isThere(in: try place.folder))
    try place.folder.writeWhole("state.json", Array(#"{"level": "full"}"#.utf8), durable: false)
    mark.write(in: try place.folder)
    #expect(mark.isThere(in: try place.folder))
    #expect(try notes(place)["level"]?.text == "full")
    let text = String(decoding: try place.folder.readWhole("state.json", limit: 1 << 16), as: UTF8.self)
    #expect(!text.contains("192.168") && !text.contains("0123\""))
  }

  @Test("the last four sources are known, the newest first")
  func several() throws {
    let place = try Workplace()
    let marks = (0..<6).compactMap { SourceMark(of: "\(Self.source)?\($0)", by: Self.facts) }
    for mark in marks { mark.write(in: try place.folder) }
    let known = try marks.map { $0.isThere(in: try place.folder) }
    #expect(known == [false, false, true, true, true, true])
    marks[2].write(in: try place.folder)
    #expect(try notes(place)["sourceMarks"]?.items?.first?.text == marks[2].hex)
    #expect(try notes(place)["sourceMarks"]?.items?.count == 4)
  }

  @Test("a note that cannot be understood or written has no mark, and is no error")
  func unwritable() throws {
    let place = try Workplace()
    let mark = try #require(SourceMark(of: Self.source, by: Self.facts))
    for text in ["", "[]", #"{"sourceMarks": "\#(mark.hex)"}"#, #"{"sourceMarks": [1, null]}"#] {
      try place.folder.writeWhole("state.json", Array(text.utf8), durable: false)
      #expect(!mark.isThere(in: try place.folder), "\(text)")
    }
    try place.folder.remove("state.json")
    try place.folder.makeFolder("state.json")
    mark.write(in: try place.folder)
    #expect(!mark.isThere(in: try place.folder))
  }
}
