import Addresses
import Conformance
import Files
import Playlist
import Transfer

/// Reads a source and all playlists that it names. From a file nothing is fetched: only files beside it are read.
struct Surveyor: Sendable {
  /// Media playlists of one source, and the bytes of all playlists together.
  static let playlistLimit = 1_000
  static let byteLimit = 512 << 20

  let loader: SourceLoader
  let requested: URI
  /// What the person called the source.
  let display: String

  /// - Throws: what stands against reading the source itself.
  func survey() async throws(DownloadError) -> SourceSurvey {
    var survey = SourceSurvey()
    let first = try await read(requested, name: display, imported: nil, isSource: true)
    survey.add(first)
    switch first.facts.outcome {
    case .playlist(.media(let playlist)):
      let facts = MediaPlaylistFacts(name: display, playlist: playlist, uri: first.uri)
      survey.presentation = PresentationFacts(multivariant: nil, media: [facts], isWhole: true)
    case .playlist(.multivariant(let playlist)):
      try await readAll(of: playlist, at: first.uri, bytes: first.bytes, into: &survey)
    default: break
    }
    return survey
  }

  /// The media playlists of a multivariant one, several at a time.
  private func readAll(
    of playlist: MultivariantPlaylist, at base: URI, bytes: Int, into survey: inout SourceSurvey
  ) async throws(DownloadError) {
    let named = NamedPlaylists(of: playlist, at: base, followsFiles: loader.root != nil)
    let variables = playlist.importableVariables
    let budget = ByteBudget(Self.byteLimit - bytes)
    let wanted = Array(named.all.prefix(Self.playlistLimit))
    let results = try await mapConcurrently(wanted) { (item: NamedPlaylists.Item) throws(DownloadError) in
      try await read(item, importing: variables, budget)
    }
    var media: [MediaPlaylistFacts] = []
    for (item, result) in zip(wanted, results) {
      survey.add(result)
      guard case .playlist(.media(let playlist)) = result.facts.outcome else { continue }
      media.append(
        MediaPlaylistFacts(name: result.facts.name, playlist: playlist, uri: result.uri, uses: item.uses))
    }
    if named.all.count > wanted.count {
      survey.add(
        .unread(
          display, "more than \(Self.playlistLimit) media playlists; the rest is left out", .leftOut, at: base
        ))
    }
    for fault in named.faults {
      survey.add(.misnamed(display, fault, at: base))
    }
    survey.presentation = PresentationFacts(
      multivariant: MultivariantFacts(name: display, playlist: playlist, uri: base), media: media,
      isWhole: media.count == named.all.count && named.faults.isEmpty)
  }

  private func read(
    _ item: NamedPlaylists.Item, importing variables: [String: String], _ budget: ByteBudget
  ) async throws(DownloadError) -> SurveyedPlaylist {
    let name = name(of: item.uri)
    if loader.root != nil, item.uri.scheme != "file" {
      return .unread(
        name, "it has an address, and of a file nothing is fetched", .leftOut, at: item.uri,
        hint: "give the address of the multivariant playlist")
    }
    if item.uri.scheme == "data" {
      return .unread("data:", "a playlist in its own address is not read", .leftOut, at: item.uri)
    }
    let most = Int(SourceLimits.playlist)
    guard await budget.reserve(most) else {
      return .unread(
        name, "the playlists before it leave too little of the 512 MiB that are read", .leftOut, at: item.uri)
    }
    var used = 0
    defer { budget.settle(most, used: used) }
    do throws(DownloadError) {
      try LocalSource.checkReference(item.uri, root: loader.root, place: name)
      let playlist = try await read(item.uri, name: name, imported: variables, isSource: false)
      used = playlist.bytes
      return playlist
    } catch {
      if error.kind == .stopped { throw error }
      let obstacle: SourceSurvey.Obstacle =
        loader.root != nil ? .leftOut : error.kind == .unavailable ? .unavailable : .gone
      return .unread(
        name, error.message(without: item.uri.pathText, name), obstacle, at: item.uri, hint: error.hint)
    }
  }

