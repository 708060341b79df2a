import BundleStore
import Digest
import Files
import Testing

@Suite("The listing of a stream")
struct ListingTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func write(_ listing: StreamListing) throws -> SHA256Digest {
    var writer = StreamListingWriter(
      try place.folder.createFile("stream.json", exclusive: false), header: listing.header)
    for file in listing.files { try writer.add(file) }
    return try writer.finish().sha256
  }

  private func read(of folder: StreamFolder = Sample.video) throws -> (
    files: [StreamFile], sha256: SHA256Digest?
  ) {
    var reader = StreamListingReader(
      try place.folder.openForReading("stream.json"), of: folder, place: "Film.movpkg")
    var files: [StreamFile] = []
    while let file = try reader.next() { files.append(file) }
    let (totals, header, more) = (reader.totals, reader.header, try reader.next())
    #expect(totals == StreamTotals(of: files))
    #expect(header?.folder == folder)
    #expect(more == nil)
    return (files, reader.sha256)
  }

  @Test("is written and read back equal, one file a line, keys sorted")
  func roundTrip() throws {
    let listing = try Sample().listings[0]
    let digest = try write(listing)
    let read = try read()
    #expect(read.files == listing.files)
    #expect(read.sha256 == digest)
    let bytes = try place.folder.readWhole("stream.json", limit: 1 << 20)
    #expect(SHA256Digest.of(bytes) == digest)
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == listing.files.count + 3)
    #expect(lines.first == "{\"files\":[")
    let sha256 = listing.files[3].sha256.hex
    #expect(
      lines[4] == """
        {"bytes":\(listing.files[3].bytes),"discontinuity":1,"durationSeconds":6.006,"key":0,"map":1,\
        "name":"000001.m4s","sequence":8,"sha256":"\(sha256)",\
        "source":{"uri":"https://cdn.example.com/film/000001.m4s?x=1&y=<2>"},"startSeconds":6.006},
        """)
    #expect(
      lines.suffix(2).first?.hasPrefix("],\"folder\":\"\(Sample.video.text)\",\"formatVersion\":1,") == true)
  }

  @Test("of no files is read back empty")
  func empty() throws {
    _ = try write(StreamListing(folder: Sample.audio, source: "", files: []))
    #expect(try read(of: Sample.audio).files.isEmpty)
  }

  /// What is put in place of what in a good listing.
  struct Change: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String

    init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(
    "that is wrong or hostile is refused as damaged",
    arguments: [
      Change("000001.m4s\",\"seq", "../../x.m4s\",\"seq"),
      Change("000001.m4s\",\"seq", "/etc/passwd\",\"seq"),
      Change("000001.m4s\",\"seq", "000000.m4s\",\"seq"), Change("000001.m4s\",\"seq", "000000.ts\",\"seq"),
      Change("000001.m4s\",\"seq", "init-2.mp4\",\"seq"), Change("000001.m4s\",\"seq", "stream.json\",\"seq"),
      Change("\"sequence\":8", "\"sequence\":-8"), Change("\"sequence\":8", "\"sequence\":\"8\""),
      Change("\"map\":1", "\"map\":2"), Change("\"map\":1", "\"map\":99999999999"),
      Change("\"durationSeconds\":6.006", "\"durationSeconds\":-6"), Change("\"bytes\":", "\"bytes\":-"),
      Change("\"bytes\":0", "\"bytes\":1"), Change("\"bytes\":0", "\"bytes\":1125899906842625"),
      Change("\"sha256\":\"", "\"sha256\":\"0"), Change("{\"files\":[", "{\"files\": ["),
      Change("},\n", "}\n"),
      Change("\n]", ",\n]"), Change("}\n]", "},\n]"), Change("],\"folder\"", "]\"folder\""),
      Change("\"kind\":\"variant\"", "\"kind\":\"audio\""), Change("\"folder\":\"0-", "\"folder\":\"1-"),
      Change("\"formatVersion\":1", "\"formatVersion\":2"), Change("index.m3u8\"}\n", "index.m3u8\"}\n{}\n"),
      Change("index.m3u8\"}\n", "index.m3u8\"}"), Change("index.m3u8\"}\n", "index.m3u8\""),
      Change("\"gap\":true", "\"gap\":1"), Change("\"uri\":", "\"url\":"),
      Change("{\"bytes\"", "{\"bytes\":1,\"bytes\""),
    ])
  func hostile(_ change: Change) throws {
    _ = try write(Sample().listings[0])
    let text = String(decoding: try place.folder.readWhole("stream.json", limit: 1 << 20), as: UTF8.self)
    let parts = text.split(separator: change.old, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    try place.folder.writeWhole(
      "stream.json", Array("\(parts[0])\(change.new)\(parts[1])".utf8), durable: false)
    let error = #expect(throws: BundleError.self) { try read() }
    #expect(error?.kind == .damaged)
    #expect(error?.file == "\(Sample.video.text)/stream.json")
  }

  @Test("cut anywhere is refused as damaged", arguments: [0, 1, 9, 10, 11, 200, 500])
  func cut(_ length: Int) throws {
    _ = try write(Sample().listings[0])
    let bytes = try place.folder.readWhole("stream.json", limit: 1 << 20)
    try place.folder.writeWhole("stream.json", Array(bytes.prefix(length)), durable: false)
    #expect(throws: BundleError.self) { try read() }
  }

  @Test("with a line without end is refused before memory is full")
  func longLine() throws {
    let file = try place.folder.createFile("stream.json", exclusive: false)
    try file.write(Array("{\"files\":[\n".utf8) + [UInt8](repeating: 0x20, count: 4 << 20))
    try file.close()
    let error = #expect(throws: BundleError.self) { try read() }
    #expect(error?.kind == .damaged)
    #expect(error?.reason.contains("longer than") == true)
  }

  @Test("of 20,000 files is written and read file by file")
  func large() throws {
    let count = 20_000
    var writer = StreamListingWriter(
      try place.folder.createFile("stream.json", exclusive: false),
      header: StreamListing.Header(folder: Sample.audio, source: "https://cdn.example.com/a"))
    for index in 0..<count { try writer.add(file(index)) }
    let written = try writer.finish()
    var reader = StreamListingReader(
      try place.folder.openForReading("stream.json"), of: Sample.audio, place: "Film.movpkg")
    var index = 0
    while let item = try reader.next() {
      if item != (try file(index)) { Issue.record("file \(index) came back as \(item)") }
      index += 1
    }
    #expect(index == count)
    let (digest, bytes) = (reader.sha256, reader.totals.bytes)
    #expect(digest == written.sha256)
    #expect(bytes == Int64(count) * 4096)
  }

  private func file(_ index: Int) throws -> StreamFile {
    let name = try #require(MediaFileName(.segment, index: index, fileExtension: .aac))
    let digest = try #require(SHA256Digest(bytes: [UInt8](repeating: UInt8(index & 0xFF), count: 32)))
    return StreamFile(
      name: name, bytes: 4096, sha256: digest,
      source: StreamFile.Source(
        uri: "https://cdn.example.com/film/a/all.aac", offset: Int64(index) * 4096, length: 4096),
      sequence: Int64(index), durationSeconds: 0.5, startSeconds: Double(index) * 0.5)
  }
}
