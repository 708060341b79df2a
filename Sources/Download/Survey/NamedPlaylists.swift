import Addresses
import Conformance
import Playlist

/// The media playlists that a multivariant playlist names, each once, in the order of their first use.
struct NamedPlaylists: Sendable {
  struct Item: Sendable {
    let uri: URI
    var uses: [MediaPlaylistFacts.Use]
  }

  /// A reference that no client follows.
  struct Fault: Sendable {
    /// Counted from 0.
    let line: Int
    let reason: String
    var hint: String?
  }

  /// So many faults are told one by one.
  static let faultLimit = 5

  private(set) var all: [Item] = []
  /// The first ones, in the order of the kinds of tags; the last one tells how many more there are.
  private(set) var faults: [Fault] = []
  private var places: [String: Int] = [:]
  private let base: URI
  /// Whether references to files are followed: only from a file.
  private let followsFiles: Bool

  init(of playlist: MultivariantPlaylist, at base: URI, followsFiles: Bool) {
    self.base = base
    self.followsFiles = followsFiles
    var unfollowed: [Fault] = []
    for (index, variant) in playlist.variants.enumerated() {
      note(&unfollowed, variant.uri, line: variant.uriLine, .variant(index))
    }
    for (index, rendition) in playlist.renditions.enumerated() {
      if let uri = rendition.uri { note(&unfollowed, uri, line: rendition.line, .rendition(index)) }
    }
    for (index, stream) in playlist.iFrameStreams.enumerated() {
      note(&unfollowed, stream.uri, line: stream.line, .iFrames(index))
    }
    for (index, stream) in playlist.imageStreams.enumerated() {
      note(&unfollowed, stream.uri, line: stream.line, .images(index))
    }
    faults = Array(unfollowed.prefix(Self.faultLimit))
    if let last = faults.last, unfollowed.count > faults.count {
      let reason = "\(last.reason) (and \(unfollowed.count - faults.count) more)"
      faults[faults.count - 1] = Fault(line: last.line, reason: reason, hint: last.hint)
    }
  }

  private mutating func note(
    _ unfollowed: inout [Fault], _ reference: String, line: Int, _ use: MediaPlaylistFacts.Use
  ) {
    let uri: URI
    do {
      uri = try base.resolve(reference).withoutFragment
    } catch {
      return unfollowed.append(Fault(line: line, reason: "names what is no address: \(error)"))
    }
    // Some clients read data: in place, which is not done here.
    guard uri.isHTTP || uri.scheme == "data" || uri.scheme == "file" && followsFiles else {
      return unfollowed.append(
        Fault(
          line: line, reason: "\(uri.scheme): is not followed from a playlist",
          hint: "only http and https are"))
    }
    if let place = places[uri.text] { return all[place].uses.append(use) }
    places[uri.text] = all.count
    all.append(Item(uri: uri, uses: [use]))
  }
}

extension Builder {
  /// Reads the source and every playlist that it names; a live one is not refused.
  /// - Parameter display: what the person called the source, for findings.
  package func survey(as display: String) async throws(DownloadError) -> SourceSurvey {
    do {
      var survey = try await Surveyor(loader: loader, requested: requested, display: display).survey()
      let presentation = survey.presentation
      let addresses = [presentation?.multivariant?.uri] + (presentation?.media.map(\.uri) ?? [])
      survey.volatile = addresses.reduce(request.volatile) { known, uri in
        uri.map { known.knowing(valuesOf: $0) } ?? known
      }
      return survey
    } catch {
      throw error.scrubbed(request.volatile)
    }
  }
}
