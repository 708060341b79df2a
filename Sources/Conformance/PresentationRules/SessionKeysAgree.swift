import Playlist

enum SessionKeysAgree: Rule {
  static let identifier = "rfc8216bis-4.4.6.5-session-key-agrees"
  static let asks =
    "an EXT-X-SESSION-KEY has METHOD, KEYFORMAT and KEYFORMATVERSIONS of the EXT-X-KEY with its URI"
  static let why = "players fetch the key in advance by what it says, and cannot use it for the segments"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let multivariant = facts.multivariant else { return [] }
    var sessions: [ResolvedName: [Key]] = [:]
    for key in multivariant.playlist.sessionKeys {
      guard let uri = key.uri else { continue }
      sessions[ResolvedName(uri, at: multivariant.uri), default: []].append(key)
    }
    guard !sessions.isEmpty else { return [] }
    return facts.media.compactMap { media in
      var first: Finding?
      var count = 0
      for key in media.playlist.keySets.joined() {
        guard let uri = key.uri, let same = sessions[ResolvedName(uri, at: media.uri)],
          let session = same.first,
          !same.contains(where: { difference(key, $0) == nil }), let what = difference(key, session)
        else { continue }
        count += 1
        if first != nil { continue }
        first = found(
          .error, media.name, line: key.line + 1,
          "EXT-X-KEY \(what) in line \(session.line + 1) of the multivariant playlist")
      }
      first?.message += andMore(count - 1)
      return first
    }
  }

  /// How a key differs from a session key of the same URI; nil when it does not.
  private static func difference(_ key: Key, _ session: Key) -> String? {
    if key.method != session.method {
      return "has METHOD \(shown(key.method.text)) where EXT-X-SESSION-KEY has \(shown(session.method.text))"
    }
    if key.keyFormat != session.keyFormat {
      return "has KEYFORMAT \(shown(key.keyFormat)) where EXT-X-SESSION-KEY has \(shown(session.keyFormat))"
    }
    let (own, other) = (key.keyFormatVersions ?? "1", session.keyFormatVersions ?? "1")
    guard own != other else { return nil }
    return "has KEYFORMATVERSIONS \(shown(own)) where EXT-X-SESSION-KEY has \(shown(other))"
  }
}
