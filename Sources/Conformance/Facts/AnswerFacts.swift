/// How a server answered the request for a playlist.
package struct AnswerFacts: Sendable, Hashable {
  /// What findings call the playlist.
  package var name: String
  /// The scheme of the address that answered was https.
  package var isSecure: Bool
  /// The path of the address that answered; without query.
  package var path: String
  /// As sent; nil when the server said none.
  package var contentType: String?
  /// "gzip"; nil when the body was not compressed.
  package var contentEncoding: String?
  /// "1.0", "1.1", "2", "3".
  package var httpVersion: String
  /// How many redirects led there, and whether one of them went from https to http.
  package var redirects: Int
  package var leftSecurity: Bool
  /// Bytes of the playlist after decoding.
  package var bytes: Int
  /// Whether it is the playlist that the person named, which no playlist refers to.
  package var isSource: Bool
  /// Whether the host that answered is the machine itself.
  package var isLoopback: Bool

  package init(
    name: String, isSecure: Bool, path: String, contentType: String?, contentEncoding: String?,
    httpVersion: String, redirects: Int, leftSecurity: Bool, bytes: Int, isSource: Bool,
    isLoopback: Bool = false
  ) {
    self.name = name
    self.isSecure = isSecure
    self.path = path
    self.contentType = contentType
    self.contentEncoding = contentEncoding
    self.httpVersion = httpVersion
    self.redirects = redirects
    self.leftSecurity = leftSecurity
    self.bytes = bytes
    self.isSource = isSource
    self.isLoopback = isLoopback
  }
}
