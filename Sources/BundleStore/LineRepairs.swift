package import Playlist

extension PlaylistEdits {
  /// Of tags that may stand once in a playlist the first counts; the others are dropped.
  package mutating func dropRepeated(_ once: Set<TagName>) {
    var seen: Set<TagName> = []
    for line in text.lines.indices {
      guard let tag = text.tag(line), once.contains(tag) else { continue }
      if !seen.insert(tag).inserted { drop(line: line) }
    }
  }
}

extension AttributeList {
  /// Drops attributes that lead out of the bundle: those that hold an absolute URI. A NAME is words for
  /// people, a KEYFORMAT an identifier, whatever they look like.
  package mutating func removeAddresses() {
    for (name, value) in ordered where name != "NAME" && name != "KEYFORMAT" && value.text.holdsAddress {
      remove(name)
    }
  }
}

extension String {
  /// Whether an absolute URI with an authority stands in it. Compared byte by byte, since a combining mark behind
  /// the slashes makes another character of them.
  package var holdsAddress: Bool { utf8.contains("://".utf8) }
}
