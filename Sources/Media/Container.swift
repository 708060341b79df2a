/// What wraps the media of a segment (RFC 8216bis, 3.1), or the kind of an image.
package enum Container: String, Sendable, Hashable, CaseIterable {
  case transportStream
  /// Any ISO BMFF file: initialization section, fragments, or a whole MP4.
  case fragmentedMP4
  case packedAAC
  case packedAC3
  case packedEC3
  case packedMP3
  case webVTT
  case ttml
  case jpeg
  case png
  case gif
  case webp
  case bmp
  case heic
  case avif
  case unknown

  /// The extension of a segment's file, without the dot. An initialization section is "mp4" instead.
  package var fileExtension: String {
    switch self {
    case .transportStream: "ts"
    case .fragmentedMP4: "m4s"
    case .packedAAC: "aac"
    case .packedAC3: "ac3"
    case .packedEC3: "ec3"
    case .packedMP3: "mp3"
    case .webVTT: "vtt"
    case .ttml: "ttml"
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    case .webp: "webp"
    case .bmp: "bmp"
    case .heic: "heic"
    case .avif: "avif"
    case .unknown: "bin"
    }
  }

  /// The extension of a Media Initialization Section's file.
  package static let initializationExtension = "mp4"

  /// Whether it is a still picture.
  package var isPicture: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp, .bmp, .heic, .avif: true
    default: false
    }
  }

  /// Whether it is audio frames without a container, which may start with ID3 tags.
  package var isPackedAudio: Bool {
    switch self {
    case .packedAAC, .packedAC3, .packedEC3, .packedMP3: true
    default: false
    }
  }

  /// How a message names it, with its article.
  package var name: String {
    switch self {
    case .transportStream: "an MPEG transport stream"
    case .fragmentedMP4: "an MP4 file"
    case .packedAAC: "packed AAC"
    case .packedAC3: "packed AC-3"
    case .packedEC3: "packed E-AC-3"
    case .packedMP3: "packed MP3"
    case .webVTT: "WebVTT"
    case .ttml: "TTML"
    case .jpeg: "a JPEG image"
    case .png: "a PNG image"
    case .gif: "a GIF image"
    case .webp: "a WebP image"
    case .bmp: "a BMP image"
    case .heic: "a HEIC image"
    case .avif: "an AVIF image"
    case .unknown: "of no known kind"
    }
  }
}
