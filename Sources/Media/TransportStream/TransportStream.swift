/// MPEG-2 transport streams as HLS has them (ISO/IEC 13818-1; RFC 8216bis, 3.1.1).
package enum TransportStream {
  package struct Report: Sendable, Hashable {
    /// Video and audio of the first program, in the order of its map; data streams are left out.
    package internal(set) var tracks: [TrackFacts] = []
    /// How many programs the association table names; HLS wants one. 0 when there is no table.
    package internal(set) var programCount = 0
    /// Whether the first two packets are the two tables, as RFC 8216bis, 3.1.1 wants it.
    package internal(set) var startsWithTables = false
    /// Every track was seen, with its codec's headers and a time.
    package internal(set) var isComplete = false

    /// The earliest presentation time, in 1/90,000 s, of the first samples seen; nil without any.
    package var firstPTS: UInt64? {
      tracks.compactMap(\.firstPTS).min()
    }
  }

  /// No more of a segment than this is read, however large it is.
  package static let readLimit = 8 << 20

  /// What the stream that begins with `bytes` holds. Reads until every track is known, at most `readLimit`.
  package static func report(in bytes: Span<UInt8>) -> Report {
    var reader = StreamReader()
    var at = 0
    let end = min(bytes.count, readLimit)
    while at <= end - PacketSync.packetLength {
      guard bytes[at] == PacketSync.syncByte else { break }
      reader.read(packet: at, of: bytes)
      if reader.isComplete { break }
      at += PacketSync.packetLength
    }
    return reader.finish()
  }

  /// The tracks alone.
  package static func tracks(in bytes: Span<UInt8>) -> [TrackFacts] {
    report(in: bytes).tracks
  }

  /// The earliest presentation time alone, in 1/90,000 s.
  package static func firstPTS(in bytes: Span<UInt8>) -> UInt64? {
    report(in: bytes).firstPTS
  }
}
