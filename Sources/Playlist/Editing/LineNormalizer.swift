/// Gives a line the exact form of the specification where players forgive another one.
struct LineNormalizer {
  private let table = TagTable.shared
  /// Whether bytes that are no UTF-8 or control characters may be there.
  private let needsRepair: Bool

  init(for text: PlaylistText) {
    let bytes = text.bytes.span
    let isUTF8 = (try? UTF8Span(validating: bytes)) != nil  // the place of the fault does not matter here
    let survey = bytes.survey()
    needsRepair = !isUTF8 || survey.hasControl || !survey.isASCII
  }

  /// Appends a line of the playlist and LF.
  func append(_ line: Int, of text: PlaylistText, to output: inout [UInt8]) {
    let span = text.lines[line]
    let range = Int(span.contentStart)..<Int(span.contentEnd)
    let bytes = text.bytes.span
    if line == 0, bytes.starts(with: "#EXTM3U", from: range.lowerBound, to: range.upperBound) {
      return output.append(contentsOf: "#EXTM3U\n".utf8)
    }
    if needsRepair, let repaired = Self.repaired(bytes, range, of: span.kind) {
      return append(repaired, to: &output)
    }
    if case .tag(let tag?) = span.kind, let exact = exact(tag, bytes, range, span.nameLength) {
      write(exact, to: &output)
    } else {
      output.append(contentsOf: text.bytes[range])
      output.append(0x0A)
    }
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
        return write(exact, to: &output)
      }
    }
    output.append(contentsOf: content[start..<end])
    output.append(0x0A)
  }

  private func write(_ exact: String, to output: inout [UInt8]) {
    guard exact != Self.nothing else { return }
    output.append(contentsOf: exact.utf8)
    output.append(0x0A)
  }

  /// In place of a line that says nothing a reader could use, and so is left out.
  private static let nothing = ""

  /// The line with U+FFFD for control characters and what is no UTF-8, and blanks for tabs; nil where nothing
  /// changes. Nothing is taken out, for a name without its odd character could be another tag's.
  private static func repaired(_ bytes: Span<UInt8>, _ range: Range<Int>, of kind: LineKind) -> [UInt8]? {
    let text = bytes.text(from: range.lowerBound, to: range.upperBound)
    // A URI has no blanks, and the identifiers of EXT-X-SKIP are set apart by tabs.
    let tab: Unicode.Scalar = kind == .tag(.skip) ? "\t" : kind == .uri ? "\u{FFFD}" : " "
    let clean = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == "\t" { return tab }
      return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: clean)
    let result = Array(String(view).utf8)
    let isSame =
      result.count == range.count && result.indices.allSatisfy { result[$0] == bytes[range.lowerBound + $0] }
    return isSame ? nil : result
  }

  /// The tag in its exact form; nil where it has that already.
  private func exact(
    _ tag: TagName, _ bytes: Span<UInt8>, _ line: Range<Int>, _ nameLength: UInt16
  ) -> String? {
    let start = min(line.upperBound, line.lowerBound + Int(nameLength) + 2)
    if tag.hasNoValue {
      return line.upperBound - line.lowerBound > Int(nameLength) + 1 ? "#\(tag.rawValue)" : nil
    }
    guard start < line.upperBound else {
      return tag == .programDateTime || tag == .bitrate ? Self.nothing : nil
    }
    let value = bytes.skippingBlanks(from: start, to: line.upperBound)..<line.upperBound
    switch tag {
    case .extInf: return exactDuration(bytes, start..<line.upperBound)
    case .targetDuration: return exactTargetDuration(bytes, value)
    case .bitrate where bytes.integer(from: value.lowerBound, to: value.upperBound) == nil:
      return Self.nothing
    case .programDateTime where DateTime(bytes, from: value.lowerBound, to: value.upperBound) == nil:
      return Self.nothing
    case _ where tag.hasAttributes: return exactAttributes(tag, bytes, start..<line.upperBound)
    default:
      guard bytes[start].isBlank else { return nil }
      return "#\(tag.rawValue):" + bytes.text(from: value.lowerBound, to: value.upperBound)
    }
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

  private func exactTargetDuration(_ bytes: Span<UInt8>, _ value: Range<Int>) -> String? {
    guard let seconds = bytes.decimal(from: value.lowerBound, to: value.upperBound), seconds < 1e9 else {
      return nil
    }
    let exact = "#EXT-X-TARGETDURATION:\(max(1, Int(seconds.rounded(.up))))"
    let isInteger = bytes.integer(from: value.lowerBound, to: value.upperBound) != nil
    return isInteger && seconds >= 1 && !bytes[value.lowerBound - 1].isBlank ? nil : exact
  }

  private func exactAttributes(_ tag: TagName, _ bytes: Span<UInt8>, _ value: Range<Int>) -> String? {
    var fields = AttributeFields()
    do {
      try fields.read(bytes, from: value.lowerBound, to: value.upperBound)
    } catch {
      // Only a date range may be ignored; any other list that cannot be read stays as it is.
      return tag == .dateRange ? Self.nothing : nil
    }
    let isExact = fields.flaws.isEmpty && fields.fields.allSatisfy { hasExactForm($0, bytes) }
    if tag == .tiles, !["RESOLUTION", "LAYOUT", "DURATION"].allSatisfy({ isUsable($0, fields, bytes) }) {
      return Self.nothing
    }
    let special = tag == .key || tag == .sessionKey || tag == .map
    guard !isExact || special && needsSpecialCare(tag, fields, bytes) else { return nil }
    var list = AttributeList(parsing: bytes.text(from: value.lowerBound, to: value.upperBound))
    if tag == .key, list["METHOD"]?.text == "NONE" { return "#\(tag.rawValue):METHOD=NONE" }
    if tag == .key || tag == .sessionKey { Self.dropUseless(&list) }
    if tag == .map, let range = list["BYTERANGE"]?.text, !range.isEmpty, range.utf8.allSatisfy(\.isDigit) {
      list.set("BYTERANGE", quoted: range + "@0")
    }
    return "#\(tag.rawValue):\(list.normalized)"
  }

  /// Whether an attribute is there and a reader can use it.
  private func isUsable(_ name: StaticString, _ fields: AttributeFields, _ bytes: Span<UInt8>) -> Bool {
    guard let field = fields.field(name, in: bytes) else { return false }
    let text = bytes.text(from: field.valueStart, to: field.valueEnd)
    return AttributeForms.exact("\(name)", AttributeValue(text: text, isQuoted: field.isQuoted)) != nil
  }

  /// What a reader of a key takes no notice of.
  private static func dropUseless(_ list: inout AttributeList) {
    if Key.Method(list["METHOD"]?.text ?? "").forbidsIV { list.remove("IV") }
    if let versions = list["KEYFORMATVERSIONS"]?.text, !Key.areVersions(versions) {
      list.remove("KEYFORMATVERSIONS")
    }
  }

  private func hasExactForm(_ field: AttributeField, _ bytes: Span<UInt8>) -> Bool {
    let name = bytes.text(from: field.nameStart, to: field.nameEnd)
    let text = bytes.text(from: field.valueStart, to: field.valueEnd)
    let value = AttributeValue(text: text, isQuoted: field.isQuoted)
    return AttributeForms.exact(name, value) == value
  }

  /// A key with attributes that it must not have or that no one can use, or a range without offset.
  private func needsSpecialCare(_ tag: TagName, _ fields: AttributeFields, _ bytes: Span<UInt8>) -> Bool {
    if tag != .map {
      guard fields.fields.count > 1, let method = fields.field("METHOD", in: bytes) else { return false }
      if bytes.equals("NONE", from: method.valueStart, to: method.valueEnd) { return true }
      if Key.Method(bytes.text(from: method.valueStart, to: method.valueEnd)).forbidsIV { return true }
      guard let versions = fields.field("KEYFORMATVERSIONS", in: bytes) else { return false }
      return !Key.areVersions(bytes.text(from: versions.valueStart, to: versions.valueEnd))
    }
    guard let range = fields.field("BYTERANGE", in: bytes) else { return false }
    return bytes.firstIndex(of: UInt8(ascii: "@"), from: range.valueStart, to: range.valueEnd) == nil
  }
}