  private func read(
    _ uri: URI, name: String, imported: [String: String]?, isSource: Bool
  ) async throws(DownloadError) -> SurveyedPlaylist {
    let resource = try await loader.bytes(
      at: uri, kind: .playlist, limit: SourceLimits.playlist, isSource: isSource)
    let parser = PlaylistParser(name: name, uri: resource.uri, mode: .lenient, imported: imported)
    let outcome: ReadingFacts.Outcome
    do {
      outcome = .playlist(try parser.parse(resource.bytes))
    } catch {
      outcome = .failure(error)
    }
    return SurveyedPlaylist(
      facts: ReadingFacts(name: name, isSource: isSource, outcome: outcome), uri: resource.uri,
      bytes: resource.bytes.count, obstacle: nil,
      answer: resource.answer.map { AnswerFacts($0, name: name, isSource: isSource) })
  }

  /// Of a file the path beside the one that was given; of an address its path.
  private func name(of uri: URI) -> String {
    guard uri.scheme == "file", let root = loader.root,
      let relative = LocalSource.relativePath(of: uri, beneath: root)
    else { return uri.pathText }
    guard let slash = display.lastIndex(of: "/") else { return relative }
    return display[...slash] + relative
  }
}

/// One playlist as the survey found it.
struct SurveyedPlaylist: Sendable {
  let facts: ReadingFacts
  let uri: URI
  let bytes: Int
  let obstacle: SourceSurvey.Obstacle?
  let answer: AnswerFacts?

  static func unread(
    _ name: String, _ reason: String, _ obstacle: SourceSurvey.Obstacle, at uri: URI, hint: String? = nil
  ) -> SurveyedPlaylist {
    SurveyedPlaylist(
      facts: ReadingFacts(name: name, isSource: false, outcome: .unread(reason: reason, hint: hint)),
      uri: uri,
      bytes: 0, obstacle: obstacle, answer: nil)
  }

  /// - Parameter name: what findings call the playlist with the reference.
  static func misnamed(_ name: String, _ fault: NamedPlaylists.Fault, at uri: URI) -> SurveyedPlaylist {
    let outcome = ReadingFacts.Outcome.misnamed(line: fault.line, reason: fault.reason, hint: fault.hint)
    return SurveyedPlaylist(
      facts: ReadingFacts(name: name, isSource: false, outcome: outcome), uri: uri, bytes: 0,
      obstacle: .leftOut,
      answer: nil)
  }
}

extension SourceSurvey {
  mutating func add(_ playlist: SurveyedPlaylist) {
    readings.append(playlist.facts)
    if let obstacle = playlist.obstacle { obstacles.append(obstacle) }
    if let answer = playlist.answer { answers.append(answer) }
  }
}

extension AnswerFacts {
  init(_ fetched: Fetched, name: String, isSource: Bool) {
    let head = fetched.head
    let hops = fetched.redirects + [head.finalURI]
    self.init(
      name: name, isSecure: head.finalURI.scheme == "https", path: head.finalURI.path,
      contentType: head.contentType, contentEncoding: head.contentEncoding, httpVersion: head.httpVersion,
      redirects: fetched.redirects.count,
      leftSecurity: zip(hops, hops.dropFirst()).contains { $0.scheme == "https" && $1.scheme == "http" },
      bytes: fetched.bytes.count, isSource: isSource,
      isLoopback: head.finalURI.host.map(AddressClass.isLoopbackName) ?? false)
  }
}

extension AddressClass {
  /// Whether a host is this machine, by its name or its literal address.
  fileprivate static func isLoopbackName(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || AddressClass.of(literal: host) == .loopback
  }
}

extension DownloadError {
  /// The reason alone, where the message begins with a place that is told already.
  fileprivate func message(without places: String...) -> String {
    for place in places {
      for start in ["GET \(place): ", "\(place): "] where message.hasPrefix(start) {
        return String(message.dropFirst(start.count))
      }
    }
    return message
  }
}
