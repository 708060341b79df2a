/// Gives a line the exact form of the specification where players forgive another one.
struct LineNormalizer {
  private let table = TagTable.shared
  /// Whether bytes that are no UTF-8 or control characters may be there.
  private let needsRepair: Bool

  init(for text: PlaylistText) {
    let bytes = text.bytes.span
    let isUTF8 = (try? UTF8Span(validating: bytes)) != nil  // the place of the fault does not matter here
    let hasNul = bytes.firstIndex(of: 0, from: 0, to: bytes.count) != nil
    needsRepair = !isUTF8 || hasNul
  }

  /// Appends a line of the playlist and LF.
  func append(_ line: Int, of text: PlaylistText, to output: inout [UInt8]) {
    let span = text.lines[line]
    let range = Int(span.contentStart)..<Int(span.contentEnd)
    let bytes = text.bytes.span
    if needsRepair, let repaired = Self.repaired(bytes, range) {
      return append(repaired, to: &output)
    }
    let isHeader = line == 0 && bytes.starts(with: "#EXTM3U", from: range.lowerBound, to: range.upperBound)
    if isHeader {
      output.append(contentsOf: "#EXTM3U".utf8)
    } else if case .tag(let tag?) = span.kind, let exact = exact(tag, bytes, range, span.nameLength) {
      output.append(contentsOf: exact.utf8)
    } else {
      output.append(contentsOf: text.bytes[range])
    }
    output.append(0x0A)
  }

  /// Appends a line that was written anew, and LF.
  func append(_ content: [UInt8], to output: inout [UInt8]) {
    let bytes = content.span
    let start = bytes.skippingBlanks(from: 0, to: bytes.count)
    let end = bytes.droppingBlanks(from: start, to: bytes.count)
    if start < end, bytes[start] == UInt8(ascii: "#") {
      let nameEnd = bytes.firstIndex(of: UInt8(ascii: ":"), from: start, to: end) ?? end
      let tag = table.tag(bytes, from: start + 1, to: nameEnd)
      let length = UInt16(clamping: nameEnd - start - 1)
      if let tag, let exact = exact(tag, bytes, start..<end, length) {
        output.append(contentsOf: exact.utf8)
        return output.append(0x0A)
      }
    }
    output.append(contentsOf: content[start..<end])
    output.append(0x0A)
  }

  /// The line without control characters and with U+FFFD for what is no UTF-8; nil where nothing changes.
  private static func repaired(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    let text = bytes.text(from: range.lowerBound, to: range.upperBound)
    let clean = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    let result = Array(String(String.UnicodeScalarView(clean)).utf8)
    let isSame =
      result.count == range.count && result.indices.allSatisfy { result[$0] == bytes[range.lowerBound + $0] }
    return isSame ? nil : result
  }

  /// The tag in its exact form; nil where it has that already.
  private func exact(
    _ tag: TagName, _ bytes: Span<UInt8>, _ line: Range<Int>, _ nameLength: UInt16
  ) -> String? {
    let start = min(line.upperBound, line.lowerBound + Int(nameLength) + 2)
    guard start < line.upperBound else { return nil }
    if tag == .extInf { return exactDuration(bytes, start..<line.upperBound) }
    if tag.hasAttributes { return exactAttributes(tag, bytes, start..<line.upperBound) }
    guard bytes[start].isBlank else { return nil }
    let value = bytes.skippingBlanks(from: start, to: line.upperBound)
    return "#\(tag.rawValue):" + bytes.text(from: value, to: line.upperBound)
  }

  private func exactDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> String? {
    let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: value.lowerBound, to: value.upperBound)
    let end = comma ?? value.upperBound
    let first = bytes.skippingBlanks(from: value.lowerBound, to: end)
    let blank = bytes.firstIndex(of: UInt8(ascii: " "), from: first, to: end) ?? end
    let last = bytes.droppingBlanks(from: first, to: blank)
    if comma != nil, first == value.lowerBound, last == end { return nil }
    let title = comma.map { bytes.text(from: $0 + 1, to: value.upperBound) } ?? ""
    return "#EXTINF:\(bytes.text(from: first, to: last)),\(title)"
  }

  private func exactAttributes(_ tag: TagName, _ bytes: Span<UInt8>, _ value: Range<Int>) -> String? {
    var fields = AttributeFields()
    do {
      try fields.read(bytes, from: value.lowerBound, to: value.upperBound)
    } catch {
      return nil  // a list that cannot be read stays as it is
    }
    let isExact = fields.flaws.isEmpty && !fields.fields.contains { hasInexactHex($0, bytes) }
    guard !isExact else { return nil }
    var list = AttributeList(parsing: bytes.text(from: value.lowerBound, to: value.upperBound))
    if tag == .key || tag == .sessionKey, let iv = list["IV"] {
      list.set("IV", enumerated: Self.full(iv.text))
    }
    return "#\(tag.rawValue):\(list.normalized)"
  }

  /// Whether an unquoted value has hexadecimal digits in lower case, or is an IV that is not 0x and 32 digits.
  private func hasInexactHex(_ field: AttributeField, _ bytes: Span<UInt8>) -> Bool {
    let isIV = bytes.equals("IV", from: field.nameStart, to: field.nameEnd)
    if isIV, field.isQuoted || field.valueEnd - field.valueStart != 34 { return true }
    let isHex =
      bytes.starts(with: "0x", from: field.valueStart, to: field.valueEnd)
      || bytes.starts(with: "0X", from: field.valueStart, to: field.valueEnd)
    guard isHex, !field.isQuoted else { return isIV }
    for index in field.valueStart + 2..<field.valueEnd where bytes[index] >= UInt8(ascii: "a") { return true }
    return false
  }

  /// An IV as 0x and 32 digits, zeros in front; anything else as it is.
  private static func full(_ iv: String) -> String {
    let digits = iv.hasPrefix("0x") || iv.hasPrefix("0X") ? iv.dropFirst(2) : iv[...]
    guard digits.utf8.count <= 32, digits.utf8.allSatisfy({ $0.hexValue != nil }) else { return iv }
    return "0x" + String(repeating: "0", count: 32 - digits.utf8.count) + digits.uppercased()
  }
}
