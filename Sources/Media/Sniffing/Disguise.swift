/// An image head in front of media, put there to pass an image host.
enum Disguise {
  /// The media behind the head of `picture`, or nil when it is only a picture.
  static func find(in bytes: Span<UInt8>, behind picture: Container, isWhole: Bool) -> Content? {
    if let start = packetStart(in: bytes, isWhole: isWhole) {
      return .disguised(prefixLength: start, as: picture.name, .transportStream)
    }
    guard picture == .png else { return nil }
    for start in [PNG.signature.count, PNG.end(of: bytes)] {
      guard let start, start < bytes.count else { continue }
      if let inner = Sniffer.boxContainer(bytes.extracting(start..<bytes.count)) {
        return .disguised(prefixLength: start, as: picture.name, inner)
      }
    }
    return nil
  }

  private static func packetStart(in bytes: Span<UInt8>, isWhole: Bool) -> Int? {
    var at = 2
    while at < bytes.count {
      if PacketSync.isStreamBehindHead(bytes, at: at, isWhole: isWhole) { return at }
      at += 1
    }
    return nil
  }
}
