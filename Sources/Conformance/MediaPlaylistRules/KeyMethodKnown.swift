import Playlist

enum KeyMethodKnown: Rule {
  static let identifier = "rfc8216bis-4.4.4.4-key-method"
  static let asks = "METHOD of EXT-X-KEY is one that the specification knows"
  static let why = "a client must not try to decrypt by any other, so nothing it covers plays"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    facts.forEachKey { key in
      guard case .other(let name) = key.method else { return }
      repeated.see(
        line: key.line, "EXT-X-KEY has the unknown METHOD \(shown(name))",
        hint: "one of NONE, AES-128, SAMPLE-AES, SAMPLE-AES-CTR, AES-256-GCM")
    }
    return repeated.all
  }
}
