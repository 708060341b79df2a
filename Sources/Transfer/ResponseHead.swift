package import Addresses

/// Status and fields of the answer that carries a body: the last one, after redirects.
package struct ResponseHead: Sendable {
  package var status: Int
  /// The URI that answered; what relative references in the body are relative to.
  package var finalURI: URI
  /// "1.0", "1.1", "2".
  package var httpVersion: String
  package var fields: HeaderFields

  package init(status: Int, finalURI: URI, httpVersion: String, fields: HeaderFields) {
    self.status = status
    self.finalURI = finalURI
    self.httpVersion = httpVersion
    self.fields = fields
  }

  package var contentType: String? { fields.value("content-type") }

  /// Bytes of the body as sent, before decoding; nil when not said or not a number, and beside a Transfer-Encoding,
  /// which overrides it (RFC 9112, 6.3).
  package var contentLength: Int64? {
    guard fields.value("transfer-encoding") == nil else { return nil }
    return fields.value("content-length").flatMap(Self.digits)
  }

  /// Whether the answer itself says where its body ends: by its length, by chunks, by the frames of HTTP/2, or by the
  /// end of compressed data. Else the end of the connection is all there is, and a cut looks like it.
  package var tellsItsEnd: Bool {
    !httpVersion.hasPrefix("1") || contentLength != nil || fields.value("transfer-encoding") != nil
      || contentEncoding != nil
  }

  /// What leaves the length of the body in doubt (RFC 9112, 6.1 and 6.3), so that none of it can be trusted; nil:
  /// nothing does.
  var framingFault: String? {
    let codings = fields.values("transfer-encoding").flatMap(Self.list)
    if let other = codings.first(where: { $0 != "chunked" && $0 != "identity" }) {
      return "its Transfer-Encoding '\(other.prefix(20).filter { $0.isLetter || $0.isNumber })' is unknown"
    }
    let lengths = Set(fields.values("content-length").flatMap(Self.list))
    return lengths.count > 1 && codings.isEmpty ? "it has several values of Content-Length" : nil
  }

  private static func list(_ text: String) -> [String] {
    text.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
  }

  /// The part that a 206 brings, or the whole length that a 416 tells; nil when not said or malformed.
  package var contentRange: ContentRange? { fields.value("content-range").flatMap(ContentRange.init) }

  /// How the body was compressed, in lower case; nil when it was not ("identity" included). Several codings are
  /// in the order in which they were applied: "gzip, br". The bytes given on are decoded, and came to the end of
  /// the compressed data.
  package var contentEncoding: String? {
    let codings = fields.values("content-encoding").flatMap { $0.lowercased().split(separator: ",") }
      .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
      .filter { !$0.isEmpty && $0 != "identity" }
    return codings.isEmpty ? nil : codings.joined(separator: ", ")
  }

  package var entityTag: String? { fields.value("etag") }
  package var lastModified: String? { fields.value("last-modified") }
  package var date: String? { fields.value("date") }

  /// A count of at most 18 digits and nothing else.
  static func digits(_ text: some StringProtocol) -> Int64? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return Int64(text)
  }
}

/// The value of a Content-Range field (RFC 9110, 14.4).
package struct ContentRange: Sendable, Hashable {
  /// The bytes that came, both ends inclusive; nil in a 416.
  package var bytes: ByteRequest?
  /// The length of the whole; nil when unknown ("*").
  package var total: Int64?

  /// nil for any unit but bytes and for what contradicts itself.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    total = ResponseHead.digits(halves[1])
    guard total != nil || halves[1] == "*" else { return nil }
    if halves[0] == "*" { return }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ResponseHead.digits(ends[0]), let last = ResponseHead.digits(ends[1])
    else { return nil }
    guard first <= last, last < total ?? .max else { return nil }
    bytes = ByteRequest(first: first, last: last)
  }
}
