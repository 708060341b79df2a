import Playlist

enum SameKeyFormats: Rule {
  static let identifier = "hlspack-key-formats"
  static let asks = "encrypted variants with video offer their keys in the same formats"
  static let why = "a device without the key system of one variant cannot switch to it"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let variants = facts.videoVariants.map { (media: $0, formats: formats($0.playlist)) }
      .filter { !$0.formats.isEmpty }
    guard let reference = variants.first else { return [] }
    return variants.dropFirst().filter { $0.formats != reference.formats }.map { item in
      found(
        .warning, item.media.name, line: item.media.firstLine(with: .key),
        "has keys in \(text(item.formats)) where \(shown(reference.media.name)) has \(text(reference.formats))"
      )
    }
  }

  private static func formats(_ playlist: MediaPlaylist) -> Set<String> {
    var formats: Set<String> = []
    for key in playlist.keySets.joined() where key.method != .none { formats.insert(key.keyFormat) }
    return formats
  }

  private static func text(_ formats: Set<String>) -> String {
    formats.sorted().prefix(4).map(shown).joined(separator: ", ") + andMore(formats.count - 4)
  }
}
