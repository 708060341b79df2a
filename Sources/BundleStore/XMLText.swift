import CXML

/// A small XML document, written by libxml2's text writer, which does the escaping. This is the only place
/// that knows libxml2.
struct XMLText: ~Copyable {
  /// libxml2 had no memory left.
  struct OutOfMemory: Error {}

  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr

  private init(owning buffer: xmlBufferPtr, _ writer: xmlTextWriterPtr) {
    self.buffer = buffer
    self.writer = writer
  }

  deinit {
    xmlFreeTextWriter(writer)
    xmlBufferFree(buffer)
  }

  /// libxml2 wants to be set up once, before several threads use it.
  private static let setUp: Void = xmlInitParser()

  static func begin() throws(OutOfMemory) -> XMLText {
    _ = setUp
    guard let buffer = xmlBufferCreate() else { throw OutOfMemory() }
    xmlBufferSetAllocationScheme(buffer, XML_BUFFER_ALLOC_DOUBLEIT)
    guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
      xmlBufferFree(buffer)
      throw OutOfMemory()
    }
    let text = XMLText(owning: buffer, writer)
    try text.check(xmlTextWriterSetIndent(writer, 1))
    try text.check(xmlTextWriterSetIndentString(writer, "  "))
    try text.check(xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil))
    return text
  }

  /// Ends what is open; the whole document.
  consuming func finish() throws(OutOfMemory) -> [UInt8] {
    try check(xmlTextWriterEndDocument(writer))
    guard let content = xmlBufferContent(buffer) else { throw OutOfMemory() }
    return Array(UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
  }

  borrowing func start(_ name: String) throws(OutOfMemory) {
    try check(xmlTextWriterStartElement(writer, name))
  }

  borrowing func end() throws(OutOfMemory) {
    try check(xmlTextWriterEndElement(writer))
  }

  borrowing func attribute(_ name: String, _ value: String) throws(OutOfMemory) {
    try check(xmlTextWriterWriteAttribute(writer, name, XMLText.legal(value)))
  }

  borrowing func element(_ name: String, _ content: String) throws(OutOfMemory) {
    try check(xmlTextWriterWriteElement(writer, name, XMLText.legal(content)))
  }

  /// Every function of the writer returns a count, or less than 0 when it failed, which is when no memory is
  /// left.
  private borrowing func check(_ result: Int32) throws(OutOfMemory) {
    guard result >= 0 else { throw OutOfMemory() }
  }

  /// Characters that XML 1.0 cannot hold, not even escaped, become U+FFFD (XML 1.0, 2.2).
  private static func legal(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: scalars.append(scalar)
      default: scalars.append("\u{FFFD}")
      }
    }
    return String(scalars)
  }
}
