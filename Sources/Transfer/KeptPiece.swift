import Addresses

/// A piece that an attempt left half-done: its sink, and what lets the next attempt go on in it.
///
/// Stays with the work, which has one holder at a time; whoever ends the work without its piece abandons the sink.
final class KeptPiece: Sendable {
  // Handed from one engine thread to the next under the dispatcher's lock, with the work that it belongs to.
  nonisolated(unsafe) let sink: any PieceSink
  let resumption: Resumption
  /// The URI whose answer has the validator: the last one, after redirects.
  private let uri: URI
  private let totals: Totals

  /// nil when as many pieces as may be are kept already; the sink is still the caller's then.
  init?(_ sink: any PieceSink, _ resumption: Resumption, from uri: URI, _ totals: Totals) {
    guard totals.takeKeptPlace() else { return nil }
    self.sink = sink
    self.resumption = resumption
    self.uri = uri
    self.totals = totals
  }

  deinit { totals.giveKeptPlace() }

  /// Whether a request to a URI may go on with the piece: an entity tag counts at the origin that gave it, a date,
  /// which many resources may share, only for the very URI.
  func isValid(at other: URI) -> Bool {
    switch resumption.validator.kind {
    case .entityTag: other.origin == uri.origin
    case .lastModified: other == uri
    }
  }
}
