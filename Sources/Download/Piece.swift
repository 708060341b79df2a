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

  /// The plan's key that the stored bytes are encrypted with as a whole; nil where they are not.
  var storedKey: Int? { cipher.flatMap { $0.isRemoved ? nil : $0.key } }

  var isSegment: Bool { if case .segment = role { true } else { false } }
}

/// Encryption of a whole resource (RFC 8216bis, 4.4.4.4).
package struct Cipher: Sendable, Hashable {
  /// Index into the plan's keys.
  package var key: Int
  /// 16 bytes; nil where none is known (an initialization section whose EXT-X-KEY gives none), so that it
  /// cannot be decrypted for inspection.
  package let iv: [UInt8]?
  /// AES-128; else a method that nobody here decrypts.
  package var isAES128 = true
  /// The bytes are stored in the clear.
  package var isRemoved = false
}

/// A content key that the streams need. Equal ones have the same URI, method and key format.
package struct PlannedKey: Sendable, Hashable {
  /// Where it is: absolute, or a `data:` URI; of a system that guards keys, as written.
  package let uri: String
  package let method: Key.Method
  package let keyFormat: String
  /// What the first line that names it says beside: for those who are asked for it.
  package var written: String?
  package var keyFormatVersions: String?
  package var iv: [UInt8]?
  /// Of a key that cannot be fetched: those of other systems that are in force with it and give the same content key.
  package var others: [PlannedKey] = []

  package static func == (left: PlannedKey, right: PlannedKey) -> Bool {
    left.uri == right.uri && left.method == right.method && left.keyFormat == right.keyFormat
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(uri)
    hasher.combine(method)
    hasher.combine(keyFormat)
  }

  /// The size that the method demands, in bytes.
  package var length: Int { method == .aes256GCM ? 32 : 16 }

  /// The URI holds all that there is.
  var isData: Bool { uri.lowercased().hasPrefix("data:") }

  /// Of the URI, in lower case; nil where it has none.
  var scheme: String? { isData ? "data" : try? URI(uri).scheme.lowercased() }

  /// Itself, or that of the others in force with it, as a condition wants it.
  func first(where isMeant: (PlannedKey) -> Bool) -> PlannedKey? {
    if isMeant(self) { return self }
    guard let index = others.firstIndex(where: isMeant) else { return nil }
    var key = others[index]
    key.others = [self] + others
    key.others.remove(at: index + 1)
    for place in key.others.indices { key.others[place].others = [] }
    return key
  }

  /// Whether its bytes can be asked for: a key that no system guards, at an address that can be read.
  var isFetchable: Bool {
    guard keyFormat == "identity", method.isKnown else { return false }
    guard let scheme else { return true }
    return ["data", "http", "https", "file"].contains(scheme)
  }

  /// For messages: the path, never a query or the key itself; of a system's key the scheme alone.
  var place: String {
    if isData { return "data: URI" }
    guard isFetchable else { return scheme.map { "\($0): URI" } ?? "URI" }
    return (try? URI(uri))?.pathText ?? "key"  // a key's URI was resolved before; the fallback names no value
  }
}

extension PlannedKey {
  /// What a KEY line names; nil where its URI cannot be an address.
  init?(_ key: Key, base: URI) {
    guard let text = key.uri else { return nil }
    if text.lowercased().hasPrefix("data:") {
      self.init(uri: text, method: key.method, keyFormat: key.keyFormat)
    } else if let resolved = try? base.resolve(text).text {
      self.init(uri: resolved, method: key.method, keyFormat: key.keyFormat)
    } else if key.keyFormat != "identity" {
      // A system may call its keys what it likes.
      self.init(uri: text, method: key.method, keyFormat: key.keyFormat)
    } else {
      return nil
    }
    written = text
    keyFormatVersions = key.keyFormatVersions
    iv = key.iv
  }
}
