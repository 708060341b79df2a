/// What receives the bytes of one piece.
///
/// The order is `begin`, `receive` any number of times, then either `end` or `abandon`, exactly one of them
/// unless `end` throws, after which `abandon` is called too. One for which `begin` was not called gets no other call.
///
/// A sink is for one attempt, unless it can resume: when an attempt is cut, such a sink may be kept and be given the
/// bytes that follow by a later one. `begin` is not called again then, and between the two calls of `receive`
/// there may be any time. At most 64 sinks of all transfers are kept at once; others are abandoned.
///
/// All calls of one attempt are on one engine thread. A later attempt may be on another one, and a kept sink may be
/// abandoned on any thread, that of `Transfers.close` included; but never do two use it at the same time, and each
/// sees all that was done before.
package protocol PieceSink: AnyObject {
  /// Whether the sink, as it is now, can go on in a later attempt with the byte after the last one received; false
  /// where nothing is said. Asked when an attempt was cut, after `begin`.
  var canResume: Bool { get }
  /// The answer's head came and is acceptable.
  func begin(_ head: ResponseHead) throws
  /// Bytes of this piece, after HTTP's content decoding; valid during the call only.
  func receive(_ bytes: RawSpan) throws
  /// All bytes of the piece came. Throwing makes the piece fail.
  func end() throws
  /// The attempt failed: delete what was written.
  func abandon()
}

extension PieceSink {
  package var canResume: Bool { false }
}

/// Why a sink refused: a full disk, the wrong content.
///
/// A sink may throw any error; one that is no `SinkFailure` is described as it describes itself and is final.
package protocol SinkFailure: Error, Sendable {
  /// Whether another attempt may bring something better.
  var isRetriable: Bool { get }
  /// Reason only; the message puts the place before it. Lower case, no full stop.
  var sentence: String { get }
}

/// An error of a sink that is no `SinkFailure`.
struct OtherSinkFailure: SinkFailure {
  let isRetriable = false
  let sentence: String

  init(_ error: any Error) { sentence = String(describing: error) }
}

/// Keeps a body in memory; the engine bounds it.
final class MemorySink: PieceSink {
  private(set) var head: ResponseHead?
  private(set) var bytes: [UInt8] = []

  /// What is reserved on the word of a Content-Length.
  private static let reserveLimit: Int64 = 1 << 20

  func begin(_ head: ResponseHead) {
    self.head = head
    bytes.removeAll()
    bytes.reserveCapacity(Int(min(max(head.contentLength ?? 0, 0), Self.reserveLimit)))
  }

  func receive(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { self.bytes.append(contentsOf: $0) }
  }

  func end() {}

  func abandon() { bytes = [] }
}
