/// Which bytes stand anywhere in a text; found in one pass, so that most texts need no other.
struct ByteSurvey {
  var isASCII = true
  /// U+0000 to U+001F without LF and CR, or U+007F.
  var hasControl = false
  var hasReturn = false
  /// "{", which begins a reference to a variable.
  var hasBrace = false
}

extension Span where Element == UInt8 {
  func survey() -> ByteSurvey {
    // Only `|`, `^` and least values, which the compiler turns into steps of sixteen bytes.
    var all: UInt8 = 0
    // Control characters before LF (with NUL), between LF and CR, after CR, and DEL.
    var least: UInt8 = 255
    var leastFromVT: UInt8 = 255
    var leastFromSO: UInt8 = 255
    var leastToDEL: UInt8 = 255
    var leastToReturn: UInt8 = 255
    var leastToBrace: UInt8 = 255
    withUnsafeBufferPointer { buffer in
      for index in buffer.indices {
        let byte = buffer[index]
        all |= byte
        least = min(least, byte)
        leastFromVT = min(leastFromVT, byte &- 0x0B)
        leastFromSO = min(leastFromSO, byte &- 0x0E)
        leastToDEL = min(leastToDEL, byte ^ 0x7F)
        leastToReturn = min(leastToReturn, byte ^ UInt8(ascii: "\r"))
        leastToBrace = min(leastToBrace, byte ^ UInt8(ascii: "{"))
      }
    }
    let hasControl = least < 0x0A || leastFromVT < 2 || leastFromSO < 0x12 || leastToDEL == 0
    return ByteSurvey(
      isASCII: all < 0x80, hasControl: hasControl, hasReturn: leastToReturn == 0,
      hasBrace: leastToBrace == 0)
  }
}
