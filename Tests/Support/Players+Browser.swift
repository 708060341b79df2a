/// What plays in the browser.
package enum BrowserPlayer: String, CaseIterable, Sendable {
  /// Chromium's own HLS player, as a page has it that gives a video element a playlist.
  ///
  /// It lists audio, with one more of no language where the playlist marks none as the default. Of subtitles it
  /// lists nothing.
  case native
  /// hls.js 1.6.15 by Media Source Extensions, as most pages have it.
  case library
}

/// A track that a player offers to choose.
package struct BrowserTrack: Sendable, Hashable, Decodable, CustomStringConvertible {
  package let name: String
  /// Empty where it has none.
  package let language: String
  /// The texts that came, in order, when this track was chosen; only of hls.js and of subtitles.
  package let cues: [String]
  /// When each of them shows, in seconds of the element's time.
  package let starts: [Double]

  package var description: String { "\(name) (\(language))\(cues.isEmpty ? "" : " \(cues)")" }
}

extension Players {
  package struct BrowserPlayback: Sendable {
    /// Whether the video element came to its end.
    package let ended: Bool
    /// Seconds of media that were played, gaps left out.
    package let played: Double
    /// The duration as the browser has it; 0 where it never knew.
    package let duration: Double
    /// The media error's code and text, or what hls.js could not recover from; empty where there was none.
    package let error: String
    /// What the player lists after it has played.
    package let audio: [BrowserTrack]
    package let subtitles: [BrowserTrack]
    /// URLs of other origins that the page asked for. For a bundle there must be none.
    package let foreignRequests: [String]
    package let network: Network
  }

  /// Plays `FOLDER/PLAYLIST` in Chromium's own HLS player, from a static server on loopback.
  ///
  /// A headless session by chromedriver's WebDriver, at eight times the speed. Server, driver and browser are
  /// in one name space that has loopback alone, and end with it.
  package static func chromium(_ folder: String, playlist: String = "index.m3u8") async throws
    -> BrowserPlayback
  {
    try await play([BrowserPage(player: .native, folder: folder, playlist: playlist)])[0]
  }

  /// Plays `index.m3u8` of each folder in Chromium's own player and in hls.js, in one browser: its start takes
  /// longer than to play a short title.
  ///
  /// - Returns: for each folder, in order, what each player did.
  package static func browser(_ folders: [String]) async throws -> [[BrowserPlayer: BrowserPlayback]] {
    let players = BrowserPlayer.allCases
    let pages = folders.flatMap { folder in
      players.map { BrowserPage(player: $0, folder: folder, playlist: "index.m3u8") }
    }
    let playbacks = try await play(pages)
    return folders.indices.map { place in
      let own = playbacks[(place * players.count)...].prefix(players.count)
      return Dictionary(uniqueKeysWithValues: zip(players, own))
    }
  }

  /// - Returns: as many as there are pages, in order.
  private static func play(_ pages: [BrowserPage]) async throws -> [BrowserPlayback] {
    try await browsers.pass { try await BrowserSession(pages).play() }
  }

  /// One browser at a time: two on a small machine would wait for each other's frames.
  private static let browsers = Gate(width: 1)
}
