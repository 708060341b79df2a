import Media
import Playlist

/// A tag that names a stream: EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF or EXT-X-IMAGE-STREAM-INF.
struct StreamTag {
  let tag: TagName
  /// Counted from 0.
  let line: Int
  let uri: String
  let qualities: StreamQualities
}

extension MultivariantFacts {
  var variantTags: [StreamTag] {
    playlist.variants.map {
      StreamTag(tag: .streamInf, line: $0.line, uri: $0.uri, qualities: $0.qualities)
    }
  }

  var iFrameTags: [StreamTag] {
    playlist.iFrameStreams.map {
      StreamTag(tag: .iFrameStreamInf, line: $0.line, uri: $0.uri, qualities: $0.qualities)
    }
  }

  var imageTags: [StreamTag] {
    playlist.imageStreams.map {
      StreamTag(tag: .imageStreamInf, line: $0.line, uri: $0.uri, qualities: $0.qualities)
    }
  }

  var streamTags: [StreamTag] { variantTags + iFrameTags + imageTags }

  /// An attribute as the line has it, variables not resolved; nil where it is absent. For what the model drops,
  /// since the parser has told it already.
  func written(_ attribute: String, line: Int) -> String? {
    playlist.text.attributes(line)[attribute]?.text
  }
}

extension StreamQualities {
  /// Whether CODECS names a codec for pictures.
  var namesVideo: Bool { names(.video) }
  /// Whether CODECS names a codec for sound.
  var namesAudio: Bool { names(.audio) }
  /// Whether it has pictures, or lacks CODECS that would say that it has none.
  var mayHaveVideo: Bool { resolution != nil || codecs.isEmpty || namesVideo }
  /// Whether CODECS is absent or names what is not known here.
  var isUncertain: Bool { codecs.isEmpty || names(.other) }

  /// The codecs for sound that CODECS names, as families.
  var audioFamilies: Set<CodecFamily> {
    Set(codecs.map { CodecFamily($0) }.filter { $0.kind == .audio })
  }

  private func names(_ kind: TrackKind) -> Bool { codecs.contains { CodecFamily($0).kind == kind } }
}

extension Variant {
  /// Whether RESOLUTION or CODECS say that it has pictures. False where they do not, though it may have some.
  var showsVideo: Bool { resolution != nil || qualities.namesVideo }
}

extension MultivariantFacts {
  var videoVariants: [Variant] { playlist.variants.filter(\.showsVideo) }
}
