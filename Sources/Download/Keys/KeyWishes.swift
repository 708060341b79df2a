import Addresses
package import BundleStore
import Files
import Playlist

/// How a person wants content keys to be had and kept.
package struct KeyWishes: Sendable {
  /// A key that the person holds.
  package struct Given: Sendable {
    /// As the playlist writes it, or absolute; nil: the only key of the source.
    package var uri: String?
    package var bytes: [UInt8]

    package init(uri: String?, bytes: [UInt8]) {
      self.uri = uri
      self.bytes = bytes
    }
  }

  /// When a key ends that does not tell.
  package enum Expiry: Sendable, Hashable {
    /// Seconds since 1970.
    case at(Int64)
    /// Seconds from the commit.
    case after(Int64)
  }

  /// nil: as the bundle that is there has them, else stored.
  package var handling: KeyHandling?
  package var given: [Given] = []
  /// Asked for keys that cannot be fetched; nil: there is none.
  package var command: KeyCommand?
  package var expiry: Expiry?
  /// The plan is for a bundle that may hold the keys already, so that what cannot be had is told only once it is
  /// needed.
  var isForStanding = false

  package init() {}

  var omits: Bool { handling == .omit }
  var decrypts: Bool { handling == .decrypt }
  /// Whether keys beyond those that can be fetched may be had.
  var mayHaveMore: Bool { omits || command != nil || !given.isEmpty || isForStanding }

  /// When a key ends that was committed then.
  func expiry(of key: ObtainedKey, committedAt now: Instant) -> Instant? {
    switch (key.content, expiry) {
    case (.omitted, _): nil
    case (_, _) where key.expiresAt != nil: key.expiresAt
    case (_, .at(let seconds)): Instant(seconds: seconds)
    case (_, .after(let seconds)): Instant(seconds: now.seconds.addingSaturated(seconds))
    case (_, nil): nil
    }
  }

  /// The given bytes of a key; nil where nobody gave them.
  func bytes(of key: PlannedKey) -> [UInt8]? {
    (given.first { $0.uri.map(key.isNamed) ?? false } ?? given.first { $0.uri == nil })?.bytes
  }

  /// Whether what was given fits the keys of a plan.
  /// - Throws: `usage`, without a byte of any key.
  func check(_ keys: [PlannedKey]) throws(DownloadError) {
    guard !given.isEmpty, !omits else { return }
    let option = "--content-key"
    guard !keys.isEmpty else { throw DownloadError(.usage, "\(option): the source has no content keys") }
    let hint = "URI=FILE says which key FILE holds; show --segments lists their URIs"
    if given.contains(where: { $0.uri == nil }), Set(keys.map(\.uri)).count > 1 || given.count > 1 {
      throw DownloadError(
        .usage, "\(option): the source has \(Set(keys.map(\.uri)).count) content keys", hint: hint)
    }
    for one in given {
      if let uri = one.uri, !keys.contains(where: { $0.isNamed(uri) }) {
        throw DownloadError(.usage, "\(option): what is packed needs no key of that URI", hint: hint)
      }
    }
    for key in keys {
      guard let bytes = bytes(of: key) else { continue }
      guard key.method.isKnown else {
        throw DownloadError(
          .usage, "\(option): nobody knows what the method \(key.method.text.prefix(40)) does")
      }
      guard bytes.count == key.length else {
        throw DownloadError(
          .usage, "\(option): \(bytes.count) bytes, \(key.method.text) needs \(key.length)")
      }
    }
  }
}

extension PlannedKey {
  /// Whether a person means this key by a URI: as written in the playlist or absolute, credentials not counted.
  fileprivate func isNamed(_ text: String) -> Bool {
    if text == uri || text == written { return true }
    // What is no address names none.
    guard let one = try? URI(text), let other = try? URI(uri) else { return false }
    return Identity(of: one, ignoring: VolatileParameters())
      == Identity(of: other, ignoring: VolatileParameters())
  }
}
