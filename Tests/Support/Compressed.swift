/// A gzip of stored blocks (RFC 1952).
package func gzip(stored bytes: [UInt8]) -> [UInt8] {
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(stored: bytes) + little(crc32(bytes))
    + little(UInt32(bytes.count))
}

/// The zlib format around stored blocks (RFC 1950).
package func zlib(stored bytes: [UInt8]) -> [UInt8] {
  var sums: (a: UInt32, b: UInt32) = (1, 0)
  for byte in bytes {
    sums.a = (sums.a + UInt32(byte)) % 65_521
    sums.b = (sums.b + sums.a) % 65_521
  }
  return [0x78, 0x01] + deflated(stored: bytes) + little((sums.b << 16 | sums.a).byteSwapped)
}

/// Bare deflate data of stored blocks (RFC 1951, 3.2.4).
package func deflated(stored bytes: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65_535)
    rest = rest.dropFirst(block.count)
    let count = UInt16(block.count)
    out.append(rest.isEmpty ? 1 : 0)
    out += little(count) + little(~count) + block
  } while !rest.isEmpty
  return out
}

/// A gzip of many zeros in fixed Huffman codes: 258 of them in 13 bits. The check sum is wrong; it comes too late.
package func gzip(zeros count: Int) -> [UInt8] {
  var out: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  var byte: UInt8 = 0
  var filled = 0
  func put(_ bits: String) {
    for bit in bits.utf8 {
      if bit == UInt8(ascii: "1") { byte |= 1 << filled }
      filled += 1
      guard filled == 8 else { continue }
      out.append(byte)
      byte = 0
      filled = 0
    }
  }
  // The last block, fixed codes; a zero; then "258 bytes back by 1" over and over; the end of the block.
  put("110")
  put("00110000")
  for _ in 0..<(count / 258) { put("1100010100000") }
  put("0000000" + "0000000")
  return out + [0, 0, 0, 0, 0, 0, 0, 0]
}

private func little<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = ~0
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return ~crc
}
