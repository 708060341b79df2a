/// One request as nginx logged it. A header that was not sent is the empty text.
package struct NginxRequest: Sendable, Hashable, Decodable {
  package let method: String
  /// The path with its query, as sent.
  package let target: String
  package let status: Int
  /// Bytes of the body that were sent.
  package let bytes: Int
  /// `HTTP/1.1` or `HTTP/2.0`.
  package let `protocol`: String
  /// The number of the connection it came over: equal for requests that shared one.
  package let connection: Int
  package let range: String
  package let userAgent: String
  package let referer: String
  package let origin: String
  package let authorization: String
  package let cookie: String
  package let acceptEncoding: String

  /// The path without its query.
  package var path: String {
    target.firstIndex(of: "?").map { String(target[..<$0]) } ?? target
  }
}
