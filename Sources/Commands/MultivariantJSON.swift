import BundleStore
import Console
import Download
import JSON
import Playlist

/// A multivariant playlist as parsed, as JSON.
enum MultivariantJSON {
  static func write(_ playlist: MultivariantPlaylist, map: TitleMap, to lines: JSONLines) {
    var members: [String: JSONValue] = [
      "variants": .array(zip(playlist.variants, map.variantIDs).map { VariantRecord($0, id: $1).json }),
      "renditions": .array(
        zip(playlist.renditions, map.renditionIDs).map { RenditionRecord($0, id: $1).json }),
      "iFrameStreams": .array(playlist.iFrameStreams.map(value)),
      "imageStreams": .array(playlist.imageStreams.map(value)),
      "sessionData": .array(playlist.sessionData.map(value)),
      "sessionKeys": .array(playlist.sessionKeys.map { SharedJSON.key($0) }),
      "definitions": SharedJSON.definitions(playlist.definitions),
      "independentSegments": .bool(playlist.independentSegments),
    ]
    if let steering = playlist.contentSteering {
      var value: [String: JSONValue] = ["serverURI": .string(steering.serverURI)]
      if let pathway = steering.pathwayID { value["pathwayID"] = .string(pathway) }
      members["contentSteering"] = .object(value)
    }
    if let start = playlist.start { members["start"] = SharedJSON.start(start) }
    if let version = playlist.version { members["version"] = .integer(Int64(version)) }
    lines.write(type: "multivariantPlaylist", members)
  }

  private static func value(_ stream: IFrameStream) -> JSONValue {
    let qualities = stream.qualities
    var members: [String: JSONValue] = [
      "uri": .string(stream.uri), "bandwidth": .integer(qualities.bandwidth),
    ]
    if let average = qualities.averageBandwidth { members["averageBandwidth"] = .integer(average) }
    if let size = qualities.resolution {
      members["resolution"] = ["height": .integer(Int64(size.height)), "width": .integer(Int64(size.width))]
    }
    if !qualities.codecs.isEmpty { members["codecs"] = .array(qualities.codecs.map { .string($0) }) }
    if let range = qualities.videoRange { members["videoRange"] = .string(range) }
    if let layout = qualities.videoLayout { members["layout"] = .string(layout) }
    if let score = qualities.score { members["score"] = .decimal(score) }
    if let id = qualities.stableID { members["stableID"] = .string(id) }
    if let pathway = qualities.pathwayID { members["pathwayID"] = .string(pathway) }
    return .object(members)
  }

  private static func value(_ data: SessionData) -> JSONValue {
    var members: [String: JSONValue] = [
      "dataID": .string(data.dataID), "format": .string(data.format.rawValue),
    ]
    if let value = data.value { members["value"] = .string(value) }
    if let uri = data.uri { members["uri"] = .string(uri) }
    if let language = data.language { members["language"] = .string(language) }
    return .object(members)
  }
}

/// Values that both kinds of playlists have.
enum SharedJSON {
  static func key(_ key: Key) -> JSONValue {
    var members: [String: JSONValue] = [
      "method": .string(key.method.text), "keyFormat": .string(key.keyFormat),
    ]
    if let uri = key.uri { members["uri"] = .string(uri) }
    if let iv = key.iv { members["iv"] = .string(hexadecimal(iv)) }
    if let versions = key.keyFormatVersions { members["keyFormatVersions"] = .string(versions) }
    return .object(members)
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("0x".utf8)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  static func start(_ start: Start) -> JSONValue {
    ["precise": .bool(start.precise), "timeOffset": .decimal(start.timeOffset)]
  }

  static func definitions(_ definitions: [Definition]) -> JSONValue {
    .array(
      definitions.map {
        ["name": .string($0.name), "source": .string($0.source.rawValue), "value": .string($0.value)]
      })
  }
}
