/// A content coding that can be undone (RFC 9110, 8.4.1).
enum ContentCoding: String {
  case gzip
  /// The zlib format, or bare deflate data, which some servers send under this name.
  case deflate

  /// From a Content-Encoding; nil for what is unknown and for several codings on top of each other.
  init?(named text: String) {
    switch text {
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    default: return nil
    }
  }

  /// Why a Content-Encoding is refused: it is named where it is fit to be shown.
  static func refusal(of text: String) -> TransferFailure.Kind {
    let isFit = text.utf8.count <= 40 && text.utf8.allSatisfy { (32..<127).contains($0) && $0 != 39 }
    return .encoding(isFit ? "the coding '\(text)' is unknown" : "its coding is unknown")
  }
}
