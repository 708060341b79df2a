/// Follows the top-level boxes of an ISO BMFF file through chunks of any size: only headers are read.
struct BoxWalk: Sendable {
  private enum Place: Sendable, Hashable {
    /// Between boxes or inside a header of which `have` bytes were seen.
    case header(have: Int)
    /// Inside a payload of which `left` bytes are to come.
    case payload(left: UInt64)
    /// Inside a box that goes on to the end of the file.
    case toTheEnd
    case lost(at: Int64)
  }

  private(set) var holdsMovie = false
  private(set) var holdsFragment = false
  private var place = Place.header(have: 0)
  private var length: Int64 = 0
  /// The last eight bytes of the header being read.
  private var window: UInt64 = 0
  private var type = FourCC(value: 0)

  mutating func advance(over bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count {
      switch place {
      case .header(let have):
        window = window << 8 | UInt64(bytes[at])
        at += 1
        take(have: have + 1, offset: length + Int64(at))
      case .payload(let left):
        let step = Int(min(left, UInt64(bytes.count - at)))
        at += step
        settle(left: left - UInt64(step))
      case .toTheEnd, .lost: at = bytes.count
      }
    }
    length += Int64(bytes.count)
  }

  /// After each byte of a header; `offset` is how many bytes of the file were read so far.
  private mutating func take(have: Int, offset: Int64) {
    place = .header(have: have)
    if have == 8 {
      type = FourCC(value: UInt32(truncatingIfNeeded: window))
      let size = window >> 32
      switch size {
      case _ where !type.isPlausible: place = .lost(at: offset - 8)
      case 0:
        place = .toTheEnd
        note()
      case 1: break
      case 2..<8: place = .lost(at: offset - 8)
      default: settle(left: size - 8)
      }
    } else if have == 16 {
      guard window >= 16, window < UInt64(Int64.max) else {
        place = .lost(at: offset - 16)
        return
      }
      settle(left: window - 16)
    }
  }

  private mutating func settle(left: UInt64) {
    guard left == 0 else {
      place = .payload(left: left)
      return
    }
    note()
    window = 0
    place = .header(have: 0)
  }

  private mutating func note() {
    if type == "moov" { holdsMovie = true }
    if type == "moof" { holdsFragment = true }
  }

  /// What is wrong at the end of the file.
  func fault(allowingCutData: Bool) -> MediaFault? {
    switch place {
    case .header(0), .toTheEnd: nil
    case .header: MediaFault(.cut, "ends inside the header of a box")
    case .payload where allowingCutData && type == "mdat": nil
    case .payload(let left):
      MediaFault(.cut, "ends inside the box '\(type)', \(grouped(Int64(left))) bytes short")
    case .lost(let at): MediaFault(.damaged, "has no box at byte \(grouped(at))")
    }
  }
}
