package import JSON
package import Playlist

/// A variant of the source, as it stands in a manifest and in JSON output (EXT-X-STREAM-INF, RFC 8216,
/// 4.3.4.2). Absent values are left out of the JSON.
package struct VariantRecord: Sendable, Hashable {
  /// The names of the groups whose renditions may play with the variant.
  package struct Groups: Sendable, Hashable {
    package var audio: String?
    package var video: String?
    package var subtitles: String?
    /// Nil also for CLOSED-CAPTIONS=NONE.
    package var closedCaptions: String?

    package init(
      audio: String? = nil, video: String? = nil, subtitles: String? = nil, closedCaptions: String? = nil
    ) {
      self.audio = audio
      self.video = video
      self.subtitles = subtitles
      self.closedCaptions = closedCaptions
    }
  }

  /// The picture's size in pixels.
  package struct Size: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What a selection calls it: the same across runs and tokens.
  package var id: String
  /// As written or absolute, without credentials.
  package var uri: String
  /// Bits per second.
  package var bandwidth: Int64
  /// Bits per second; nil when not declared.
  package var averageBandwidth: Int64?
  package var resolution: Size?
  package var frameRate: Double?
  package var codecs: [String]
  package var supplementalCodecs: String?
  package var videoRange: String?
  /// REQ-VIDEO-LAYOUT.
  package var layout: String?
  package var score: Double?
  package var stableID: String?
  package var pathwayID: String?
  package var groups: Groups

  package init(
    id: String, uri: String, bandwidth: Int64, averageBandwidth: Int64? = nil, resolution: Size? = nil,
    frameRate: Double? = nil, codecs: [String] = [], supplementalCodecs: String? = nil,
    videoRange: String? = nil, layout: String? = nil, score: Double? = nil, stableID: String? = nil,
    pathwayID: String? = nil, groups: Groups = Groups()
  ) {
    self.id = id
    self.uri = uri
    self.bandwidth = bandwidth
    self.averageBandwidth = averageBandwidth
    self.resolution = resolution
    self.frameRate = frameRate
    self.codecs = codecs
    self.supplementalCodecs = supplementalCodecs
    self.videoRange = videoRange
    self.layout = layout
    self.score = score
    self.stableID = stableID
    self.pathwayID = pathwayID
    self.groups = groups
  }

  /// - Parameter uri: what to show in place of the written URI: absolute, credentials taken out; nil keeps
  ///   what is written.
  package init(_ variant: Variant, id: String, uri: String? = nil) {
    var captions: String?
    if case .group(let name) = variant.closedCaptions { captions = name }
    self.init(
      id: id, uri: uri ?? variant.uri, bandwidth: variant.bandwidth,
      averageBandwidth: variant.averageBandwidth,
      resolution: variant.resolution.map { Size(width: $0.width, height: $0.height) },
      frameRate: variant.frameRate, codecs: variant.codecs, supplementalCodecs: variant.supplementalCodecs,
      videoRange: variant.videoRange, layout: variant.videoLayout, score: variant.score,
      stableID: variant.stableID, pathwayID: variant.pathwayID,
      groups: Groups(
        audio: variant.audio, video: variant.video, subtitles: variant.subtitles, closedCaptions: captions))
  }
}

extension VariantRecord {
  package var json: JSONValue { members.value }

  var members: JSONMembers {
    var members = JSONMembers()
    members.set("id", id)
    members.set("uri", uri)
    members.set("bandwidth", bandwidth)
    members.set("averageBandwidth", averageBandwidth)
    if let resolution {
      members.set(
        "resolution",
        .object(["width": .integer(Int64(resolution.width)), "height": .integer(Int64(resolution.height))]))
    }
    members.set("frameRate", frameRate)
    if !codecs.isEmpty { members.set("codecs", codecs) }
    members.set("supplementalCodecs", supplementalCodecs)
    members.set("videoRange", videoRange)
    members.set("layout", layout)
    members.set("score", score)
    members.set("stableID", stableID)
    members.set("pathwayID", pathwayID)
    if groups != Groups() { members.set("groups", groups.json) }
    return members
  }

  init(_ fields: JSONFields) throws(BundleError) {
    var size: Size?
    if let resolution = try fields.optionalObject("resolution") {
      size = Size(width: try resolution.count("width"), height: try resolution.count("height"))
    }
    var groups = Groups()
    if let names = try fields.optionalObject("groups") { groups = try Groups(names) }
    self.init(
      id: try fields.text("id"), uri: try fields.text("uri"), bandwidth: try fields.integer("bandwidth"),
      averageBandwidth: try fields.optionalInteger("averageBandwidth", in: 0...Int64.max), resolution: size,
      frameRate: try fields.optionalDecimal("frameRate"), codecs: try fields.optionalTexts("codecs") ?? [],
      supplementalCodecs: try fields.optionalText("supplementalCodecs"),
      videoRange: try fields.optionalText("videoRange"), layout: try fields.optionalText("layout"),
      score: try fields.optionalDecimal("score"), stableID: try fields.optionalText("stableID"),
      pathwayID: try fields.optionalText("pathwayID"), groups: groups)
  }
}

extension VariantRecord.Groups {
  fileprivate var json: JSONValue {
    var members = JSONMembers()
    members.set("audio", audio)
    members.set("video", video)
    members.set("subtitles", subtitles)
    members.set("closedCaptions", closedCaptions)
    return members.value
  }

  fileprivate init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      audio: try fields.optionalText("audio"), video: try fields.optionalText("video"),
      subtitles: try fields.optionalText("subtitles"),
      closedCaptions: try fields.optionalText("closedCaptions"))
  }
}
