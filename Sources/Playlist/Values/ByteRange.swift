/// A part of a resource (4.4.4.2), its offset known.
package struct ByteRange: Hashable, Sendable {
  /// The first byte, counted from 0.
  package var offset: Int64
  /// How many bytes; never negative, and `offset + length` never overflows.
  package var length: Int64

  /// Nil when a figure is negative or their sum is beyond `Int64`.
  package init?(offset: Int64, length: Int64) {
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else { return nil }
    self.offset = offset
    self.length = length
  }

  /// The first byte after the range.
  package var end: Int64 { offset + length }
}

/// `<n>[@<o>]` as written, the offset still open where it continues an earlier range.
struct WrittenByteRange {
  var length: Int64
  var offset: Int64?

  /// Nil when the bytes are no byte range.
  init?(_ bytes: Span<UInt8>, from: Int, to: Int) {
    if let first = bytes.leadingInteger(from: from, to: to), first.end < to,
      bytes[first.end] == UInt8(ascii: "@"),
      let second = bytes.leadingInteger(from: first.end + 1, to: to), second.end == to
    {
      // Eighteen digits at most: no sum is too large.
      length = first.value
      offset = second.value
      return
    }
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@"), from: from, to: to) else {
      guard let length = bytes.integer(from: from, to: to) else { return nil }
      self.length = length
      return
    }
    guard let length = bytes.integer(from: from, to: at), let offset = bytes.integer(from: at + 1, to: to),
      !offset.addingReportingOverflow(length).overflow
    else { return nil }
    self.length = length
    self.offset = offset
  }
}
