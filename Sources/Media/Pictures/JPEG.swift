/// JPEG (ITU-T T.81, B.1 and B.2).
enum JPEG {
  private static let segmentLimit = 4_096

  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard bytes.holds(bytes: [0xff, 0xd8, 0xff]) else { return nil }
    var at = 2
    for _ in 0..<segmentLimit {
      guard let marker = bytes.u16(at), marker >= 0xff00 else { return nil }
      // Fill bytes and markers without a length.
      if marker == 0xffff {
        at += 1
        continue
      }
      if marker == 0xff01 || (0xffd0...0xffd8).contains(marker) {
        at += 2
        continue
      }
      guard let length = bytes.u16(at + 2), length >= 2 else { return nil }
      if isFrame(marker) {
        guard let height = bytes.u16(at + 5), let width = bytes.u16(at + 7) else { return nil }
        return Picture.Facts(type: .jpeg, width: width, height: height)
      }
      at += 2 + length
    }
    return nil
  }

  /// SOF0 to SOF15, without DHT, JPG and DAC, which share their range.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xffc0...0xffcf).contains(marker) && marker != 0xffc4 && marker != 0xffc8 && marker != 0xffcc
  }
}
