/// A 'moov' with one track made by hand: handler, sample entry, timescale 12,800.
func movie(
  handler: StaticString, entry: [UInt8], language: Int = 0x55c4, extended: String? = nil,
  sampleDuration: Int = 0
) -> [UInt8] {
  let mdhd = box("mdhd", big(0, 12) + big(12_800, 4) + big(0, 4) + big(language, 2) + big(0, 2))
  let hdlr = box("hdlr", big(0, 8) + handler.withUTF8Buffer { Array($0) } + big(0, 12) + [0])
  let elng = extended.map { box("elng", [0, 0, 0, 0] + Array($0.utf8) + [0]) } ?? []
  let stsd = box("stsd", big(0, 4) + big(1, 4) + entry)
  let minf = box("minf", box("stbl", stsd + box("stts", big(0, 8))))
  let tkhd = box("tkhd", big(0, 12) + big(1, 4) + big(0, 68))
  let trex = box("trex", big(0, 4) + big(1, 4) + big(1, 4) + big(sampleDuration, 4) + big(0, 8))
  return box("moov", box("trak", tkhd + box("mdia", mdhd + hdlr + elng + minf)) + box("mvex", trex))
}

/// With a visual sample entry of 1920 x 1080.
func movie(
  video type: StaticString, config: [UInt8], language: Int = 0x55c4, extended: String? = nil,
  sampleDuration: Int = 0
) -> [UInt8] {
  let fields = big(0, 24) + big(1_920, 2) + big(1_080, 2) + big(0, 50)
  return movie(
    handler: "vide", entry: box(type, fields + config), language: language, extended: extended,
    sampleDuration: sampleDuration)
}

/// With an audio sample entry of two channels at 48 kHz.
func movie(audio type: StaticString, config: [UInt8]) -> [UInt8] {
  let fields = big(0, 16) + big(2, 2) + big(16, 2) + big(0, 4) + big(48_000 << 16, 4)
  return movie(handler: "soun", entry: box(type, fields + config))
}
