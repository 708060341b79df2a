/// A box of an ISO BMFF file (ISO/IEC 14496-12, 4.2): its type and where its payload lies in the bytes read.
struct Box: Sendable, Hashable {
  let type: FourCC
  /// Where the header begins.
  let start: Int
  /// After the header and, for uuid boxes, the extended type; never beyond the bytes that are there.
  let payload: Range<Int>
  /// The payload is shorter than the header says, since the bytes end before it.
  let isCut: Bool

  private static let limit = 4_096

  /// The boxes that follow each other in `bytes`, in order; ends at the first header that makes no sense.
  static func list(in bytes: Span<UInt8>, limit: Int = limit) -> [Box] {
    var boxes: [Box] = []
    var at = 0
    while boxes.count < limit, let box = Box(at: at, in: bytes) {
      boxes.append(box)
      at = box.payload.upperBound
    }
    return boxes
  }

  /// The first box of that type directly in `bytes`.
  static func first(_ type: FourCC, in bytes: Span<UInt8>) -> Box? {
    var at = 0
    var seen = 0
    while seen < limit, let box = Box(at: at, in: bytes) {
      if box.type == type { return box }
      at = box.payload.upperBound
      seen += 1
    }
    return nil
  }

  /// Where the payload of the box lies that is reached by `path`, one box in the other.
  static func descend(_ path: FourCC..., in bytes: Span<UInt8>) -> Range<Int>? {
    var range = 0..<bytes.count
    for type in path {
      guard let box = first(type, in: bytes.extracting(range)) else { return nil }
      range = range.lowerBound + box.payload.lowerBound..<range.lowerBound + box.payload.upperBound
    }
    return range
  }

  init?(at start: Int, in bytes: Span<UInt8>) {
    guard let size32 = bytes.u32(start), let type = bytes.u32(start + 4) else { return nil }
    self.type = FourCC(value: type)
    guard self.type.isPlausible else { return nil }
    var header = 8
    var size = UInt64(size32)
    if size32 == 1 {
      guard let large = bytes.u64(start + 8) else { return nil }
      header = 16
      size = large
    }
    if self.type == "uuid" { header += 16 }
    let there = bytes.count - start
    if size32 == 0 { size = UInt64(there) }
    guard size >= UInt64(header), header <= there else { return nil }
    self.start = start
    self.isCut = size > UInt64(there)
    self.payload = start + header..<(isCut ? bytes.count : start + Int(size))
  }
}
