import Console
import JSON
import Playlist

/// A media playlist as parsed, as one line of JSON that is written piece by piece: there may be 200,000 segments.
struct MediaPlaylistJSON {
  private static let portion = 256 << 10

  let playlist: MediaPlaylist
  private let console: Console
  var writer = JSONWriter()
  /// Index of the first part that is not written yet.
  var nextPart = 0

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
    writer.write(.array(playlist.mergedDateRanges.map(value)))
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
    writePartMembers()
    if let type = playlist.playlistType {
      writer.key("playlistType")
      writer.string(type.rawValue)
    }
    writeHints()
    if withSegments { writeSegments() }
    writeServerControl()
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

  /// Members in their order, written without the writer's help: most of the output is this.
  private mutating func writeSegments() {
    var keys = LastText()
    var maps = LastText()
    writer.key("segments")
    writer.beginArray()
    var isFirst = true
    for (index, segment) in playlist.segments.enumerated() {
      writer.raw(isFirst ? "{" : ",{")
      isFirst = false
      writeHead(of: segment)
      if let set = segment.keySet {
        writer.raw(",\"keys\":")
        writer.raw(keys.text(of: set) { write(playlist.keySets[set], to: &$0) })
      }
      if let map = segment.initialization {
        writer.raw(",\"map\":")
        writer.raw(maps.text(of: map) { $0.write(value(playlist.initializations[map])) })
      }
      writer.raw(",\"mediaSequence\":")
      writer.rawInteger(segment.mediaSequence)
      if segment.parts > 0 { writeParts(of: index) }
      writeTail(of: segment)
      writer.raw("}")
      if writer.bytes.count >= Self.portion {
        console.write(writer.bytes)
        writer.removeAll(keepingCapacity: true)
      }
    }
    writer.endArray()
  }

  private mutating func writeHead(of segment: MediaSegment) {
    if let rate = segment.bitrate {
      writer.raw("\"bitrate\":")
      writer.rawInteger(rate)
      writer.raw(",")
    }
    if let range = segment.byteRange {
      writer.raw("\"byteRange\":{\"length\":")
      writer.rawInteger(range.length)
      writer.raw(",\"offset\":")
      writer.rawInteger(range.offset)
      writer.raw("},")
    }
    writer.raw(segment.isDiscontinuity ? "\"discontinuity\":true" : "\"discontinuity\":false")
    writer.raw(",\"discontinuitySequence\":")
    writer.rawInteger(segment.discontinuitySequence)
    writer.raw(",\"durationSeconds\":")
    writer.rawDecimal(segment.duration, written: playlist.text.bytes, at: segment.durationPlace)
    writer.raw(segment.isGap ? ",\"gap\":true" : ",\"gap\":false")
  }

  private mutating func writeTail(of segment: MediaSegment) {
    if let date = segment.programDateTimePlace {
      writer.raw(",\"programDateTime\":")
      writer.rawString(playlist.text.bytes, at: date)
    }
    if let title = segment.titlePlace {
      writer.raw(",\"title\":")
      writer.rawString(playlist.text.bytes, at: title)
    }
    writer.raw(",\"uri\":")
    if let uri = segment.uriPlace {
      writer.rawString(playlist.text.bytes, at: uri)
    } else {
      writer.rawString(segment.uri)
    }
  }

  /// As `SharedJSON.key` gives it.
  private func write(_ keys: [Key], to writer: inout JSONWriter) {
    writer.beginArray()
    for key in keys {
      writer.beginObject()
      if let iv = key.iv {
        writer.key("iv")
        writer.string(SharedJSON.hexadecimal(iv))
      }
      writer.key("keyFormat")
      writer.string(key.keyFormat)
      if let versions = key.keyFormatVersions {
        writer.key("keyFormatVersions")
        writer.string(versions)
      }
      writer.key("method")
      writer.string(key.method.text)
      if let uri = key.uri {
        writer.key("uri")
        writer.string(uri)
      }
      writer.endObject()
    }
    writer.endArray()
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

/// The text of the value that was asked for last: as a rule many segments in a row have the same.
private struct LastText {
  private var index = -1
  private var text: [UInt8] = []

  mutating func text(of index: Int, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    if index != self.index {
      var writer = JSONWriter()
      write(&writer)
      text = writer.bytes
      self.index = index
    }
    return text
  }
}
