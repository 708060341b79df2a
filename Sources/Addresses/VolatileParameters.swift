/// The query parameters that carry a credential or its term, and so say nothing about which title is meant.
///
/// `id` and `v` are never among them, whatever is added: two films must not become one.
package struct VolatileParameters: Sendable, Hashable {
  private let added: Set<String>

  /// `adding`: further names; case does not count.
  package init(adding names: [String] = []) {
    added = Set(names.map(Self.folded))
  }

  /// Whether a parameter of this name (raw or decoded) is volatile; case does not count.
  package func contains(_ name: String) -> Bool {
    let folded = Self.folded(URI.percentDecoded(name) ?? name)
    if Self.never.contains(folded) { return false }
    return added.contains(folded) || Self.known.contains(folded)
      || Self.prefixes.contains { folded.hasPrefix($0) }
  }

  /// Those of `names` that are volatile in each other's company: beside the general ones, the short names of
  /// an Azure shared access signature where its `sig` and `sv` stand too.
  func volatile(among names: [String]) -> Set<String> {
    let folded = Set(names.map { Self.folded(URI.percentDecoded($0) ?? $0) })
    let isAzure = folded.contains("sig") && folded.contains("sv")
    return Set(names.filter { contains($0) || isAzure && Self.azure.contains(Self.folded($0)) })
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map(\.asciiLowered), as: UTF8.self)
  }

  private static let never: Set<String> = ["id", "v"]
  private static let prefixes = ["x-amz-", "x-goog-"]
  private static let azure: Set<String> = ["st", "si", "sip"]
  private static let known: Set<String> = [
    "token", "auth", "authorization", "auth_token", "auth-token", "authtoken", "access_token", "access-token",
    "accesstoken", "id_token", "refresh_token", "bearer", "jwt", "__token__", "__gda__", "__hdnea__",
    "api_key", "api-key", "apikey", "password", "passwd", "pwd", "secret", "client_secret",
    "hdnts", "hdnea", "hdntl", "hdnet", "hmac", "wmsauthsign", "wowzatokenhash", "wowzatokenendtime",
    "wowzatokenstarttime", "policy", "signature", "key-pair-id", "cloudfront-policy", "cloudfront-signature",
    "cloudfront-key-pair-id", "awsaccesskeyid", "googleaccessid", "urlprefix", "keyname",
    "sig", "se", "sp", "sv", "sr", "spr", "skoid", "sktid", "skt", "ske", "sks", "skv", "ticket", "nonce",
    "expires", "expire", "expiry", "expiration", "exp", "session", "session_id", "session-id", "sessionid",
    "sessiontoken", "session_token", "playsessionid", "jsessionid", "phpsessid", "sid",
  ]
}
