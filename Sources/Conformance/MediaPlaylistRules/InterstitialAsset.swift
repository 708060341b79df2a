import Playlist

enum InterstitialAsset: Rule {
  static let identifier = "rfc8216bis-d-interstitial-asset"
  static let asks = "an interstitial has exactly one of X-ASSET-URI and X-ASSET-LIST"
  static let why = "without either there is nothing to play, and with both clients choose differently"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.interstitials {
      let count = ["X-ASSET-URI", "X-ASSET-LIST"].filter { range.other($0) != nil }.count
      guard count != 1 else { continue }
      repeated.see(
        line: range.line,
        "the interstitial has \(count == 0 ? "neither" : "both") X-ASSET-URI \(count == 0 ? "nor" : "and") "
          + "X-ASSET-LIST")
    }
    return repeated.all
  }
}
