/// Something in a playlist that the text of the specification refuses but players accept, or a tag that a
/// client has to ignore. One for each rule, however many lines it concerns.
package struct PlaylistWarning: Hashable, Sendable, CustomStringConvertible {
  /// The first line concerned, counted from 1; nil when it is the whole text.
  package let line: Int?
  package let message: String
  /// A stable identifier: "byte-order-mark".
  package let rule: String
  /// How many lines are concerned, the first one included.
  package var count: Int

  /// "line 14: the attribute list has blanks around = or , (and 3 more lines)".
  package var description: String {
    let place = line.map { "line \($0): " } ?? ""
    let more = count > 2 ? " (and \(count - 1) more lines)" : count == 2 ? " (and 1 more line)" : ""
    return place + message + more
  }
}

/// Every rule whose breach earns a warning.
enum Leniency: String, CaseIterable {
  case byteOrderMark = "byte-order-mark"
  case loneReturn = "lone-carriage-return"
  case blanksAroundLine = "blanks-around-line"
  case noFinalLineEnd = "no-final-line-end"
  case notUTF8 = "not-utf-8"
  case nulByte = "nul-byte"
  case textAfterHeader = "text-after-extm3u"
  case attributeBlanks = "attribute-blanks"
  case attributeSyntax = "attribute-syntax"
  case attributeTwice = "attribute-twice"
  case attributeType = "attribute-type"
  case attributeConflict = "attribute-conflict"
  case attributeMissing = "attribute-missing"
  case ignoredTag = "tag-ignored"
  case ignoredRequirement = "req-attribute"
  case tagTwice = "tag-twice"
  case tagMisplaced = "tag-misplaced"
  case tagLate = "tag-late"
  case valueSyntax = "value-syntax"
  case noComma = "extinf-comma"
  case lowerCaseHex = "lower-case-hex"
  case hexLength = "hex-length"
  case lowVersion = "version-too-low"
  case highVersion = "version-unknown"
  case noEndList = "vod-without-endlist"
  case strayURI = "uri-without-tag"
  case missingURI = "stream-inf-without-uri"
  case deltaUpdate = "delta-update"
}
