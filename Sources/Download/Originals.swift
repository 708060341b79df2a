import Addresses

/// Playlists as they were received, made fit to keep: credentials are replaced, and so are `data:` URIs, which may
/// be content keys.
enum Originals {
  static func redacted(_ bytes: [UInt8], volatile: VolatileParameters) -> [UInt8] {
    Array(Redaction.redactedText(String(decoding: bytes, as: UTF8.self), volatile: volatile).utf8)
  }
}
