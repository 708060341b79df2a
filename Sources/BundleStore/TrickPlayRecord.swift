package import JSON
package import Playlist

/// An I-frame or image playlist that is packed, with its stream (EXT-X-I-FRAME-STREAM-INF, RFC 8216bis, 4.4.6.3, and
/// EXT-X-IMAGE-STREAM-INF of the image extension).
package struct ManifestTrickPlay: Sendable, Hashable {
  package var record: VariantRecord
  package var stream: StreamFolder

  package init(record: VariantRecord, stream: StreamFolder) {
    self.record = record
    self.stream = stream
  }

  package var json: JSONValue {
    var members = record.members
    members.set("stream", stream.text)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(record: try VariantRecord(fields), stream: try fields.folder("stream"))
  }
}

extension VariantRecord {
  /// - Parameter uri: what to show in place of the written URI: absolute, credentials taken out.
  package init(_ stream: IFrameStream, id: String, uri: String) {
    let qualities = stream.qualities
    self.init(
      id: id, uri: uri, bandwidth: qualities.bandwidth, averageBandwidth: qualities.averageBandwidth,
      resolution: qualities.resolution.map { Size(width: $0.width, height: $0.height) },
      codecs: qualities.codecs, supplementalCodecs: qualities.supplementalCodecs,
      videoRange: qualities.videoRange, layout: qualities.videoLayout, score: qualities.score,
      stableID: qualities.stableID, pathwayID: qualities.pathwayID, groups: Groups(video: qualities.video))
  }
}

extension SelectionIDs {
  /// `iFrames:<stream folder>`, `images:<stream folder>`.
  package static func trickPlay(_ folder: StreamFolder) -> String { "\(folder.kind.jsonName):\(folder.text)" }
}
