import Addresses
import BundleStore

/// Playlists as they were received, made fit to keep: credentials are replaced, and so are `data:` URIs, which may
/// be content keys.
enum Originals {
  /// What the multivariant playlist is called in `Data/`.
  static let multivariant = "master.m3u8"

  /// What the playlist of a stream is called there.
  static func name(_ stream: StreamFolder) -> String { "\(stream.text).m3u8" }

  static func path(_ name: String, _ identity: IdentityHash) -> BundlePath? {
    DataName(.playlist, name: name, of: identity).path
  }

  static func redacted(_ bytes: [UInt8], volatile: VolatileParameters) -> [UInt8] {
    Array(Redaction.redactedText(String(decoding: bytes, as: UTF8.self), volatile: volatile).utf8)
  }
}
