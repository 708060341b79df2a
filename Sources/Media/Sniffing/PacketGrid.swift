/// Follows the 188-byte grid of a transport stream through chunks of any size: one byte read of each packet.
struct PacketGrid: Sendable {
  private var length: Int64 = 0
  /// How far into the next chunk the next sync byte is.
  private var next = 0
  /// Where the first wrong byte stands.
  private var lostAt: Int64?

  mutating func advance(over bytes: Span<UInt8>) {
    defer { length += Int64(bytes.count) }
    guard lostAt == nil else { return }
    var at = next
    while at < bytes.count {
      guard bytes[at] == PacketSync.syncByte else {
        lostAt = length + Int64(at)
        return
      }
      at += PacketSync.packetLength
    }
    next = at - bytes.count
  }

  var fault: MediaFault? {
    if let lostAt { return MediaFault(.damaged, "has no sync byte at byte \(grouped(lostAt))") }
    guard length % Int64(PacketSync.packetLength) != 0 else { return nil }
    return MediaFault(.cut, "is \(grouped(length)) bytes, not a multiple of 188")
  }
}
