import Files

/// A strong validator: what names one representation so surely that its bytes may be put together from several
/// answers (RFC 9110, 8.8.1), as an If-Range field says it (13.1.5).
struct Validator: Sendable, Hashable {
  enum Kind: Sendable { case entityTag, lastModified }

  let kind: Kind
  /// As it came: an entity tag with its quotes, or a date.
  let text: String

  /// The longest one kept.
  private static let lengthLimit = 512
  /// By how many seconds a Last-Modified must lie before the answer's Date to count as strong (RFC 9110, 8.8.2.2):
  /// a resource written twice within one second would have one date for two contents.
  private static let certainAge: Int64 = 60

  /// nil when the answer has none: a weak or malformed entity tag also keeps its date from being used.
  init?(of head: ResponseHead) {
    let tags = head.fields.values("etag")
    if let tag = tags.first {
      guard tags.count == 1, Self.isStrong(tag) else { return nil }
      kind = .entityTag
      text = tag
    } else {
      guard let modified = head.lastModified, Self.isStrong(modified, date: head.date) else { return nil }
      kind = .lastModified
      text = modified
    }
  }

  /// Whether an answer is one of the same representation as far as it says: a field left out says nothing.
  func agrees(with head: ResponseHead) -> Bool {
    switch kind {
    case .entityTag: head.fields.values("etag").allSatisfy { $0 == text }
    case .lastModified: head.fields.values("last-modified").allSatisfy { $0 == text }
    }
  }

  /// An opaque tag without `W/` (RFC 9110, 8.8.3), in ASCII, so that it can be given back as it came.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = tag.utf8
    guard (2...lengthLimit).contains(bytes.count), bytes.first == 34, bytes.last == 34 else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 32 && $0 < 127 && $0 != 34 }
  }

  private static func isStrong(_ modified: String, date: String?) -> Bool {
    // The century of a two-digit year: any will do, since only the difference counts.
    let century = Instant(seconds: 1_800_000_000)
    guard modified.utf8.count <= lengthLimit, modified.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }), let date,
      let then = Instant(httpDate: modified, now: century), let now = Instant(httpDate: date, now: century)
    else { return false }
    return now.seconds - then.seconds >= certainAge
  }
}
