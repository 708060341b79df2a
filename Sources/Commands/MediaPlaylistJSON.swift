import Console
import JSON
import Playlist

/// A media playlist as parsed, as one line of JSON that is written piece by piece: there may be 200,000 segments.
struct MediaPlaylistJSON {
  private static let portion = 256 << 10

  private let playlist: MediaPlaylist
  private let console: Console
  private var writer = JSONWriter()

  static func write(_ playlist: MediaPlaylist, withSegments: Bool, to console: Console) {
    var line = MediaPlaylistJSON(playlist, console)
    line.write(withSegments: withSegments)
  }

  private init(_ playlist: MediaPlaylist, _ console: Console) {
    self.playlist = playlist
    self.console = console
  }

  /// Keys in their order.
  private mutating func write(withSegments: Bool) {
    writer.beginObject()
    writer.key("dateRanges")
    writer.write(.array(playlist.dateRanges.map(value)))
    writer.key("definitions")
    writer.write(SharedJSON.definitions(playlist.definitions))
    writer.key("discontinuitySequence")
    writer.integer(playlist.discontinuitySequence)
    writer.key("endList")
    writer.bool(playlist.endList)
    writer.key("iFramesOnly")
    writer.bool(playlist.iFramesOnly)
    writer.key("independentSegments")
    writer.bool(playlist.independentSegments)
    writer.key("mediaSequence")
    writer.integer(playlist.mediaSequence)
    if let type = playlist.playlistType {
      writer.key("playlistType")
      writer.string(type.rawValue)
    }
    if withSegments { writeSegments() }
    if let start = playlist.start {
      writer.key("start")
      writer.write(SharedJSON.start(start))
    }
    writer.key("targetDurationSeconds")
    writer.integer(Int64(playlist.targetDuration))
    writer.key("type")
    writer.string("mediaPlaylist")
    if let version = playlist.version {
      writer.key("version")
      writer.integer(Int64(version))
    }
    writer.endObject()
    writer.newline()
    console.write(writer.bytes)
  }

  private mutating func writeSegments() {
    let keys = playlist.keySets.map { JSONValue.array($0.map { SharedJSON.key($0) }) }
    let maps = playlist.initializations.map(value)
    writer.key("segments")
    writer.beginArray()
    for segment in playlist.segments {
      write(segment, keys: keys, maps: maps)
      if writer.bytes.count >= Self.portion {
        console.write(writer.bytes)
        writer.removeAll(keepingCapacity: true)
      }
    }
    writer.endArray()
  }

  private mutating func write(_ segment: MediaSegment, keys: [JSONValue], maps: [JSONValue]) {
    writer.beginObject()
    if let rate = segment.bitrate {
      writer.key("bitrate")
      writer.integer(rate)
    }
    if let range = segment.byteRange {
      writer.key("byteRange")
      write(range)
    }
    writer.key("discontinuity")
    writer.bool(segment.isDiscontinuity)
    writer.key("discontinuitySequence")
    writer.integer(segment.discontinuitySequence)
    writer.key("durationSeconds")
    writer.decimal(segment.duration)
    writer.key("gap")
    writer.bool(segment.isGap)
    if let set = segment.keySet {
      writer.key("keys")
      writer.write(keys[set])
    }
    if let map = segment.initialization {
      writer.key("map")
      writer.write(maps[map])
    }
    writer.key("mediaSequence")
    writer.integer(segment.mediaSequence)
    writeTail(of: segment)
    writer.endObject()
  }

  private mutating func writeTail(of segment: MediaSegment) {
    if segment.parts > 0 {
      writer.key("parts")
      writer.integer(Int64(segment.parts))
    }
    if let date = segment.programDateTime {
      writer.key("programDateTime")
      writer.string(date)
    }
    if let title = segment.title {
      writer.key("title")
      writer.string(title)
    }
    writer.key("uri")
    writer.string(segment.uri)
  }

  private mutating func write(_ range: ByteRange) {
    writer.beginObject()
    writer.key("length")
    writer.integer(range.length)
    writer.key("offset")
    writer.integer(range.offset)
    writer.endObject()
  }

  private func value(_ map: MediaInitialization) -> JSONValue {
    var members: [String: JSONValue] = ["uri": .string(map.uri)]
    if let range = map.byteRange {
      members["byteRange"] = ["length": .integer(range.length), "offset": .integer(range.offset)]
    }
    return .object(members)
  }

  private func value(_ range: DateRange) -> JSONValue {
    var members: [String: JSONValue] = ["id": .string(range.id)]
    if let text = range.classID { members["class"] = .string(text) }
    if let text = range.startDate { members["startDate"] = .string(text) }
    if let text = range.endDate { members["endDate"] = .string(text) }
    if let seconds = range.duration { members["durationSeconds"] = .decimal(seconds) }
    if let seconds = range.plannedDuration { members["plannedDurationSeconds"] = .decimal(seconds) }
    if range.endOnNext { members["endOnNext"] = true }
    if !range.cue.isEmpty { members["cue"] = .array(range.cue.map { .string($0) }) }
    var others: [String: JSONValue] = [:]
    for other in range.others { others[other.name] = .string(other.value.text) }
    if !others.isEmpty { members["attributes"] = .object(others) }
    return .object(members)
  }
}
