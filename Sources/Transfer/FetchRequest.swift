package import Addresses

/// What a resource is to the title. It decides which encodings are offered and, later, who gets which header.
package enum ResourceKind: Sendable, Hashable {
  case playlist
  case key
  case media
  case sessionData
  case artwork
  /// What is sent, such as a receipt: the answer's body says nothing.
  case report

  /// The Accept-Encoding value: text may come compressed, media as it is.
  var acceptEncoding: String {
    switch self {
    case .playlist, .sessionData: "gzip, deflate"
    case .key, .media, .artwork, .report: "identity"
    }
  }
}

/// A range of bytes as HTTP counts it, both ends inclusive (RFC 9110, 14.1.2).
package struct ByteRequest: Sendable, Hashable {
  package var first: Int64
  package var last: Int64

  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }
}

/// A resource to be had in memory.
package struct FetchRequest: Sendable {
  package var uri: URI
  package var kind: ResourceKind
  /// The part wanted; nil: all of it.
  package var range: ByteRequest?
  /// The most bytes accepted, counted after decoding.
  package var limit: Int64
  /// Whether this is what the user named: the first such fetch gives the origin that credentials go to and
  /// the class of address that later hosts may not fall below.
  package var isSource: Bool
  /// Whether only the head is wanted (HEAD): the body stays away, `head.contentLength` tells its size.
  package var isHeadOnly: Bool
  /// The body is wanted only where the resource has changed; nil: always.
  package var condition: Condition?
  /// What is sent (POST); nil: nothing, the resource is asked for. Then any answer of 2xx will do, and no redirect is
  /// followed.
  package var posted: PostedText?

  package init(
    uri: URI, kind: ResourceKind, range: ByteRequest? = nil, limit: Int64 = 64 << 20, isSource: Bool = false,
    isHeadOnly: Bool = false
  ) {
    self.uri = uri
    self.kind = kind
    self.range = range
    self.limit = limit
    self.isSource = isSource
    self.isHeadOnly = isHeadOnly
  }
}

/// A text to be sent, of at most 16 MiB.
package struct PostedText: Sendable, Hashable {
  /// Without NUL.
  package let text: String
  package let contentType: String
  /// Of this request alone.
  package let fields: [HeaderField]

  package init(_ text: String, contentType: String, fields: [HeaderField] = []) {
    self.text = text
    self.contentType = contentType
    self.fields = fields
  }

  /// Header lines. An Expect field would make some servers keep us waiting.
  var lines: [String] {
    ["Content-Type: \(contentType)", "Expect:"] + fields.map { "\($0.name): \($0.value)" }
  }

  /// Why it cannot be sent; nil when it can.
  var flaw: TransferFailure.Kind? {
    text.utf8.count > 16 << 20 || text.utf8.contains(0) ? .invalid("what is to be sent is no text") : nil
  }
}

/// A resource in memory, whole.
package struct Fetched: Sendable {
  package var head: ResponseHead
  /// The body, decoded.
  package var bytes: [UInt8]
  /// The URIs that redirected, in order; empty when the first one answered. The answer's own is `head.finalURI`.
  package var redirects: [URI]

  package init(head: ResponseHead, bytes: [UInt8], redirects: [URI] = []) {
    self.head = head
    self.bytes = bytes
    self.redirects = redirects
  }
}
