/// Values straight from bytes, for output with hundreds of thousands of members. They go with `raw`: commas and
/// names are the caller's.
extension JSONWriter {
  /// The text at `place`, which lies in the bytes, as a string; what is not UTF-8 becomes U+FFFD.
  package mutating func rawString(_ text: [UInt8], at place: Range<Int>) {
    let isPlain = text.withUnsafeBufferPointer { buffer in
      UnsafeBufferPointer(rebasing: buffer[place]).isPlainInJSON
    }
    guard isPlain else {
      var repaired = String(decoding: text[place], as: UTF8.self)
      repaired.withUTF8 { text in append { $0.appendJSONString(text) } }
      return
    }
    append { bytes in
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: text[place])
      bytes.append(UInt8(ascii: "\""))
    }
  }

  package mutating func rawString(_ text: String) {
    var text = text
    text.withUTF8 { text in append { $0.appendJSONString(text) } }
  }

  package mutating func rawInteger(_ value: Int64) {
    append { $0.appendDecimalDigits(of: value) }
  }

  /// What `decimal` writes. `text[place]` is a decimal as HLS writes it, digits with at most one point, that reads
  /// as `value`: it is taken over where it is short enough to be the shortest one.
  package mutating func rawDecimal(_ value: Double, written text: [UInt8], at place: Range<Int>) {
    append { bytes in
      if value < 1e-6 || place.count > 15 || !bytes.appendShortest(of: text, at: place) {
        bytes.appendJSONNumber(value)
      }
    }
  }

  /// Exactly these bytes.
  package mutating func raw(_ text: [UInt8]) {
    append { $0.append(contentsOf: text) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all of it is ASCII that JSON strings hold as it is. Only `|`, `^` and least values, which the compiler
  /// turns into steps of sixteen bytes.
  fileprivate var isPlainInJSON: Bool {
    var all: UInt8 = 0
    var least: UInt8 = 255
    var leastToOthers: UInt8 = 255
    for index in indices {
      let byte = self[index]
      all |= byte
      least = Swift.min(least, byte)
      leastToOthers = Swift.min(
        leastToOthers, Swift.min(byte ^ UInt8(ascii: "\""), Swift.min(byte ^ UInt8(ascii: "\\"), byte ^ 0x7F))
      )
    }
    return all < 0x80 && least >= 0x20 && leastToOthers != 0
  }
}

extension [UInt8] {
  /// Takes over a decimal of at most 15 characters without zeros before and behind; false, and nothing written,
  /// for another form.
  fileprivate mutating func appendShortest(of text: [UInt8], at place: Range<Int>) -> Bool {
    guard let first = place.first else { return false }
    let isZero = text[first] == UInt8(ascii: "0")
    let second = first + 1
    // "0.5" stands as it is; "05", ".5" and "0" are left to others.
    guard text[first] != UInt8(ascii: "."),
      !isZero || second < place.upperBound && text[second] == UInt8(ascii: ".")
    else { return false }
    var end = place.upperBound
    guard let point = text[place].firstIndex(of: UInt8(ascii: ".")) else {
      append(contentsOf: text[place])
      return true
    }
    while end > point + 1, text[end - 1] == UInt8(ascii: "0") { end -= 1 }
    if end == point + 1 { end = point }
    append(contentsOf: text[first..<end])
    return true
  }
}
