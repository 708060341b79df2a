import Playlist

extension SyntaxRule {
  /// What the manual tells of the rule, a sentence each.
  struct Words {
    let asks: String
    let why: String
    /// What to do about a breach; nil where the message says it.
    let fix: String?

    init(_ asks: String, why: String, fix: String? = nil) {
      self.asks = asks
      self.why = why
      self.fix = fix
    }
  }

  /// Nil never: a test holds that.
  var words: Words? {
    Self.ofFiles[self] ?? Self.ofAttributes[self] ?? Self.ofMediaTags[self] ?? Self.ofOtherTags[self]
  }

  /// The text as a whole.
  private static let ofFiles: [SyntaxRule: Words] = [
    .notAPlaylist: Words(
      "the text is an HLS playlist, which begins with #EXTM3U",
      why: "an HTML page, JSON or a plain list of files in its place plays nowhere",
      fix: "look at what the address really answers"),
    .limit: Words(
      "a playlist stays within 64 MiB, 2,000,000 lines, 2 MiB a line and what else has a bound here",
      why: "what is larger is no playlist that a player would take, and may be an attack"),
    .live: Words(
      "a playlist that is to be kept ends with EXT-X-ENDLIST",
      why: "a programme that still grows cannot be had as a whole"),
    .byteOrderMark: Words(
      "a playlist has no byte order mark",
      why: "a client should refuse it, and some do not find #EXTM3U behind it",
      fix: "save it as UTF-8 without the mark"),
    .notUTF8: Words(
      "a playlist is text in UTF-8", why: "a client should refuse other bytes, or shows the wrong characters",
      fix: "save it as UTF-8"),
    .controlCharacter: Words(
      "a playlist has no control characters but line ends",
      why: "they are not allowed anywhere, and a reader may stop at a NUL byte", fix: "take them out"),
    .notNormalized: Words(
      "a playlist is in Unicode normalization form C",
      why: "the same name in two forms is two names to a player, which compares bytes",
      fix: "save it in form C"),
    .blankInURI: Words(
      "the URI of a line has no blanks", why: "white space is not allowed there, and a reader may cut it off",
      fix: "write %20"),
    .loneReturn: Words(
      "a line ends with LF or CRLF, not with CR alone",
      why: "a reader that knows only the two takes several lines for one", fix: "end lines with LF"),
    .blanksAroundLine: Words(
      "a line has no blanks before or after it",
      why: "a reader that takes them as part of a tag or URI finds neither", fix: "take the blanks out"),
    .noFinalLineEnd: Words(
      "the last line ends with LF or CRLF too",
      why: "a file without it may have been cut off, which no one can then tell"),
    .mixedKinds: Words(
      "a playlist has media tags or multivariant tags, never both",
      why: "a client must refuse a playlist that is neither one kind nor the other",
      fix: "take the tags of the other kind out"),
  ]

  /// Attribute lists and variables (4.2, 4.3).
  private static let ofAttributes: [SyntaxRule: Words] = [
    .attributeBlanks: Words(
      "an attribute list has no blanks around = and the commas",
      why: "a reader may take them as part of a name or a value", fix: "take the blanks out"),
    .attributeSyntax: Words(
      "an attribute list is NAME=VALUE with commas between, names of A-Z, 0-9 and hyphens, quotes closed",
      why: "readers disagree on what another list says"),
    .attributeTwice: Words(
      "a list has each attribute once", why: "a client should refuse the tag: no one knows which one counts",
      fix: "keep one of them"),
    .attributeType: Words(
      "each attribute has a value of its type: quoted or not, a number, a resolution, hexadecimal digits",
      why: "a reader that is exact drops the value or the whole tag"),
    .enumeratedString: Words(
      "an enumerated string is not empty and has no quotes, commas or white space",
      why: "readers disagree on where such a value ends"),
    .attributeMissing: Words(
      "a tag has the attributes that its clause requires",
      why: "without them the tag says too little to be used, and is dropped or the playlist refused",
      fix: "add the attribute"),
    .lowerCaseHex: Words(
      "hexadecimal digits are capitals", why: "0-9 and A-F are all that the text allows",
      fix: "write A to F in capitals"),
    .undefinedVariable: Words(
      "a variable is defined before the line that uses it",
      why: "a client must refuse a playlist with a reference to nothing",
      fix: "define it with EXT-X-DEFINE above this line"),
  ]
}
