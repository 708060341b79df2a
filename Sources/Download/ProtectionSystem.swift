import Playlist

/// Systems that guard keys, by the KEYFORMAT that names them (RFC 8216bis, 4.4.4.4).
enum ProtectionSystem {
  private static let names: [String: String] = [
    "com.apple.streamingkeydelivery": "FairPlay",
    "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine",
    "com.widevine": "Widevine",
    "com.microsoft.playready": "PlayReady",
    "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
    "org.w3.clearkey": "ClearKey",
  ]

  /// Words for a message: the system's name, else the key format or method as written.
  /// - Parameter scheme: of the key's URI; nil where there is no URI.
  static func name(of keyFormat: String, _ method: Key.Method, scheme: String?) -> String {
    if let name = names[keyFormat.lowercased()] { return name }
    if keyFormat != "identity" { return "the key format \"\(keyFormat.prefix(80))\"" }
    if case .other(let method) = method { return "the unknown method \(method.prefix(40))" }
    guard let scheme else { return "a key without URI" }
    return "a key at an address of the scheme \(scheme.prefix(40))"
  }

  /// Media whose key cannot be had.
  /// - Parameters:
  ///   - place: where the key is named.
  ///   - name: what guards it.
  static func refusal(_ place: String, _ name: String) -> DownloadError {
    DownloadError(
      .protected, "\(place): protected by \(name), no key can be had",
      hint:
        "--key-command asks a command of yours for the key, --keys omit packs the media without it"
    )
  }
}
