import Addresses

/// What is wanted of one resource, whoever wants it.
struct Asked: Sendable {
  var uri: URI
  var kind: ResourceKind
  /// nil: the whole resource.
  var start: Int64?
  var lengths: [Int64]
  /// For each piece.
  var limit: Int64
  var isSource: Bool
  var isHeadOnly = false
  var condition: Condition?
  var posted: PostedText?

  init(_ job: TransferJob) {
    uri = job.uri
    kind = job.kind
    start = job.start
    lengths = job.pieceLengths
    limit = job.limit
    isSource = false
  }

  init(_ request: FetchRequest) {
    uri = request.uri
    kind = request.kind
    start = request.range?.first
    // A range that runs backwards becomes a negative length, which is a flaw.
    lengths = request.range.map { [($0.last &- $0.first) &+ 1] } ?? []
    limit = request.limit
    isSource = request.isSource
    isHeadOnly = request.isHeadOnly
    condition = request.condition
    posted = request.posted
  }

  var pieceCount: Int { start == nil ? 1 : lengths.count }

  /// Why this cannot be asked for; nil when it can.
  var flaw: TransferFailure.Kind? {
    guard uri.isHTTP, uri.host != nil else { return .scheme(uri.scheme) }
    if let flaw = posted?.flaw { return flaw }
    guard let start else {
      return lengths.isEmpty ? nil : .invalid("pieces of a whole resource were asked for")
    }
    guard start >= 0, !lengths.isEmpty else { return .invalid("an empty range was asked for") }
    var end = start
    for length in lengths {
      let (sum, isOver) = end.addingReportingOverflow(length)
      guard length > 0, !isOver else { return .invalid("an empty or impossible range was asked for") }
      guard length <= limit else { return .tooLarge(limit: limit) }
      end = sum
    }
    return nil
  }

  /// The bytes still to be had when so many pieces are complete; nil for a whole resource.
  func range(after complete: Int) -> ByteRequest? {
    guard let start else { return nil }
    let first = lengths[..<complete].reduce(start, +)
    return ByteRequest(first: first, last: lengths[complete...].reduce(first, +) - 1)
  }
}
