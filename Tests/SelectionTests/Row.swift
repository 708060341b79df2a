import Playlist
import Selection
import Testing

/// A title, words as they are typed, and what is chosen: variants `+` renditions, or the exit code and the
/// message.
struct Row: Sendable, CustomTestStringConvertible {
  let title: Titles
  let words: String
  let expected: String

  init(_ title: Titles, _ words: String, _ expected: String) {
    self.title = title
    self.words = words
    self.expected = expected
  }

  var testDescription: String { "\(title.rawValue) \(words)" }

  /// As in `configuration`; besides `+v:` a RULE beside it, `aux:` an auxiliary configuration, its words joined
  /// by `/`, and `apart`: auxiliary configurations bring their own pictures.
  var selection: SelectionWords {
    var selection = SelectionWords()
    var own: [String] = []
    for word in words.split(separator: " ").map(String.init) {
      if word.hasPrefix("+v:") {
        selection.also.append(String(word.dropFirst(3)))
      } else if word.hasPrefix("aux:") {
        let words = word.dropFirst(4).split(separator: "/").map(String.init)
        selection.auxiliary.append(Self.configuration(words))
      } else if word == "apart" {
        selection.optimizesAuxiliary = false
      } else {
        own.append(word)
      }
    }
    selection.primary = Self.configuration(own)
    return selection
  }

  /// `v:` a RULE, `a:` audio, `s:` subtitles, `g:` angles, `rate:` and `size:` minima, `fallback`; `hdr`,
  /// `lossless` and `multichannel`, or `-hdr` and so on.
  private static func configuration(_ words: [String]) -> ContentConfiguration {
    var lists: [String: [String]] = [:]
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      lists[parts[0], default: []].append(parts.count > 1 ? parts[1].replacing("_", with: " ") : "")
    }
    func preference(_ name: String) -> Bool? {
      lists[name] != nil ? true : lists["-" + name] != nil ? false : nil
    }
    return ContentConfiguration(
      video: lists["v"] ?? [], minBitrate: lists["rate"]?.last, minSize: lists["size"]?.last,
      prefersHDR: preference("hdr"), prefersLossless: preference("lossless"),
      prefersMultichannel: preference("multichannel"), audio: lists["a"], subtitles: lists["s"],
      angles: lists["g"], fallback: lists["fallback"] != nil)
  }

  func outcome() throws -> String {
    let playlist = try title.parsed()
    do throws(SelectionError) {
      return Self.summary(try choose(selection, from: playlist))
    } catch {
      return "\(error.kind == .usage ? 2 : 4): \(error.message)"
    }
  }

  static func summary(_ choice: Choice) -> String {
    let variants = choice.variants.map { chosen in
      let auxiliary = chosen.role == .auxiliary ? "*" : ""
      return chosen.variant.uri + auxiliary + (chosen.variant.audio.map { "@\($0)" } ?? "")
    }
    let renditions = choice.renditions.map { "\($0.rendition.groupID)/\($0.rendition.name)" }
    return variants.joined(separator: " ")
      + (renditions.isEmpty ? "" : " + " + renditions.joined(separator: ", "))
  }
}
