/// The value of an attribute (4.2): its text, and whether it stands in quotes.
package struct AttributeValue: Hashable, Sendable {
  /// Without quotes; variables not resolved.
  package let text: String
  package let isQuoted: Bool

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
    var start = 0
    while start < bytes.count {
      var index = start
      var isInQuotes = false
      while index < bytes.count, isInQuotes || bytes[index] != UInt8(ascii: ",") {
        if bytes[index] == UInt8(ascii: "\"") { isInQuotes.toggle() }
        index += 1
      }
      items.append(Self.item(String(decoding: bytes[start..<index], as: UTF8.self)))
      start = index + 1
      if index == bytes.count - 1 { items.append(Self.item("")) }
    }
  }

  private static func item(_ written: String) -> Item {
    guard let equals = written.firstIndex(of: "=") else {
      return Item(name: "", value: AttributeValue(text: "", isQuoted: false), written: written)
    }
    let name = trimmed(written[..<equals])
    let value = trimmed(written[written.index(after: equals)...])
    guard value.first == "\"" else {
      return Item(name: name, value: AttributeValue(text: value, isQuoted: false), written: written)
    }
    let inner = value.dropFirst()
    let text = String(inner[..<(inner.firstIndex(of: "\"") ?? inner.endIndex)])
    return Item(name: name, value: AttributeValue(text: text, isQuoted: true), written: written)
  }

  private static func trimmed(_ text: Substring) -> String {
    var part = text
    while let first = part.utf8.first, first.isBlank { part = part.dropFirst() }
    while let last = part.utf8.last, last.isBlank { part = part.dropLast() }
    return String(part)
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

  /// The list in the exact form of 4.2 and 4.4: no blanks around "=" and ",", nothing empty, each name once (the
  /// first counts), nothing that is no attribute, quotes where they belong, hexadecimal digits in capitals.
  package var normalized: String {
    var seen: Set<String> = []
    let kept = items.filter { item in
      !item.name.isEmpty && item.name.utf8.allSatisfy(\.isAttributeNameCharacter)
        && seen.insert(item.name).inserted
    }
    return kept.map { "\($0.name)=\(AttributeForms.exact($0.name, $0.value).written)" }.joined(separator: ",")
  }
}
