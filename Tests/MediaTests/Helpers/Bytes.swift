@testable import Media

/// A box with its header.
func box(_ type: StaticString, _ payload: [UInt8] = []) -> [UInt8] {
  big(payload.count + 8, 4) + type.withUTF8Buffer { Array($0) } + payload
}

/// A big-endian number of `size` bytes.
func big(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// Packets of nothing: 188 bytes each, sync byte first, PID 0 first.
func packets(_ count: Int) -> [UInt8] {
  (0..<count).flatMap { index -> [UInt8] in
    [0x47, index == 0 ? 0x40 : 0x1f, index == 0 ? 0 : 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184)
  }
}

/// A PNG that is complete: signature, IHDR of 2 x 3, IEND.
let tinyPNG: [UInt8] =
  PNG.signature + big(13, 4) + Array("IHDR".utf8) + big(2, 4) + big(3, 4) + [8, 2, 0, 0, 0] + big(0, 4)
  + big(0, 4) + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]

/// Writes bits from the most significant on.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func put(_ value: Int, _ size: Int) {
    for step in (0..<size).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8(value >> step & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }
}

/// The inspector's verdict on `bytes`, handed over in pieces of `piece` bytes.
func inspect(
  _ bytes: [UInt8], as expected: SegmentInspector.Expected = .segment, piece: Int = 16_384
) -> Inspection {
  var inspector = SegmentInspector(expected: expected)
  var at = 0
  while at < bytes.count {
    let end = min(bytes.count, at + piece)
    inspector.receive(bytes.span.extracting(at..<end))
    at = end
  }
  return inspector.finish()
}

func sniff(_ bytes: [UInt8], isWhole: Bool = true) -> Content {
  Sniffer.content(of: bytes.span, isWhole: isWhole)
}

// Spans may not stand inside the macros of Testing: these take arrays.

func picture(_ bytes: [UInt8]) -> Picture.Facts? {
  Picture.facts(of: bytes.span)
}

func packedTrack(_ bytes: [UInt8]) -> TrackFacts? {
  PackedAudio.track(in: bytes.span)
}

func timestampOf(_ bytes: [UInt8]) -> UInt64? {
  PackedAudio.timestamp(in: bytes.span)
}

func report(_ bytes: [UInt8]) -> TransportStream.Report {
  TransportStream.report(in: bytes.span)
}

func movieTracks(_ bytes: [UInt8]) throws(MediaError) -> [TrackFacts] {
  try InitSection.tracks(bytes.span)
}

func dolby(_ bytes: [UInt8]) -> AC3? {
  AC3(bytes.span)
}
