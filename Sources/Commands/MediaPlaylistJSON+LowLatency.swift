import JSON
import Playlist

// Partial segments and what else only playlists have that are still growing. Each is there only where the playlist
// has it.
extension MediaPlaylistJSON {
  /// Appends the parts of a segment, as `,"parts":[…]`; they come in the order of their segments.
  mutating func writeParts(of segment: Int) {
    var all: [JSONValue] = []
    while nextPart < playlist.parts.count, playlist.parts[nextPart].segment <= segment {
      all.append(Self.value(playlist.parts[nextPart]))
      nextPart += 1
    }
    guard !all.isEmpty else { return }
    var list = JSONWriter()
    list.write(.array(all))
    writer.raw(",\"parts\":")
    writer.raw(list.bytes)
  }

  /// The members between `mediaSequence` and `playlistType`.
  mutating func writePartMembers() {
    if let target = playlist.partInf?.target {
      writer.key("partTargetSeconds")
      writer.decimal(target)
    }
    let trailing = playlist.parts.filter { $0.segment >= playlist.segments.count }
    if !trailing.isEmpty {
      writer.key("parts")
      writer.write(.array(trailing.map(Self.value)))
    }
  }

  /// The members between `playlistType` and `segments`.
  mutating func writeHints() {
    if !playlist.preloadHints.isEmpty {
      writer.key("preloadHints")
      writer.write(.array(playlist.preloadHints.map(Self.value)))
    }
    if !playlist.renditionReports.isEmpty {
      writer.key("renditionReports")
      writer.write(.array(playlist.renditionReports.map(Self.value)))
    }
  }

  /// The members between `segments` and `start`.
  mutating func writeServerControl() {
    if let control = playlist.serverControl {
      writer.key("serverControl")
      writer.write(Self.value(control))
    }
    if playlist.skippedSegments > 0 {
      writer.key("skippedSegments")
      writer.integer(playlist.skippedSegments)
    }
  }

  private static func value(_ part: PartialSegment) -> JSONValue {
    var members: [String: JSONValue] = [
      "uri": .string(part.uri), "durationSeconds": .decimal(part.duration),
      "independent": .bool(part.isIndependent), "gap": .bool(part.isGap),
    ]
    if let range = part.byteRange {
      members["byteRange"] = ["length": .integer(range.length), "offset": .integer(range.offset)]
    }
    return .object(members)
  }

  private static func value(_ hint: PreloadHint) -> JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(hint.kind.rawValue), "uri": .string(hint.uri), "start": .integer(hint.start),
    ]
    if let length = hint.length { members["length"] = .integer(length) }
    return .object(members)
  }

  private static func value(_ report: RenditionReport) -> JSONValue {
    var members: [String: JSONValue] = ["uri": .string(report.uri)]
    if let number = report.lastMediaSequence { members["lastMediaSequence"] = .integer(number) }
    if let number = report.lastPart { members["lastPart"] = .integer(number) }
    return .object(members)
  }

  private static func value(_ control: ServerControl) -> JSONValue {
    var members: [String: JSONValue] = [
      "canBlockReload": .bool(control.canBlockReload), "canSkipDateRanges": .bool(control.canSkipDateRanges),
    ]
    if let seconds = control.canSkipUntil { members["canSkipUntilSeconds"] = .decimal(seconds) }
    if let seconds = control.holdBack { members["holdBackSeconds"] = .decimal(seconds) }
    if let seconds = control.partHoldBack { members["partHoldBackSeconds"] = .decimal(seconds) }
    return .object(members)
  }
}
