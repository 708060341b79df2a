import Addresses
import Playlist

/// What a URI in a playlist means, for comparing: resolved where that can be done, else as written.
struct ResolvedName: Hashable {
  let text: String

  init(_ reference: String, at base: URI?) {
    // What cannot be resolved is compared as it is written.
    text = base.flatMap { try? $0.resolve(reference).withoutFragment.text } ?? reference
  }
}
