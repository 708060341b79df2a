/// What one track has in one movie fragment (ISO/IEC 14496-12, 8.8.4 to 8.8.12).
package struct Fragment: Sendable, Hashable {
  package let trackID: Int
  /// The decode time of the first sample, in ticks of the track; nil without 'tfdt'.
  package internal(set) var baseDecodeTime: UInt64?
  package internal(set) var sampleCount = 0
  /// In ticks, of all samples; nil when a sample's duration is written nowhere.
  package internal(set) var duration: UInt64? = 0
  /// In ticks from the base decode time to the earliest presentation of a sample; 0 without samples.
  package internal(set) var presentationOffset: Int64 = 0
  /// Whether the first sample can be decoded alone; nil when its flags are written nowhere.
  package internal(set) var startsWithSync: Bool?

  /// The fragments in `bytes`, in order, and whether `bytes` held every box of it whole.
  ///
  /// `tracks`, from the initialization section, give what samples do not say themselves. Throws when a 'moof'
  /// is there in whole and makes no sense.
  package static func list(
    in bytes: Span<UInt8>, tracks: [TrackFacts] = []
  ) throws(MediaError) -> (fragments: [Fragment], isComplete: Bool) {
    var fragments: [Fragment] = []
    var end = 0
    var isCut = false
    for box in Box.list(in: bytes) {
      end = box.payload.upperBound
      isCut = box.isCut
      guard box.type == "moof", !box.isCut else { continue }
      let moof = bytes.extracting(box.payload)
      for child in Box.list(in: moof, limit: trackLimit) where child.type == "traf" {
        fragments.append(try fragment(moof.extracting(child.payload), tracks: tracks))
      }
    }
    return (fragments, !isCut && end == bytes.count)
  }

  /// The seconds that one track's fragments last; nil when the track is not there, or a duration is missing.
  package static func duration(
    of fragments: [Fragment], track: TrackFacts
  ) -> Double? {
    guard let scale = track.timescale, scale > 0 else { return nil }
    var ticks = 0.0
    var isThere = false
    for fragment in fragments where fragment.trackID == track.id {
      guard let duration = fragment.duration else { return nil }
      ticks += Double(duration)
      isThere = true
    }
    return isThere ? ticks / Double(scale) : nil
  }

  private static let trackLimit = 256

  private static func fragment(
    _ traf: Span<UInt8>, tracks: [TrackFacts]
  ) throws(MediaError) -> Fragment {
    guard let box = Box.first("tfhd", in: traf), let header = TrackHeader(traf.extracting(box.payload)) else {
      throw MediaError(place: "moof/traf", reason: "has no whole 'tfhd' box")
    }
    var fragment = Fragment(trackID: header.trackID)
    let known = tracks.first { $0.id == header.trackID }?.defaultSampleDuration
    for box in Box.list(in: traf, limit: 4_096) {
      let payload = traf.extracting(box.payload)
      if box.type == "tfdt" {
        fragment.baseDecodeTime = payload.u8(0) == 1 ? payload.u64(4) : payload.u32(4).map { UInt64($0) }
      } else if box.type == "trun" {
        guard TrackRun(payload, header: header, defaultDuration: known)?.add(to: &fragment) != nil else {
          throw MediaError(place: "moof of track \(header.trackID)", reason: "has a 'trun' box that is cut")
        }
      }
    }
    return fragment
  }
}

/// 'tfhd' (8.8.7): the defaults of a track's fragment.
private struct TrackHeader {
  let trackID: Int
  private(set) var duration: Int?
  private(set) var flags: UInt32?

  init?(_ tfhd: Span<UInt8>) {
    guard let flags = tfhd.u24(1), let id = tfhd.u32(4) else { return nil }
    trackID = Int(id)
    var at = 8
    if flags & 0x1 != 0 { at += 8 }
    if flags & 0x2 != 0 { at += 4 }
    if flags & 0x8 != 0 {
      guard let value = tfhd.u32(at) else { return nil }
      duration = Int(value)
      at += 4
    }
    if flags & 0x10 != 0 { at += 4 }
    if flags & 0x20 != 0 { self.flags = tfhd.u32(at) }
  }
}

/// 'trun' (8.8.8): the samples of one run, summed up.
private struct TrackRun {
  private var count = 0
  private var duration: UInt64? = 0
  private var earliest: Int64?
  private var firstFlags: UInt32?

  /// Nil when the box ends before its samples do.
  init?(_ trun: Span<UInt8>, header: TrackHeader, defaultDuration: Int?) {
    guard let flags = trun.u24(1), let written = trun.u32(4) else { return nil }
    var at = 8 + (flags & 0x1 != 0 ? 4 : 0)
    firstFlags = header.flags
    if flags & 0x4 != 0 {
      guard let value = trun.u32(at) else { return nil }
      firstFlags = value
      at += 4
    }
    let fields = [0x100, 0x200, 0x400, 0x800].map { flags & $0 != 0 ? 4 : 0 }
    let size = fields.reduce(0, +)
    count = Int(written)
    guard count <= 1 << 20, count * size <= trun.count - at else { return nil }
    let fallback = header.duration ?? defaultDuration
    if size == 0 {
      duration = fallback.map { UInt64($0) * UInt64(count) }
      return
    }
    if flags & 0x4 == 0, flags & 0x400 != 0, count > 0 { firstFlags = trun.u32(at + fields[0] + fields[1]) }
    var elapsed: UInt64 = 0
    var isKnown = true
    for _ in 0..<count {
      let own = flags & 0x100 != 0 ? trun.u32(at).map { Int($0) } : fallback
      if flags & 0x800 != 0, let raw = trun.u32(at + size - 4) {
        // Version 0 has no negative offsets, but writers put them there all the same.
        let shown = Int64(elapsed) + Int64(Int32(bitPattern: raw))
        earliest = min(earliest ?? shown, shown)
      }
      if let own { elapsed += UInt64(own) } else { isKnown = false }
      at += size
    }
    duration = isKnown ? elapsed : nil
  }

  func add(to fragment: inout Fragment) {
    if fragment.sampleCount == 0, count > 0 {
      fragment.startsWithSync = firstFlags.map { $0 & 0x1_0000 == 0 }
      fragment.presentationOffset = earliest ?? 0
    }
    fragment.sampleCount += count
    guard let duration, let before = fragment.duration else {
      fragment.duration = nil
      return
    }
    fragment.duration = before + duration
  }
}
