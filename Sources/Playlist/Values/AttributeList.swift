/// The value of an attribute (4.2): its text, and whether it stands in quotes.
package struct AttributeValue: Hashable, Sendable {
  /// Without quotes; variables not resolved.
  package let text: String
  package let isQuoted: Bool

  package init(text: String, isQuoted: Bool) {
    self.text = text
    self.isQuoted = isQuoted
  }

  /// As it stands in the list.
  var written: String { isQuoted ? "\"\(text)\"" : text }
}

/// An attribute list (4.2) for editing: what is not touched is written as it was read, unknown attributes,
/// their order, blanks and all.
package struct AttributeList: Hashable, Sendable {
  private struct Item: Hashable, Sendable {
    var name: String
    var value: AttributeValue
    /// All between two commas, as read; nil once it is edited, and for what is no attribute.
    var written: String?
  }
  private var items: [Item] = []

  /// Reads the text after a tag's ":". Never fails: what is no attribute is kept as it is and cannot be asked
  /// for; a quote that is not closed reaches to the end.
  package init(parsing text: String) {
    let bytes = Array(text.utf8)
    let span = bytes.span
    var start = 0
    while start < bytes.count {
      let end = Self.itemEnd(span, from: start)
      items.append(Self.item(String(decoding: bytes[start..<end], as: UTF8.self)))
      start = end + 1
      if end == bytes.count - 1 { items.append(Self.item("")) }
    }
  }

  /// Where the comma after an item stands. A quote counts only at the head of a value.
  private static func itemEnd(_ bytes: Span<UInt8>, from: Int) -> Int {
    let count = bytes.count
    let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: from, to: count) ?? count
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "="), from: from, to: comma) else { return comma }
    let value = bytes.skippingBlanks(from: equals + 1, to: count)
    guard value < count, bytes[value] == UInt8(ascii: "\"") else { return comma }
    guard let close = bytes.firstIndex(of: UInt8(ascii: "\""), from: value + 1, to: count) else {
      return count
    }
    return bytes.firstIndex(of: UInt8(ascii: ","), from: close, to: count) ?? count
  }

  private static func item(_ written: String) -> Item {
    let bytes = Array(written.utf8)
    let span = bytes.span
    let count = bytes.count
    guard let equals = span.firstIndex(of: UInt8(ascii: "="), from: 0, to: count) else {
      return Item(name: "", value: AttributeValue(text: "", isQuoted: false), written: written)
    }
    let nameStart = span.skippingBlanks(from: 0, to: equals)
    let name = span.text(from: nameStart, to: span.droppingBlanks(from: nameStart, to: equals))
    let start = span.skippingBlanks(from: equals + 1, to: count)
    let value: AttributeValue
    if start < count, span[start] == UInt8(ascii: "\"") {
      let end = span.firstIndex(of: UInt8(ascii: "\""), from: start + 1, to: count) ?? count
      value = AttributeValue(text: span.text(from: start + 1, to: end), isQuoted: true)
    } else {
      let end = span.droppingBlanks(from: start, to: count)
      value = AttributeValue(text: span.text(from: start, to: end), isQuoted: false)
    }
    return Item(name: name, value: value, written: written)
  }

  /// Names and values in the order of the list.
  package var ordered: [(name: String, value: AttributeValue)] {
    items.filter { !$0.name.isEmpty }.map { ($0.name, $0.value) }
  }

  /// The first attribute of this name; nil when there is none.
  package subscript(_ name: String) -> AttributeValue? { items.first { $0.name == name }?.value }

  /// Sets a quoted-string: in its place where the list has it, else at the end. Quotes and line ends, which a
  /// quoted-string cannot hold, are left out.
  package mutating func set(_ name: String, quoted text: String) {
    let legal = text.unicodeScalars.filter { $0 != "\"" && $0 != "\n" && $0 != "\r" }
    set(name, AttributeValue(text: String(String.UnicodeScalarView(legal)), isQuoted: true))
  }

  /// Sets any value that stands without quotes: an enumerated string, a number, hexadecimal digits. Commas,
  /// quotes, blanks and line ends, which such a value cannot hold, are left out.
  package mutating func set(_ name: String, enumerated text: String) {
    let legal = text.unicodeScalars.filter { $0 != "\"" && $0 != "," && $0.value > 0x20 }
    set(name, AttributeValue(text: String(String.UnicodeScalarView(legal)), isQuoted: false))
  }

  private mutating func set(_ name: String, _ value: AttributeValue) {
    if let place = items.firstIndex(where: { $0.name == name }) {
      if items[place].value != value { items[place] = Item(name: name, value: value, written: nil) }
    } else {
      items.append(Item(name: name, value: value, written: nil))
    }
  }

  /// Takes away every attribute of this name.
  package mutating func remove(_ name: String) { items.removeAll { $0.name == name } }

  /// The list as it stands after a tag's ":".
  package var text: String {
    items.map { $0.written ?? "\($0.name)=\($0.value.written)" }.joined(separator: ",")
  }

  /// The list in the exact form of 4.2 and 4.4: no blanks around "=" and ",", no gaps, each name once (the
  /// first counts), nothing that is no attribute, quotes where they belong, hexadecimal digits in capitals.
  package var normalized: String {
    var seen: Set<String> = []
    let kept = items.filter { item in
      !item.name.isEmpty && item.name.utf8.allSatisfy(\.isAttributeNameCharacter)
        && seen.insert(item.name).inserted
    }
    return kept.compactMap { item in
      AttributeForms.exact(item.name, item.value).map { "\(item.name)=\($0.written)" }
    }.joined(separator: ",")
  }
}
