import Playlist

enum KeyURIScheme: Rule {
  static let identifier = "hlspack-key-uri-scheme"
  static let asks = "a key in the identity format has a URI that any client can fetch"
  static let why = "without KEYFORMAT a client takes the URI for that of the key's bytes, and cannot load it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    facts.forEachKey { key in
      guard key.keyFormat == "identity", let scheme = key.uri.flatMap(scheme),
        !["http", "https", "data", "file"].contains(scheme)
      else { return }
      repeated.see(
        line: key.line, "EXT-X-KEY has no KEYFORMAT of its own, but a URI of the scheme \(shown(scheme))",
        hint: "name the key system with KEYFORMAT")
    }
    return repeated.all
  }

  /// In lower case; nil where the URI is relative.
  private static func scheme(_ uri: String) -> String? {
    let head = uri.utf8.prefix(40)
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = head[..<colon]
    let isScheme = scheme.allSatisfy { byte in
      let lowered = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
    return isScheme && !scheme.isEmpty ? String(decoding: scheme, as: UTF8.self).lowercased() : nil
  }
}
