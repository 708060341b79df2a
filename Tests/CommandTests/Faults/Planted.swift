import Foundation

/// A secret planted for a test, to be found nowhere afterwards.
struct Planted: Sendable, Hashable, CaseIterable {
  let place: String
  let value: String

  static let token = Planted(place: "query of the source", value: "Pl4ntS0urceToken77Qx")
  static let userInfo = Planted(place: "user info", value: "Pl4nt@UserInf0/Zx81")
  static let authorization = Planted(place: "Authorization", value: "Pl4ntBearer5kWq20Lm")
  static let apiKey = Planted(place: "X-Api-Key", value: "Pl4ntApiKey93TgHb2")
  static let cookie = Planted(place: "--cookie", value: "Pl4ntC00kieOfUser6y")
  static let jar = Planted(place: "cookie jar", value: "Pl4ntJarC00kie44Rt")
  static let setCookie = Planted(place: "Set-Cookie", value: "Pl4ntSetC00kie12Vn")
  static let proxy = Planted(place: "--proxy", value: "Pl4ntProxyPa55w0rd")
  static let keyHeader = Planted(place: "--key-header", value: "Pl4ntKeyHeader08Uj")
  static let keyQuery = Planted(place: "query of the key", value: "Pl4ntKeyQuery31Dp")
  static let playlistQuery = Planted(place: "query of the media playlist", value: "Pl4ntPlaylist64Ke")
  static let segmentQuery = Planted(place: "query of the segments", value: "Pl4ntSegment57Fs")
  static let location = Planted(place: "query of a Location", value: "Pl4ntL0cation29Gw")
  static let netrc = Planted(place: "netrc", value: "Pl4ntNetrcPa55w0rd")

  static let allCases = [
    token, userInfo, authorization, apiKey, cookie, jar, setCookie, proxy, keyHeader, keyQuery, playlistQuery,
    segmentQuery, location, netrc,
  ]

  /// As it stands in a URL.
  var percentEncoded: String { value.replacing("@", with: "%40").replacing("/", with: "%2F") }

  /// Every way in which it may be written.
  var forms: Set<String> {
    let base64 = [value, "owner:\(value)", "Bearer \(value)"].map { Data($0.utf8).base64EncodedString() }
    return Set([value, percentEncoded, percentEncoded.replacing("%2F", with: "%2f")] + base64)
  }

  /// Whether a text holds it, however written.
  func isIn(_ text: String) -> Bool { forms.contains { text.contains($0) } }

  /// Whether bytes hold it, however written.
  func isIn(_ bytes: [UInt8]) -> Bool {
    let data = Data(bytes)
    return forms.contains { data.range(of: Data($0.utf8)) != nil }
  }
}
