/// Long media playlists to measure with: the same bytes every time, no file of others.
enum LongPlaylist: String, CaseIterable {
  /// EXTINF and URI, nothing else.
  case plain
  /// A date, a title and a byte range at each segment; a key at each 100, a discontinuity at each 1,000.
  case rich
  /// As rich, with a key of its own at each segment.
  case keyed

  func bytes(segments: Int) -> [UInt8] {
    var text = PlaylistWriter()
    text.bytes.reserveCapacity(segments * (self == .plain ? 48 : self == .rich ? 192 : 288))
    text.add("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n")
    text.add("#EXT-X-PLAYLIST-TYPE:VOD\n")
    for number in 0..<segments {
      if self == .plain {
        text.addPlain(number)
      } else {
        text.addRich(number, keyEach: self == .rich ? 100 : 1)
      }
    }
    text.add("#EXT-X-ENDLIST\n")
    return text.bytes
  }
}

private struct PlaylistWriter {
  var bytes: [UInt8] = []

  mutating func add(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  /// At least `digits` figures, zeros in front.
  mutating func add(_ number: Int, digits: Int, radix: Int = 10) {
    let text = String(number, radix: radix, uppercase: true)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.utf8.count)))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func addPlain(_ number: Int) {
    add("#EXTINF:1.024,\n../many/seg")
    add(number % 20_000, digits: 5)
    add(".ts?n=")
    add(number, digits: 1)
    add("\n")
  }

  mutating func addRich(_ number: Int, keyEach distance: Int) {
    if number % distance == 0 {
      add("#EXT-X-KEY:METHOD=AES-128,URI=\"keys/")
      add(number / distance, digits: 1)
      add(".bin\",IV=0x")
      add(number, digits: 32, radix: 16)
      add("\n")
    }
    if number % 1_000 == 999 { add("#EXT-X-DISCONTINUITY\n") }
    addDate(milliseconds: number * 1_024)
    add("#EXTINF:1.024,title ")
    add(number, digits: 1)
    add("\n#EXT-X-BYTERANGE:4096@")
    add(number % 1_000 * 4_096, digits: 1)
    add("\nhttps://cdn.example.com/path/to/asset/file")
    add(number / 1_000, digits: 4)
    add(".ts?token=abcdef0123456789\n")
  }

  /// Since the first of January 2026; goes on for 31 days.
  private mutating func addDate(milliseconds: Int) {
    let seconds = milliseconds / 1_000
    add("#EXT-X-PROGRAM-DATE-TIME:2026-01-")
    add(1 + seconds / 86_400 % 31, digits: 2)
    add("T")
    add(seconds / 3_600 % 24, digits: 2)
    add(":")
    add(seconds / 60 % 60, digits: 2)
    add(":")
    add(seconds % 60, digits: 2)
    add(".")
    add(milliseconds % 1_000, digits: 3)
    add("Z\n")
  }
}
