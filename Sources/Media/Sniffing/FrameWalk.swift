/// Follows the frames of packed audio through chunks of any size: only headers are read. Ends without a
/// verdict at the first bytes that are no frame, since tags may stand between frames.
struct FrameWalk: Sendable {
  private let container: Container
  private var skip: Int
  /// The bytes of the header being read, as the low bits, and how many they are.
  private var window: UInt64 = 0
  private var have = 0
  private var isLost = false

  /// `skipping` is the length of the tags in front.
  init(skipping: Int, container: Container) {
    self.skip = skipping
    self.container = container
  }

  mutating func advance(over bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count, !isLost {
      if skip > 0 {
        let step = min(skip, bytes.count - at)
        skip -= step
        at += step
        continue
      }
      window = window << 8 | UInt64(bytes[at])
      have += 1
      at += 1
      guard have == FrameHeader.headerLength else { continue }
      guard let header = FrameHeader(window), header.container == container else {
        isLost = true
        return
      }
      skip = header.length - have
      have = 0
      window = 0
    }
  }

  var fault: MediaFault? {
    guard !isLost, skip > 0 else { return nil }
    return MediaFault(.cut, "ends inside a frame of \(container.name), \(grouped(Int64(skip))) bytes short")
  }
}
