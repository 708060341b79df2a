/// The query parameters that carry a credential or its term, and so say nothing about which title is meant.
///
/// `id` and `v` are never among them, whatever is added: two films must not become one.
package struct VolatileParameters: Sendable, Hashable {
  private let added: Set<String>
  /// Values known to be credentials, the longest first.
  private var secrets: [String] = []

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

  /// The same, knowing that what the address has as values of volatile parameters is a credential wherever it
  /// stands: EXT-X-DEFINE QUERYPARAM carries such values into paths and other parameters (RFC 8216bis, 4.4.2.3).
  /// Values of less than six bytes are too likely to stand elsewhere by chance.
  package func knowing(valuesOf uri: URI) -> VolatileParameters {
    let items = uri.queryItems
    let dropped = volatile(among: items.map(\.name))
    var all = Set(secrets)
    for item in items where dropped.contains(item.name) {
      guard let value = item.value else { continue }
      for form in [value, URI.percentDecoded(value) ?? value] where form.utf8.count >= 6 { all.insert(form) }
    }
    var copy = self
    copy.secrets = all.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    return copy
  }

  /// The text with every known credential replaced.
  package func scrubbed(_ text: String) -> String {
    secrets.isEmpty ? text : String(decoding: scrubbed(Array(text.utf8)), as: UTF8.self)
  }

  /// The bytes with every known credential replaced.
  package func scrubbed(_ bytes: [UInt8]) -> [UInt8] {
    secrets.reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(Redaction.mark.utf8)) }
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
