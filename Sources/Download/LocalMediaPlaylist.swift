import Addresses
import BundleStore
import Playlist

/// Writes the local media playlist of a stream (hlspack-bundle(5), LOCAL PLAYLISTS): the source's lines, with
/// local names, without what only a live or remote playlist needs.
struct LocalMediaPlaylist {
  private let stream: PlannedStream
  /// Names of the stored files, by index into the stream's pieces.
  private let names: [String]
  /// The number of the key of a KEY line in `keys/`; nil: the line is dropped.
  private let keyNumber: (Key) -> Int?
  /// Whether a file in `keys/` is the key itself, by its number: then it needs no system.
  private let isClearKey: (Int) -> Bool
  private let volatile: VolatileParameters
  private let playlist: MediaPlaylist
  private let sections: SectionNumbers
  private var edits: PlaylistEdits
  private var sectionNames: [Int: String] = [:]
  private var segmentNames: [Int: String] = [:]
  private var keysByLine: [Int: Key] = [:]
  /// Parts of files: by the number of the section, by the line of the segment.
  private var sectionRanges: [Int: ByteRange] = [:]
  private var segmentRanges: [Int: ByteRange] = [:]

  /// - Parameters:
  ///   - borrowed: of a stream whose media another one stores.
  ///   - volatile: what is a credential.
  init(
    of stream: PlannedStream, names: [String], borrowing borrowed: BorrowedNames? = nil,
    hiding volatile: VolatileParameters = VolatileParameters(),
    isClearKey: @escaping (Int) -> Bool = { _ in false }, keyNumber: @escaping (Key) -> Int?
  ) {
    self.isClearKey = isClearKey
    self.volatile = volatile
    self.stream = stream
    self.names = names
    self.keyNumber = keyNumber
    playlist = stream.playlist
    sections = stream.sections
    edits = PlaylistEdits(of: playlist.text)
    for (piece, name) in zip(stream.pieces, names) {
      switch piece.role {
      case .initialization(let number): sectionNames[number] = name
      case .segment(let number): segmentNames[playlist.segments[number].uriLine] = name
      }
    }
    for (number, part) in (borrowed?.sections ?? []).enumerated() {
      sectionNames[number] = part.uri
      sectionRanges[number] = part.range
    }
    for (segment, part) in zip(playlist.segments, borrowed?.segments ?? []) {
      segmentNames[segment.uriLine] = part.uri
      segmentRanges[segment.uriLine] = part.range
    }
    for key in playlist.keySets.joined() { keysByLine[key.line] = key }
  }

  /// The bytes of the playlist.
  func serialized() -> [UInt8] {
    var copy = self
    copy.edit()
    return copy.edits.serialized(normalizing: true)
  }

  private mutating func edit() {
    let sectionLines = Dictionary(
      playlist.initializations.enumerated().map { ($1.line, $0) }, uniquingKeysWith: { first, _ in first })
    for line in playlist.text.lines.indices {
      switch playlist.text.kind(line) {
      case .blank: edits.drop(line: line)
      case .comment: keepWithoutSecrets(line)
      case .uri: editURI(line)
      case .tag(let name): edit(tag: name, line: line, section: sectionLines[line])
      }
    }
    for line in playlist.misplacedLines { edits.drop(line: line) }
    edits.dropRepeated([
      .extM3U, .version, .targetDuration, .mediaSequence, .discontinuitySequence, .independentSegments,
      .iFramesOnly, .imagesOnly,
    ])
    dropOverruled()
    edits.resolve(playlist.variables)
    edits.raiseVersion(to: max(playlist.version ?? 1, requiredVersion))
    edits.insert(before: 1, "#EXT-X-PLAYLIST-TYPE:VOD")
    moveLateNumbers()
    edits.append("#EXT-X-ENDLIST")
  }

  /// Of tags that may stand once before a segment the last counts.
  private mutating func dropOverruled() {
    var last: [TagName: Int] = [:]
    for line in playlist.text.lines.indices where !edits.isDropped(line) {
      switch playlist.text.kind(line) {
      case .uri: last.removeAll(keepingCapacity: true)
      case .tag(let tag?) where tag == .extInf || tag == .programDateTime || tag == .discontinuity:
        if let earlier = last.updateValue(line, forKey: tag) { edits.drop(line: earlier) }
      default: break
      }
    }
  }

  /// Numbers of the first segment stand before it.
  private mutating func moveLateNumbers() {
    guard let first = playlist.segments.first?.firstLine else { return }
    let numbers: [(tag: TagName, value: Int64)] = [
      (.mediaSequence, playlist.mediaSequence), (.discontinuitySequence, playlist.discontinuitySequence),
    ]
    for line in playlist.text.lines.indices.dropFirst(first) where !edits.isDropped(line) {
      guard let number = numbers.first(where: { $0.tag == playlist.text.tag(line) }) else { continue }
      edits.drop(line: line)
      edits.insert(before: 1, "#\(number.tag.rawValue):\(number.value)")
    }
  }

