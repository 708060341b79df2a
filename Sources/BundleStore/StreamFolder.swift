package import Addresses
import Digest

/// The SHA-1 of an identity's text in base32: 32 characters of A-Z2-7. It names a title or a stream without
/// telling its address.
package struct IdentityHash: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let text: String

  /// Nil unless the text is 32 characters of A-Z2-7.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Grammar.isBase32) else { return nil }
    self.text = text
  }

  package init(of identity: Identity) {
    text = SHA1.base32(of: identity.text)
  }

  package var description: String { text }

  package static func < (left: IdentityHash, right: IdentityHash) -> Bool { left.text < right.text }
}

/// What a stream is to the title: the first digit of its folder's name.
package enum StreamKind: Int, Sendable, Hashable, CaseIterable {
  /// A playlist that an EXT-X-STREAM-INF of the source names, whatever else names it.
  case variant = 0
  case audio
  case subtitles
  /// A video rendition: another angle.
  case video
  case iFrames
  case images

  /// Whether its streams are for looking through the title, not for playing it.
  package var isTrickPlay: Bool { self == .iFrames || self == .images }

  /// The word for it in JSON.
  package var jsonName: String {
    switch self {
    case .variant: "variant"
    case .audio: "audio"
    case .subtitles: "subtitles"
    case .video: "video"
    case .iFrames: "iFrames"
    case .images: "images"
    }
  }
}

/// The name of a stream's folder: kind, declared peak bandwidth, hash of the stream's identity and, from the
/// second on, the generation: `0-2500000-TPLQLR7AN3WOXDV2JG4YSRQU45253663`, `0-…-2`.
package struct StreamFolder: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let kind: StreamKind
  /// The highest BANDWIDTH of the source's lines that name the stream, in bits per second; 0 for renditions.
  package let bandwidth: Int64
  package let hash: IdentityHash
  /// 1 for the first; a stream that changed gets a new folder with the next number.
  package let generation: Int

  /// A negative bandwidth counts as 0, a generation is held to 1…999,999.
  package init(kind: StreamKind, bandwidth: Int64, hash: IdentityHash, generation: Int = 1) {
    self.kind = kind
    self.bandwidth = max(0, bandwidth)
    self.hash = hash
    self.generation = min(max(1, generation), 999_999)
  }

  package init(kind: StreamKind, bandwidth: Int64, identity: Identity) {
    self.init(kind: kind, bandwidth: bandwidth, hash: IdentityHash(of: identity))
  }

  /// Nil unless the text is a folder's name to the letter.
  package init?(_ text: String) {
    self.init(text[...])
  }

  init?(_ text: Substring) {
    guard text.utf8.count <= 64 else { return nil }
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4,
      let digit = Grammar.decimal(parts[0], digits: 1), let kind = StreamKind(rawValue: Int(digit)),
      let bandwidth = Grammar.decimal(parts[1], digits: 19), let hash = IdentityHash(String(parts[2]))
    else { return nil }
    var generation = 1
    if parts.count == 4 {
      guard let number = Grammar.decimal(parts[3], digits: 6), number >= 2 else { return nil }
      generation = Int(number)
    }
    self.init(kind: kind, bandwidth: bandwidth, hash: hash, generation: generation)
  }

  package var text: String {
    let first = "\(kind.rawValue)-\(bandwidth)-\(hash.text)"
    return generation == 1 ? first : "\(first)-\(generation)"
  }

  package var description: String { text }

  /// The folder of the stream's first generation.
  package var first: StreamFolder { StreamFolder(kind: kind, bandwidth: bandwidth, hash: hash) }

  /// The folder for the stream's next generation.
  package var next: StreamFolder {
    StreamFolder(kind: kind, bandwidth: bandwidth, hash: hash, generation: generation + 1)
  }

  package static func < (left: StreamFolder, right: StreamFolder) -> Bool { left.text < right.text }
}
