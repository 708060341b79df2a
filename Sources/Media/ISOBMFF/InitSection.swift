/// Media Initialization Sections and other movies: what tracks the 'moov' box declares (ISO/IEC 14496-12, 8).
package enum InitSection {
  private static let trackLimit = 64

  /// The tracks in the order of the file, hint and metadata tracks included (as `.other`).
  ///
  /// `bytes` is the whole section; what stands behind 'moov' is not read. Throws when there is no whole
  /// 'moov', or when a track lacks what every track must have.
  package static func tracks(_ bytes: Span<UInt8>) throws(MediaError) -> [TrackFacts] {
    guard let moov = Box.first("moov", in: bytes) else {
      throw MediaError(place: "initialization section", reason: "has no 'moov' box")
    }
    guard !moov.isCut else { throw MediaError(place: "moov", reason: "is cut") }
    let movie = bytes.extracting(moov.payload)
    let durations = defaultDurations(in: movie)
    var tracks: [TrackFacts] = []
    for box in Box.list(in: movie) where box.type == "trak" {
      guard tracks.count < trackLimit else {
        throw MediaError(place: "moov", reason: "declares more than \(trackLimit) tracks")
      }
      tracks.append(try track(movie.extracting(box.payload), durations: durations))
    }
    return tracks
  }

  /// What 'trex' gives each track: the duration of samples that do not say their own (8.8.3).
  private static func defaultDurations(in movie: Span<UInt8>) -> [Int: Int] {
    guard let mvex = Box.first("mvex", in: movie) else { return [:] }
    let list = movie.extracting(mvex.payload)
    var durations: [Int: Int] = [:]
    for box in Box.list(in: list, limit: trackLimit) where box.type == "trex" && box.payload.count >= 24 {
      let start = box.payload.lowerBound
      guard let id = list.u32(start + 4), let duration = list.u32(start + 12), duration > 0 else { continue }
      durations[Int(id)] = Int(duration)
    }
    return durations
  }

  private static func track(
    _ trak: Span<UInt8>, durations: [Int: Int]
  ) throws(MediaError) -> TrackFacts {
    guard let header = Box.first("tkhd", in: trak), let id = trackID(trak.extracting(header.payload)) else {
      throw MediaError(place: "moov/trak", reason: "has no whole 'tkhd' box")
    }
    let place = "track \(id)"
    guard let mdia = Box.first("mdia", in: trak) else {
      throw MediaError(place: place, reason: "has no 'mdia' box")
    }
    let media = trak.extracting(mdia.payload)
    guard let descriptions = Box.descend("minf", "stbl", "stsd", in: media) else {
      throw MediaError(place: place, reason: "has no 'stsd' box")
    }
    var facts = try SampleEntry.facts(media.extracting(descriptions), handler: handler(media), place: place)
    facts.id = id
    if let header = Box.first("mdhd", in: media) {
      readMediaHeader(media.extracting(header.payload), into: &facts)
    }
    if let extended = Box.first("elng", in: media), extended.payload.count > 4 {
      let text = terminatedText(media.extracting(extended.payload), from: 4)
      if !text.isEmpty, text != "und" { facts.language = text }
    }
    facts.defaultSampleDuration = durations[id]
    if facts.kind == .video, let rate = frameRate(media, facts: facts) { facts.frameRate = rate }
    return facts
  }

  /// Where in a track its presentation begins, in ticks of the track: the media time of the first edit that shows
  /// something (8.6.6); 0 without an edit list.
  package static func editStart(ofTrack id: Int, in bytes: Span<UInt8>) -> Int64 {
    guard let moov = Box.first("moov", in: bytes), !moov.isCut else { return 0 }
    let movie = bytes.extracting(moov.payload)
    for box in Box.list(in: movie, limit: trackLimit) where box.type == "trak" {
      let trak = movie.extracting(box.payload)
      guard let header = Box.first("tkhd", in: trak), trackID(trak.extracting(header.payload)) == id,
        let list = Box.descend("edts", "elst", in: trak)
      else { continue }
      return mediaTime(trak.extracting(list))
    }
    return 0
  }

  private static func mediaTime(_ elst: Span<UInt8>) -> Int64 {
    guard let version = elst.u8(0), let count = elst.u32(4) else { return 0 }
    let size = version == 1 ? 20 : 12
    for entry in 0..<min(Int(count), 64) {
      let at = 8 + entry * size
      let time =
        version == 1
        ? elst.u64(at + 8).map { Int64(bitPattern: $0) }
        : elst.u32(at + 4).map { Int64(Int32(truncatingIfNeeded: $0)) }
      guard let time else { return 0 }
      if time >= 0 { return time }
    }
    return 0
  }

  private static func trackID(_ tkhd: Span<UInt8>) -> Int? {
    guard let version = tkhd.u8(0), let id = tkhd.u32(version == 1 ? 20 : 12) else { return nil }
    return Int(id)
  }

  private static func handler(_ media: Span<UInt8>) -> FourCC {
    guard let hdlr = Box.first("hdlr", in: media), hdlr.payload.count >= 12 else { return "    " }
    return FourCC(value: media.u32(hdlr.payload.lowerBound + 8) ?? 0)
  }

  /// Timescale, and the language as three letters of five bits (8.4.2).
  private static func readMediaHeader(_ mdhd: Span<UInt8>, into facts: inout TrackFacts) {
    guard let version = mdhd.u8(0) else { return }
    if let scale = mdhd.u32(version == 1 ? 20 : 12), scale > 0 { facts.timescale = Int(scale) }
    guard let packed = mdhd.u16(version == 1 ? 32 : 20), packed >= 0x400, packed < 0x8000 else { return }
    let letters = [10, 5, 0].map { UInt8(packed >> $0 & 0x1f) + 0x60 }
    guard letters.allSatisfy({ $0 >= 0x61 && $0 <= 0x7a }) else { return }
    let text = String(decoding: letters, as: UTF8.self)
    if text != "und" { facts.language = text }
  }

  /// From 'trex', else from the sample table of a movie that is not fragmented (8.6.1.2).
  private static func frameRate(_ media: Span<UInt8>, facts: TrackFacts) -> Double? {
    guard let scale = facts.timescale else { return nil }
    if let duration = facts.defaultSampleDuration { return Double(scale) / Double(duration) }
    guard let table = Box.descend("minf", "stbl", "stts", in: media) else { return nil }
    let stts = media.extracting(table)
    var samples = 0.0
    var ticks = 0.0
    for entry in 0..<min(Int(stts.u32(4) ?? 0), 65_536) {
      guard let count = stts.u32(8 + entry * 8), let delta = stts.u32(12 + entry * 8) else { break }
      samples += Double(count)
      ticks += Double(count) * Double(delta)
    }
    return ticks > 0 ? samples * Double(scale) / ticks : nil
  }
}

/// The text from `start` up to a zero byte or the end.
func terminatedText(_ bytes: Span<UInt8>, from start: Int) -> String {
  var end = start
  while end < bytes.count, bytes[end] != 0 { end += 1 }
  return end > start ? bytes.text(start..<end) : ""
}
