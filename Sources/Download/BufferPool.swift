import Synchronization

/// Write buffers that go from piece to piece, so that 20,000 small segments do not allocate 20,000 times.
final class BufferPool: Sendable {
  /// Bytes that are gathered before they are hashed and written.
  static let size = 256 << 10
  private static let mostKept = 64

  private let free = Mutex<[[UInt8]]>([])

  /// An empty array with room for `size` bytes and the last portion from the wire.
  func take() -> [UInt8] {
    if let buffer = free.withLock({ $0.popLast() }) { return buffer }
    var buffer: [UInt8] = []
    buffer.reserveCapacity(Self.size + (64 << 10))
    return buffer
  }

  func give(_ buffer: consuming [UInt8]) {
    var buffer = buffer
    buffer.removeAll(keepingCapacity: true)
    let kept = buffer
    free.withLock { if $0.count < Self.mostKept { $0.append(kept) } }
  }
}
