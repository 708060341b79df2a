package import Addresses
package import Playlist

/// One file of a stream to be: a segment, or an initialization section. A plan names pieces by (stream,
/// index); a request may cover several.
package struct Piece: Sendable {
  package enum Role: Sendable, Hashable {
    /// A Media Initialization Section, by its position among those of the stream (RFC 8216bis, 4.4.4.5).
    case initialization(Int)
    /// A Media Segment, by its position in the playlist, from 0.
    case segment(Int)
  }

  package let role: Role
  package let uri: URI
  /// The part of the resource; nil: all of it.
  package let range: ByteRange?
  /// How the bytes are encrypted as a whole; nil where they are clear, or encrypted sample by sample.
  package internal(set) var cipher: Cipher?
  /// The source says that there is nothing to fetch (EXT-X-GAP); a file of ours without bytes stands there.
  package let isGap: Bool
  /// Seconds from the start of the stream, and how long it lasts; 0 and 0 for an initialization section.
  package let start: Double
  package let duration: Double
  /// The Media Sequence Number; of the first segment that uses it for an initialization section.
  package let sequence: Int64
  /// Its tracks are looked at: initialization sections, the first segment
  /// that has bytes, and the first of those after each discontinuity.
  package let isSample: Bool

  var isSegment: Bool { if case .segment = role { true } else { false } }
}

/// AES-128 over a whole resource (RFC 8216bis, 4.4.4.4).
package struct Cipher: Sendable, Hashable {
  /// Index into the plan's keys.
  package let key: Int
  /// 16 bytes; nil where none is known (an initialization section whose EXT-X-KEY gives none), so that it
  /// cannot be decrypted for inspection.
  package let iv: [UInt8]?
}

/// A content key that the streams need.
package struct PlannedKey: Sendable, Hashable {
  /// Where it is: absolute, or a `data:` URI.
  package let uri: String
  package let method: Key.Method
  package let keyFormat: String

  /// The size that the method demands, in bytes.
  package var length: Int { method == .aes256GCM ? 32 : 16 }

  /// The URI is the key.
  var isData: Bool { uri.lowercased().hasPrefix("data:") }

  /// For messages: the path, never a query or the key itself.
  package var place: String {
    if isData { return "data: URI" }
    return (try? URI(uri))?.pathText ?? "key"  // a key's URI was resolved before; the fallback names no value
  }
}