  private mutating func editURI(_ line: Int) {
    guard let name = segmentNames[line] else { return edits.drop(line: line) }
    if let range = segmentRanges[line] {
      edits.insert(before: line, "#EXT-X-BYTERANGE:\(range.length)@\(range.offset)")
    }
    edits.replace(line: line, with: name)
  }

  private mutating func edit(tag: TagName?, line: Int, section: Int?) {
    switch tag {
    case .extM3U: edits.replace(line: line, with: "#EXTM3U")
    case .map: editMap(line, section)
    case .key: editKey(line)
    case .define, .playlistType, .endList, .byteRange, .part, .partInf, .serverControl, .skip,
      .preloadHint, .renditionReport:
      edits.drop(line: line)
    case .dateRange: editDateRange(line)
    // Only one counts, and it need not be the first: one that clients must ignore may stand before it.
    case .start: if playlist.start?.line != line { edits.drop(line: line) }
    // What has no value says nothing.
    case .programDateTime:
      if value(of: playlist.text.text(line)).allSatisfy(\.isWhitespace) { edits.drop(line: line) }
    case .none: keepWithoutSecrets(line)
    case .extInf: hideTitle(line)
    default: break
    }
  }

  private mutating func editMap(_ line: Int, _ section: Int?) {
    guard let section, let number = sections[section], let name = sectionNames[number] else {
      return edits.drop(line: line)
    }
    var attributes = attributes(line)
    attributes.set("URI", quoted: name)
    attributes.remove("BYTERANGE")
    if let range = sectionRanges[number] {
      attributes.set("BYTERANGE", quoted: "\(range.length)@\(range.offset)")
    }
    attributes.removeAddresses()
    edits.replace(line: line, with: "#EXT-X-MAP:\(attributes.text)")
  }

  private mutating func editKey(_ line: Int) {
    var attributes = attributes(line)
    if attributes["METHOD"]?.text == Key.Method.none.text { return }
    // A key that no segment uses is not in the bundle.
    guard let key = keysByLine[line], let number = keyNumber(key) else { return edits.drop(line: line) }
    attributes.set("URI", quoted: "../keys/key-\(number).m4s")
    if key.keyFormat != "identity", isClearKey(number) {
      attributes.remove("KEYFORMAT")
      attributes.remove("KEYFORMATVERSIONS")
    }
    attributes.removeAddresses()
    edits.replace(line: line, with: "#EXT-X-KEY:\(attributes.text)")
  }

  /// Interstitials and what is to be loaded ahead point out of the bundle.
  private mutating func editDateRange(_ line: Int) {
    let remote = ["com.apple.hls.interstitial", "com.apple.hls.preload"]
    let range = attributes(line)
    guard let id = range["ID"]?.text, !id.isEmpty else { return edits.drop(line: line) }
    if let text = range["CLASS"]?.text, remote.contains(text) { return edits.drop(line: line) }
    if holdsAddress(line) { edits.drop(line: line) }
  }

  private func attributes(_ line: Int) -> AttributeList {
    AttributeList(parsing: value(of: playlist.substitutedText(line)))
  }

  private func value(of text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return "" }
    return String(text[text.index(after: colon)...])
  }

  /// Comments and unknown tags stay unless they hold an address; known credentials in them are replaced.
  private mutating func keepWithoutSecrets(_ line: Int) {
    let text = playlist.substitutedText(line)
    if text.holdsAddress { return edits.drop(line: line) }
    let shown = volatile.scrubbed(text)
    if shown != playlist.text.text(line) { edits.replace(line: line, with: shown) }
  }

  /// A title for people may hold an address, but no credential.
  private mutating func hideTitle(_ line: Int) {
    let text = playlist.text.text(line)
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return }
    let title = String(text[comma...])
    let shown =
      title.holdsAddress ? Redaction.redactedText(title, volatile: volatile) : volatile.scrubbed(title)
    if shown != title { edits.replace(line: line, with: text[..<comma] + shown) }
  }

  private func holdsAddress(_ line: Int) -> Bool { playlist.substitutedText(line).holdsAddress }

  /// The lowest EXT-X-VERSION for what the local playlist uses (RFC 8216bis, 8).
  private var requiredVersion: Int {
    var needed = 1
    let keys = playlist.keySets.joined().filter { keyNumber($0) != nil }
    if keys.contains(where: { $0.iv != nil }) { needed = 2 }
    if playlist.segments.contains(where: { $0.durationText.utf8.contains(0x2E) }) { needed = max(needed, 3) }
    if playlist.iFramesOnly || !segmentRanges.isEmpty { needed = max(needed, 4) }
    let hasFormat = keys.contains { $0.keyFormatVersions != nil || attributes($0.line)["KEYFORMAT"] != nil }
    if hasFormat || keys.contains(where: { $0.method == .sampleAES }) { needed = max(needed, 5) }
    if !sectionNames.isEmpty { needed = max(needed, playlist.iFramesOnly ? 5 : 6) }
    return needed
  }
}
