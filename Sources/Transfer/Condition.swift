/// A condition that a resource has changed (RFC 9110, 13.1.2 and 13.1.3): the answer to one that has not is 304.
package struct Condition: Sendable, Hashable {
  /// The one header line that says it.
  let line: String

  /// The longest text that is given back to a server.
  private static let lengthLimit = 512

  /// By the entity tag where there is one, else by the date; nil for texts that no server sends.
  package init?(entityTag: String?, lastModified: String?) {
    if let entityTag {
      let opaque = entityTag.hasPrefix("W/") ? entityTag.utf8.dropFirst(2) : entityTag.utf8[...]
      guard (2...Self.lengthLimit).contains(opaque.count), opaque.first == 34, opaque.last == 34,
        opaque.dropFirst().dropLast().allSatisfy({ $0 > 32 && $0 < 127 && $0 != 34 })
      else { return nil }
      line = "If-None-Match: \(entityTag)"
    } else {
      guard let lastModified, (10...64).contains(lastModified.utf8.count),
        lastModified.utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
      else { return nil }
      line = "If-Modified-Since: \(lastModified)"
    }
  }
}

extension ResponseHead {
  /// The answer to a request with a condition: nothing has changed, and there is no body.
  package var isNotModified: Bool { status == 304 }
}
