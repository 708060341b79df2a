enum AnswerContentType: Rule {
  static let identifier = "rfc8216bis-4-mime-type"
  static let asks = "the server says application/vnd.apple.mpegurl or audio/mpegurl of a playlist"
  static let why = "players refuse what neither its type nor its name makes a playlist"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    let type = facts.contentType.map { mediaType($0) } ?? ""
    let hint = "send Content-Type: application/vnd.apple.mpegurl"
    switch type {
    case "application/vnd.apple.mpegurl", "audio/mpegurl": return []
    case "application/x-mpegurl", "audio/x-mpegurl":
      return [found(.warning, facts.name, "is sent as \(type), an old name of its type", hint: hint)]
    default:
      let what = type.isEmpty ? "without Content-Type" : "as \(shown(type))"
      guard hasPlaylistName(facts.path) else {
        return [found(.error, facts.name, "is sent \(what), and its path ends in no .m3u8", hint: hint)]
      }
      return [found(.warning, facts.name, "is sent \(what)", hint: hint)]
    }
  }

  /// Without parameters and blanks, in lower case.
  private static func mediaType(_ value: String) -> String {
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 > 0x20 }
    return String(decoding: type.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func hasPlaylistName(_ path: String) -> Bool {
    let last = path.utf8.suffix(5).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return last.elementsEqual(".m3u8".utf8) || last.suffix(4).elementsEqual(".m3u".utf8)
  }
}
