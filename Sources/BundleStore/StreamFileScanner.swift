import Digest

/// Reads one line of a listing in exactly the form that `StreamFile.write` gives it: members in order, no
/// blanks, no escapes. Listings have lines by the ten thousand, and this takes a tenth of the time of reading
/// any JSON.
///
/// Whatever is not in that form is nil, and left to the general reader, which accepts or refuses it: what
/// this one accepts, that one reads equal.
struct StreamFileScanner {
  private let bytes: [UInt8]
  private var at: Int
  private let end: Int

  /// - Parameter range: the line's place in `bytes`, without its comma and line feed.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  mutating func file() -> StreamFile? {
    guard take("{\"bytes\":"), let size = integer(JSONFields.bytesRange) else { return nil }
    let whole = 0...Int64.max
    let count = 0...Int64(1 << 24)
    guard let discontinuity = integer(after: ",\"discontinuity\":", whole),
      let duration = decimal(after: ",\"durationSeconds\":")
    else { return nil }
    let isGap = take(",\"gap\":true")
    guard let key = integer(after: ",\"key\":", count), let map = integer(after: ",\"map\":", count),
      take(",\"name\":"), let name = text().flatMap({ MediaFileName($0) }),
      let sequence = integer(after: ",\"sequence\":", whole), take(",\"sha256\":"),
      let sha256 = text().flatMap({ SHA256Digest(hex: $0) }), let source = source(whole),
      let start = decimal(after: ",\"startSeconds\":"), take("}"), at == end
    else { return nil }
    return StreamFile(
      name: name, bytes: size, sha256: sha256, source: source.value, sequence: sequence.value,
      discontinuity: discontinuity.value ?? 0, durationSeconds: duration.value, startSeconds: start.value,
      map: map.value.map { Int($0) }, key: key.value.map { Int($0) }, isGap: isGap)
  }

  /// A member that may be absent; nil instead of it when it is there in another form.
  private struct Member<Value> {
    var value: Value?
  }

  private mutating func source(_ range: ClosedRange<Int64>) -> Member<StreamFile.Source>? {
    guard take(",\"source\":{") else { return Member() }
    var source = StreamFile.Source(uri: "")
    if take("\"length\":") {
      guard let length = integer(range), take(",") else { return nil }
      source.length = length
    }
    if take("\"offset\":") {
      guard let offset = integer(range), take(",") else { return nil }
      source.offset = offset
    }
    guard take("\"uri\":"), let uri = text(), take("}") else { return nil }
    source.uri = uri
    return Member(value: source)
  }

  private mutating func integer(after key: StaticString, _ range: ClosedRange<Int64>) -> Member<Int64>? {
    guard take(key) else { return Member() }
    return integer(range).map { Member(value: $0) }
  }

  private mutating func decimal(after key: StaticString) -> Member<Double>? {
    guard take(key) else { return Member() }
    return decimal().map { Member(value: $0) }
  }

  /// Goes past the text when it stands here.
  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - at >= count else { return false }
    let start = text.utf8Start
    for index in 0..<count where bytes[at + index] != start[index] { return false }
    at += count
    return true
  }

  /// Up to 18 digits without a leading zero: larger numbers are rare enough for the general reader.
  private mutating func integer(_ range: ClosedRange<Int64>) -> Int64? {
    guard let digits = digits(), digits.count == 1 || digits.first != 0x30, range.contains(digits.value)
    else {
      return nil
    }
    return digits.value
  }

  /// Digits with or without a fraction, at most 15 in all: then both the digits as a whole number and the
  /// power of ten are exact, and so their quotient is rounded right.
  private mutating func decimal() -> Double? {
    guard let whole = digits(), whole.count == 1 || whole.first != 0x30 else { return nil }
    guard take(".") else { return whole.count <= 15 ? Double(whole.value) : nil }
    guard let fraction = digits(), whole.count + fraction.count <= 15 else { return nil }
    var power: Int64 = 1
    for _ in 0..<fraction.count { power *= 10 }
    return Double(whole.value * power + fraction.value) / Double(power)
  }

  private mutating func digits() -> (value: Int64, count: Int, first: UInt8)? {
    let start = at
    var value: Int64 = 0
    while at < end, Grammar.isDigit(bytes[at]) {
      guard at - start < 18 else { return nil }
      value = value * 10 + Int64(bytes[at] - 0x30)
      at += 1
    }
    return at > start ? (value, at - start, bytes[start]) : nil
  }

  /// A text in quotation marks of plain ASCII without escapes.
  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    let start = at
    while at < end, bytes[at] != 0x22 {
      guard (0x20..<0x7F).contains(bytes[at]), bytes[at] != 0x5C, at - start < JSONFields.textLimit else {
        return nil
      }
      at += 1
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    return take("\"") ? text : nil
  }
}
