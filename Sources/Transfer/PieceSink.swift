/// What receives the bytes of one piece in one attempt.
///
/// The order is `begin`, `receive` any number of times, then either `end` or `abandon`, exactly one of them
/// unless `end` throws, after which `abandon` is called too. All calls are on one engine thread; a sink is not
/// used for a second attempt, and one for which `begin` was not called gets no other call.
package protocol PieceSink: AnyObject {
  /// The answer's head came and is acceptable.
  func begin(_ head: ResponseHead) throws
  /// Bytes of this piece, after HTTP's content decoding; valid during the call only.
  func receive(_ bytes: RawSpan) throws
  /// All bytes of the piece came. Throwing makes the piece fail.
  func end() throws
  /// The attempt failed: delete what was written.
  func abandon()
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
