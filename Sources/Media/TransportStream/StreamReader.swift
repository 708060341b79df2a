/// Reads packet by packet: the two tables, then each elementary stream until it is known.
struct StreamReader {
  private static let streamLimit = 64

  private var association = SectionReader(tableID: 0)
  private var map = SectionReader(tableID: 2)
  private var mapPID: Int?
  private var programCount = 0
  private var streams: [ElementaryReader] = []
  /// Where the stream of each PID is in `streams`.
  private var places: [Int: Int] = [:]
  private var unknownCount = 0
  private var packetCount = 0
  private var startsWithTables = false
  private var hasMap = false

  var isComplete: Bool { hasMap && unknownCount == 0 }

  mutating func read(packet start: Int, of bytes: Span<UInt8>) {
    packetCount += 1
    let pid = (Int(bytes[start + 1]) & 0x1f) << 8 | Int(bytes[start + 2])
    let isStart = bytes[start + 1] & 0x40 != 0
    // An error the sender knows of; and no packet of nothing is looked at.
    guard bytes[start + 1] & 0x80 == 0, pid != 0x1fff else { return }
    guard let payload = payload(of: start, in: bytes) else { return }
    if pid == 0, mapPID == nil {
      if let section = association.read(payload, of: bytes, isStart: isStart) { readAssociation(section) }
    } else if pid == mapPID, !hasMap {
      if let section = map.read(payload, of: bytes, isStart: isStart) { readMap(section) }
    } else if let place = places[pid], !streams[place].isKnown {
      let isScrambled = bytes[start + 3] & 0xc0 != 0
      streams[place].read(payload, of: bytes, isStart: isStart, isScrambled: isScrambled)
      if streams[place].isKnown { unknownCount -= 1 }
    }
  }

  mutating func finish() -> TransportStream.Report {
    for place in streams.indices { streams[place].finish() }
    var report = TransportStream.Report()
    report.tracks = streams.map(\.facts)
    report.programCount = programCount
    report.startsWithTables = startsWithTables
    report.isComplete = hasMap && streams.allSatisfy(\.isKnown)
    return report
  }

  /// Where the payload of a packet lies, after its adaptation field (2.4.3.3).
  private func payload(of start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let control = bytes[start + 3] >> 4 & 3
    guard control & 1 == 1 else { return nil }
    let adaptation = control == 3 ? 1 + Int(bytes[start + 4]) : 0
    guard adaptation <= 183 else { return nil }
    return start + 4 + adaptation..<start + PacketSync.packetLength
  }

  /// Program association section (2.4.4.3): the first program is the one that HLS has.
  private mutating func readAssociation(_ section: [UInt8]) {
    let bytes = section.span
    var at = 8
    while at <= bytes.count - 8, let program = bytes.u16(at), let pid = bytes.u16(at + 2) {
      if program != 0 {
        programCount += 1
        if mapPID == nil { mapPID = pid & 0x1fff }
      }
      at += 4
    }
  }

  /// Program map section (2.4.4.8).
  private mutating func readMap(_ section: [UInt8]) {
    let bytes = section.span
    guard let information = bytes.u16(10) else { return }
    hasMap = true
    startsWithTables = packetCount == 2
    let end = bytes.count - 4
    var at = 12 + information & 0xfff
    while at <= end - 5, streams.count < Self.streamLimit {
      guard let type = bytes.u8(at), let pid = bytes.u16(at + 1), let length = bytes.u16(at + 3) else {
        return
      }
      let descriptors = at + 5..<max(at + 5, min(end, at + 5 + length & 0xfff))
      if let stream = ElementaryReader(type: type, pid: pid & 0x1fff, descriptors: descriptors, of: bytes),
        places[pid & 0x1fff] == nil
      {
        places[pid & 0x1fff] = streams.count
        streams.append(stream)
        unknownCount += 1
      }
      at = at + 5 + length & 0xfff
    }
  }
}

/// Puts a table's section together from the packets of one PID (2.4.4).
struct SectionReader {
  private let tableID: UInt8
  private var bytes: [UInt8] = []
  private static let limit = 4_096

  init(tableID: UInt8) {
    self.tableID = tableID
  }

  /// The section, its checksum at the end, when this payload completes it.
  mutating func read(_ payload: Range<Int>, of packet: Span<UInt8>, isStart: Bool) -> [UInt8]? {
    var from = payload.lowerBound
    if isStart {
      guard let pointer = packet.u8(from) else { return nil }
      from += 1 + pointer
      bytes.removeAll()
      guard from < payload.upperBound, packet[from] == tableID else { return nil }
    } else if bytes.isEmpty {
      return nil
    }
    guard from < payload.upperBound else { return nil }
    bytes += packet.copy(from..<payload.upperBound)
    guard let length = bytes.span.u16(1), bytes.count <= Self.limit else { return nil }
    let size = 3 + length & 0xfff
    guard bytes.count >= size, size >= 12 else { return nil }
    let section = Array(bytes[0..<size])
    bytes.removeAll()
    return section
  }
}
