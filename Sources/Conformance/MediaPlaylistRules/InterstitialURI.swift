import Addresses
import Playlist

enum InterstitialURI: Rule {
  static let identifier = "rfc8216bis-d-asset-uri"
  static let asks = "X-ASSET-URI of an interstitial is an absolute URI"
  static let why = "clients do not agree on what a relative one would be relative to"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.interstitials {
      // What is no URI at all is not absolute either.
      guard let text = range.other("X-ASSET-URI")?.text, (try? URI(text)) == nil else { continue }
      repeated.see(line: range.line, "X-ASSET-URI of the interstitial is not an absolute URI")
    }
    return repeated.all
  }
}
