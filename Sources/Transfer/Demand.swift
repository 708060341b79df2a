/// What the Range and If-Range fields of one request ask for (RFC 9110, 14.2 and 13.1.5).
struct Demand: Sendable, Hashable {
  /// The pieces that are not complete, from the start of the first of them; nil: the whole resource.
  var pieces: ByteRequest?
  /// What is gone on with inside the first of them; nil: nothing came of it before, or it starts over.
  var resumption: Resumption?

  /// The first byte asked for.
  var first: Int64 { (pieces?.first ?? 0) + (resumption?.received ?? 0) }

  /// The value of the Range field; nil: none is sent.
  var rangeField: String? {
    guard pieces != nil || resumption != nil else { return nil }
    return "\(first)-" + (pieces.map { String($0.last) } ?? "")
  }

  /// For messages: "bytes 5-9", "bytes 5-".
  var name: String { "bytes \(rangeField ?? "0-")" }
}

/// How far a piece came, and of which representation.
struct Resumption: Sendable, Hashable {
  var validator: Validator
  /// Bytes of the piece that its sink has, above 0.
  var received: Int64
  /// The length of the whole resource, as first announced; nil when nobody said.
  var total: Int64?
}
