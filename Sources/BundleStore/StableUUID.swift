import Digest

/// UUIDs of version 5: the same for the same title and name in every build.
enum StableUUID {
  static func text(of identity: IdentityHash, name: String) -> String {
    UUIDv5(namespace: UUIDv5(url: "hlspack:\(identity.text)"), name: name).description
  }
}
