/// Bytes are not what they should be: where, and why.
package struct MediaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The part that was read, such as "moov/trak" or "avcC".
  package let place: String
  /// What is wrong with it; lower case, no full stop.
  package let reason: String

  package init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  package var description: String { "\(place): \(reason)" }
}
