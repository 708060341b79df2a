import Playlist

enum SameEncryption: Rule {
  static let identifier = "hlspack-encryption-differs"
  static let asks = "either all variants with video are encrypted or none is"
  static let why = "a clear copy beside an encrypted one gives away what the key protects"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let variants = facts.videoVariants.filter { !$0.playlist.segments.isEmpty }
    guard let reference = variants.first else { return [] }
    let isEncrypted = reference.hasKeys
    return variants.dropFirst().filter { $0.hasKeys != isEncrypted }.map {
      let (own, other) = isEncrypted ? ("clear", "encrypted") : ("encrypted", "clear")
      return found(.warning, $0.name, "is \(own) where \(shown(reference.name)) is \(other)")
    }
  }
}

extension MediaPlaylistFacts {
  fileprivate var hasKeys: Bool { playlist.segments.contains { $0.keySet != nil } }
}
