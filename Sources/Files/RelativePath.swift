import Glibc

/// A path that stays beneath its folder: no `..`, no `.`, no empty step, not absolute, no NUL.
///
/// The empty path is the folder itself. Links are refused later, when the path is walked.
struct RelativePath {
  let text: String
  /// Where the last `/` stands; nil for a bare name.
  private let cut: String.Index?

  init(_ text: String, doing deed: String, in folder: String) throws(SystemError) {
    guard Self.isLegal(text.utf8) else {
      throw SystemError(
        code: EXDEV, deed: "\(deed) \(FilePath.join(folder, text.isEmpty ? "." : "./" + text))",
        reason: "the path leaves its folder")
    }
    self.text = text
    cut = text.utf8.lastIndex(of: UInt8(ascii: "/"))
  }

  /// Whether this is the folder itself.
  var isEmpty: Bool { text.isEmpty }

  /// The folder part; nil where the name stands in the folder itself.
  var parent: String? { cut.map { String(text[..<$0]) } }

  /// The last name.
  var name: String { cut.map { String(text[text.utf8.index(after: $0)...]) } ?? text }

  private static func isLegal(_ bytes: String.UTF8View) -> Bool {
    guard bytes.count < PATH_MAX else { return false }
    var length = 0
    var dots = 0
    for byte in bytes {
      switch byte {
      case 0: return false
      case UInt8(ascii: "/"):
        if length == 0 || (length == dots && dots <= 2) { return false }
        length = 0
        dots = 0
      default:
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return bytes.isEmpty || !(length == 0 || (length == dots && dots <= 2))
  }
}
