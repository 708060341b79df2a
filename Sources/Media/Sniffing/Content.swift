/// What the first bytes of a body say that it is.
package enum Content: Sendable, Hashable {
  case media(Container)
  /// Text where media should be: "an HTML page", "JSON", "an XML document", "an HLS playlist", "plain text".
  case errorPage(String)
  /// Media behind a head of `prefixLength` bytes that looks like something else, such as "a PNG image".
  case disguised(prefixLength: Int, as: String, Container)
  /// No bytes at all.
  case empty
  /// Nothing that is known here; ciphertext looks so too.
  case unknown

  /// The container inside, behind a disguise too; nil where there is none.
  package var container: Container? {
    switch self {
    case .media(let container), .disguised(_, _, let container): container
    case .errorPage, .empty, .unknown: nil
    }
  }

  /// How many bytes stand before the media: 0 without a disguise.
  package var prefixLength: Int {
    if case .disguised(let length, _, _) = self { length } else { 0 }
  }
}
