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
  static func name(of key: Key) -> String {
    if let name = names[key.keyFormat.lowercased()] { return name }
    if key.keyFormat != "identity" { return "the key format \"\(key.keyFormat.prefix(80))\"" }
    if case .other(let method) = key.method { return "the unknown method \(method.prefix(40))" }
    return "a key without URI"
  }
}
