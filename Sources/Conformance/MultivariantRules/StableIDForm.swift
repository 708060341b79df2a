import Playlist

enum StableIDForm: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-stable-id-form"
  static let asks = "STABLE-VARIANT-ID and STABLE-RENDITION-ID have only letters, digits and + / = . - _"
  static let why = "steering manifests cannot name the playlist by another text"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for item in facts.stableIDs {
      guard let id = item.id, !id.utf8.allSatisfy(isLegal) else { continue }
      faults.see(line: item.line, "\(item.attribute) \(shown(id)) has other characters")
    }
    return faults.all
  }

  private static func isLegal(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "+/=.-_".utf8.contains(byte)
  }
}

/// A media playlist as a tag names it, with the stable identifier it may have.
struct StableID {
  let attribute: String
  /// Counted from 0.
  let line: Int
  let uri: String
  let id: String?
}

extension MultivariantFacts {
  /// All that name media playlists, but for those of images, in the order of the kinds of tags.
  var stableIDs: [StableID] {
    let streams = (variantTags + iFrameTags).map {
      StableID(attribute: "STABLE-VARIANT-ID", line: $0.line, uri: $0.uri, id: $0.qualities.stableID)
    }
    let renditions = playlist.renditions.compactMap { rendition in
      rendition.uri.map {
        StableID(attribute: "STABLE-RENDITION-ID", line: rendition.line, uri: $0, id: rendition.stableID)
      }
    }
    return streams + renditions
  }
}
