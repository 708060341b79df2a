import Playlist

enum ReferenceLocal: Rule {
  static let identifier = "hlspack-reference-local"
  static let asks = "every URI of a local playlist is the relative path of a file that the bundle names"
  static let why = "a reference that leaves the bundle needs a network, or breaks when the bundle is moved"

  static func check(_ facts: PlaylistFacts) -> [Finding] {
    var checker = Checker(facts: facts)
    switch (facts.reading, facts.kind) {
    case (.playlist(.media(let playlist)), .media):
      checker.check(playlist)
      checker.checkLooseText(playlist.text)
    case (.playlist(.multivariant(let playlist)), .multivariant):
      checker.check(playlist)
      checker.checkLooseText(playlist.text)
    default: break
    }
    return checker.findings
  }
}

extension ReferenceLocal {
  private struct Checker {
    let facts: PlaylistFacts
    var findings: [Finding] = []

    init(facts: PlaylistFacts) { self.facts = facts }

    mutating func check(_ playlist: MediaPlaylist) {
      for segment in playlist.segments where !facts.files.media.contains(segment.uri) {
        check(segment.uri, line: segment.uriLine)
      }
      for section in playlist.initializations where !facts.files.media.contains(section.uri) {
        check(section.uri, line: section.line)
      }
      for key in playlist.keySets.joined() { check(key) }
    }

    mutating func check(_ playlist: MultivariantPlaylist) {
      for variant in playlist.variants { check(variant.uri, line: variant.uriLine) }
      for rendition in playlist.renditions {
        if let uri = rendition.uri { check(uri, line: rendition.line) }
      }
      for stream in playlist.iFrameStreams + playlist.imageStreams { check(stream.uri, line: stream.line) }
      for data in playlist.sessionData {
        if let uri = data.uri { check(uri, line: data.line) }
      }
      for key in playlist.sessionKeys { check(key) }
      if let steering = playlist.contentSteering { check(steering.serverURI, line: steering.line) }
    }

    /// The URI of a key of another format may be a name for its key system, not a place.
    private mutating func check(_ key: Key) {
      guard let uri = key.uri else { return }
      if case .path(let path) = LocalReference(uri, in: facts.files.folder), facts.omittedKeys.contains(path)
      {
        return
      }
      guard key.keyFormat == "identity" || uri.hasPrefix("../") else { return }
      check(uri, line: key.line)
    }

    /// - Parameter line: counted from 0.
    private mutating func check(_ uri: String, line: Int) {
      switch LocalReference(uri, in: facts.files.folder) {
      case .path(let path) where facts.files.holds(path): break
      case .path(let path): add(line, "names \(shown(path)), which is not a file of the bundle")
      case .outside(let how), .notPlain(let how): add(line, how)
      }
    }

    /// Addresses in comments, unknown tags and date ranges: no player must follow them, but none may stay.
    mutating func checkLooseText(_ text: PlaylistText) {
      for line in text.lines.indices {
        switch text.kind(line) {
        case .comment, .tag(nil), .tag(.dateRange):
          if text.text(line).contains("://") { add(line, "holds an address") }
        default: break
        }
      }
    }

    private mutating func add(_ line: Int, _ message: String) {
      findings.append(ReferenceLocal.found(.error, facts.path, line: line + 1, message))
    }
  }
}
