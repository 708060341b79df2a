package import Addresses

/// What a resource is to the title. It decides which encodings are offered and, later, who gets which header.
package enum ResourceKind: Sendable, Hashable {
  case playlist
  case key
  case media
  case sessionData
  case artwork

  /// The Accept-Encoding value: text may come compressed, media as it is.
  var acceptEncoding: String {
    switch self {
    case .playlist, .sessionData: "gzip, deflate"
    case .key, .media, .artwork: "identity"
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
