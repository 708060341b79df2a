/// The extensions that files of a stream may have: a closed list.
package enum MediaFileExtension: String, Sendable, Hashable, CaseIterable {
  case ts, m4s, mp4, aac, ac3, ec3, mp3, vtt, ttml, jpg, png, gif, webp, bmp, heic, avif, bin
}

/// The name of a media file inside a stream's folder: `init-0.mp4`, `000000.m4s`. Made from a position, never
/// from a remote name.
package struct MediaFileName: Hashable, Sendable, CustomStringConvertible {
  package enum Role: Sendable, Hashable {
    case initialization
    case segment
  }

  /// More than any playlist may have lines.
  static let largestIndex = 9_999_999

  package let role: Role
  /// The position, from 0, among those of its role.
  package let index: Int
  package let fileExtension: MediaFileExtension

  /// Nil when the index is not within 0…9,999,999.
  package init?(_ role: Role, index: Int, fileExtension: MediaFileExtension) {
    guard (0...MediaFileName.largestIndex).contains(index) else { return nil }
    self.role = role
    self.index = index
    self.fileExtension = fileExtension
  }

  /// Nil unless the text is such a name to the letter.
  package init?(_ text: String) {
    self.init(text[...])
  }

  init?(_ text: Substring) {
    guard text.utf8.count <= 32, let point = text.lastIndex(of: "."),
      let known = MediaFileExtension(rawValue: String(text[text.index(after: point)...])),
      let stem = MediaFileName.stem(text[..<point])
    else { return nil }
    self.init(stem.role, index: stem.index, fileExtension: known)
  }

  /// `init-7` or `000007`; six digits at least, no leading zero beyond them.
  private static func stem(_ text: Substring) -> (role: Role, index: Int)? {
    if text.hasPrefix("init-") {
      return Grammar.decimal(text.dropFirst(5), digits: 7).map { (.initialization, Int($0)) }
    }
    let bytes = text.utf8
    guard bytes.count == 6 || (bytes.count == 7 && bytes.first != 0x30), bytes.allSatisfy(Grammar.isDigit)
    else { return nil }
    return Int(text).map { (.segment, $0) }
  }

  package var text: String { "\(stemText).\(fileExtension.rawValue)" }

  package var description: String { text }

  private var stemText: String {
    guard role == .segment else { return "init-\(index)" }
    let digits = String(index)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The name of the file while its bytes still come and its extension may not be known: `000007.part`. Such
  /// files exist in an unfinished bundle only.
  package static func scratch(_ role: Role, index: Int) -> String? {
    MediaFileName(role, index: index, fileExtension: .bin).map { "\($0.stemText).part" }
  }

  /// Whether the text is a name that `scratch` makes.
  static func isScratch(_ text: Substring) -> Bool {
    text.utf8.count <= 32 && text.hasSuffix(".part") && stem(text.dropLast(5)) != nil
  }
}

extension MediaFileName: Comparable {
  /// Initialization sections first, then segments, each by position.
  package static func < (left: MediaFileName, right: MediaFileName) -> Bool {
    if left.role != right.role { return left.role == .initialization }
    if left.index != right.index { return left.index < right.index }
    return left.fileExtension.rawValue < right.fileExtension.rawValue
  }
}
