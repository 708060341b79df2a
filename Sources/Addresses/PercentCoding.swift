/// Percent-encoding (RFC 3986, 2.1).
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 15)])
  }

  /// The byte that a triplet at `index` stands for; nil when no triplet is there.
  static func byte(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
    guard index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"),
      let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }

  /// Each triplet decoded; what is no triplet stays as it is.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let byte = byte(at: index, in: bytes) {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// A reference made fit for RFC 3986: blanks at its ends dropped; blanks, `"`, `<`, `>` and bytes beyond
  /// ASCII inside it encoded. Everything else stays as written.
  static func cleaned(_ text: String) throws(AddressError) -> [UInt8] {
    guard text.utf8.count <= URI.lengthLimit else { throw AddressError(text, "is longer than 64 KiB") }
    let written = Array(text.utf8)
    var start = 0
    var end = written.count
    while start < end, written[start].isBlank { start += 1 }
    while end > start, written[end - 1].isBlank { end -= 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start)
    for byte in written[start..<end] {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x80...:
        append(byte, to: &bytes)
      case 0..<0x20, 0x7F:
        throw AddressError(text, "has a control character")
      default:
        bytes.append(byte)
      }
    }
    return bytes
  }
}
