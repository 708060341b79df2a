import Media
import Playlist

enum ChannelsTold: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-channels-required"
  static let asks = "audio of one NAME and codec with different counts of channels has CHANNELS everywhere"
  static let why = "nothing else tells such renditions apart, and players take any of them"

  private struct Sound: Hashable {
    let name: String
    let codec: CodecFamily
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let codecs = codecs(of: facts.playlist.variants)
    var counts: [Sound: Set<Int>] = [:]
    var silent: [(sound: Sound, line: Int)] = []
    for rendition in facts.playlist.renditions where rendition.kind == .audio {
      guard let families = codecs[rendition.groupID], families.count == 1, let codec = families.first else {
        continue
      }
      let sound = Sound(name: rendition.name, codec: codec)
      if let count = rendition.channelCount {
        counts[sound, default: []].insert(count)
      } else if rendition.channels == nil {
        silent.append((sound, rendition.line))
      }
    }
    var faults = Repeated(self, .error, in: facts.name)
    for place in silent {
      guard let told = counts[place.sound], told.count > 1 else { continue }
      faults.see(
        line: place.line, "has no CHANNELS though others of its NAME and codec have \(list(of: told))")
    }
    return faults.all
  }

  private static func list(of counts: Set<Int>) -> String {
    counts.sorted().prefix(8).map(String.init).joined(separator: ", ")
  }

  /// For each AUDIO group the codecs for sound of the variants that name it.
  private static func codecs(of variants: [Variant]) -> [String: Set<CodecFamily>] {
    var codecs: [String: Set<CodecFamily>] = [:]
    for variant in variants {
      guard let group = variant.audio else { continue }
      codecs[group, default: []].formUnion(variant.qualities.audioFamilies)
    }
    return codecs
  }
}
