/// What a body turned out to be, once all of it went by.
package struct Inspection: Sendable, Hashable {
  package let content: Content
  /// Bytes of the whole body.
  package let length: Int64
  /// What is wrong with it; nil when nothing is.
  package let problem: MediaFault?
  /// The first bytes, at most `Sniffer.prefixLimit`, a disguise included.
  package let prefix: [UInt8]
  /// Whether a whole 'moov' box went by at the top level.
  package let holdsMovie: Bool
  /// Whether a whole 'moof' box went by at the top level.
  package let holdsFragment: Bool

  /// The problem as a sentence's end, such as "is 1,000 bytes, not a multiple of 188"; nil when there is
  /// none.
  package var fault: String? { problem?.text }
  /// The container, behind a disguise too; `.unknown` where there is none.
  package var container: Container { content.container ?? .unknown }

  package init(
    content: Content, length: Int64, problem: MediaFault?, prefix: [UInt8], holdsMovie: Bool = false,
    holdsFragment: Bool = false
  ) {
    self.content = content
    self.length = length
    self.problem = problem
    self.prefix = prefix
    self.holdsMovie = holdsMovie
    self.holdsFragment = holdsFragment
  }
}

/// Why a body cannot be what it should be.
package struct MediaFault: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: String, Sendable, Hashable {
    /// No bytes at all.
    case empty
    /// Text stands where media should.
    case errorPage
    /// Another kind of media than what was asked for, such as an image in place of a segment.
    case wrongKind
    /// Of no kind known here: broken, still encrypted, or a format that HLS does not have.
    case unrecognised
    /// Sound up to its end, but the end comes too early: fetching again may help.
    case cut
    /// Wrong bytes inside.
    case damaged
  }

  package let kind: Kind
  /// To stand after the name of the body: "is an HTML page, not media". Lower case, no full stop.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  package var description: String { text }
}

/// A whole number with commas between the thousands, as messages show bytes.
func grouped(_ value: Int64) -> String {
  var digits = Array(String(value).utf8)
  var at = digits.count - 3
  while at > (value < 0 ? 1 : 0) {
    digits.insert(0x2c, at: at)
    at -= 3
  }
  return String(decoding: digits, as: UTF8.self)
}
