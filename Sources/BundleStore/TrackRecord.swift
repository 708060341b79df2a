package import JSON
package import Media

/// A track of a stream, as its bytes tell it. Absent values are left out of the JSON.
package struct TrackRecord: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case video, audio, text, other
  }

  package var kind: Kind
  /// In the form of RFC 6381: `avc1.64001F`.
  package var codec: String
  /// Pixels.
  package var width: Int?
  package var height: Int?
  /// Frames per second.
  package var frameRate: Double?
  package var channels: Int?
  /// Hertz.
  package var sampleRate: Int?
  /// As the bytes have it: `eng`.
  package var language: String?

  package init(
    kind: Kind, codec: String, width: Int? = nil, height: Int? = nil, frameRate: Double? = nil,
    channels: Int? = nil, sampleRate: Int? = nil, language: String? = nil
  ) {
    self.kind = kind
    self.codec = codec
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.channels = channels
    self.sampleRate = sampleRate
    self.language = language
  }

  package init(_ facts: TrackFacts) {
    let kind: Kind =
      switch facts.kind {
      case .video: .video
      case .audio: .audio
      case .text: .text
      case .other: .other
      }
    self.init(
      kind: kind, codec: facts.codec, width: facts.width, height: facts.height, frameRate: facts.frameRate,
      channels: facts.channels, sampleRate: facts.sampleRate, language: facts.language)
  }

  package var json: JSONValue {
    var members = JSONMembers()
    members.set("kind", kind.rawValue)
    members.set("codec", codec)
    members.set("width", width)
    members.set("height", height)
    members.set("frameRate", frameRate)
    members.set("channels", channels)
    members.set("sampleRate", sampleRate)
    members.set("language", language)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      kind: try fields.word("kind", Kind.self), codec: try fields.text("codec"),
      width: try fields.optionalCount("width"), height: try fields.optionalCount("height"),
      frameRate: try fields.optionalDecimal("frameRate"), channels: try fields.optionalCount("channels"),
      sampleRate: try fields.optionalCount("sampleRate"), language: try fields.optionalText("language"))
  }
}
