import Playlist

enum RangeInside: Rule {
  static let identifier = "hlspack-range-inside"
  static let asks =
    "each byte range of a local playlist lies within the file of the bundle that it is a part of"
  static let why = "a player that is sent beyond the end of a file shows nothing, or stops"

  static func check(_ facts: PlaylistFacts) -> [Finding] {
    guard let playlist = facts.media, !facts.files.lent.isEmpty else { return [] }
    var faults = Repeated(Self.self, .error, in: facts.path)
    for section in playlist.initializations {
      if let fault = fault(section.uri, section.byteRange, facts) { faults.see(line: section.line, fault) }
    }
    for segment in playlist.segments {
      if let fault = fault(segment.uri, segment.byteRange, facts) { faults.see(line: segment.uriLine, fault) }
    }
    return faults.all
  }

  private static func fault(_ uri: String, _ range: ByteRange?, _ facts: PlaylistFacts) -> String? {
    guard let range, case .path(let path) = LocalReference(uri, in: facts.files.folder),
      let bytes = facts.files.lent[path], range.end > bytes
    else { return nil }
    return "names the bytes \(range.length)@\(range.offset) of \(shown(path)), which has \(bytes)"
  }
}
