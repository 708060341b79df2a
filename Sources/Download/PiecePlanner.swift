import Addresses
import Playlist

/// Makes the pieces of one media playlist: resolves their addresses, numbers initialization sections, finds
/// the key of each. Shared over all streams, since keys are.
struct PiecePlanner {
  /// In order of first use.
  private(set) var keys: [PlannedKey] = []
  private var keyNumbers: [PlannedKey: Int] = [:]
  /// The playlist that the person named, where it is a file of this machine; nil: files are not read.
  private let root: URI?

  init(root: URI?) { self.root = root }

  /// - Parameter base: the URL that answered with the playlist.
  /// - Throws: `protected` where a segment can be decrypted by no key that can be had; `wrongSource` for an
  ///   address that cannot be one.
  mutating func pieces(of playlist: MediaPlaylist, base: URI, name: String) throws(DownloadError) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(playlist.segments.count + playlist.initializations.count)
    var usable: [Int: Key?] = [:]
    var sections = SectionNumbers()
    var start = 0.0
    var isFirst = true
    for (index, segment) in playlist.segments.enumerated() {
      isFirst = isFirst || segment.isDiscontinuity
      if let number = segment.initialization, !segment.isGap {
        let section = playlist.initializations[number]
        if let position = sections.number(of: number, section, in: playlist) {
          let key = try usableKey(section.keySet, of: playlist, cache: &usable, name: name)
          pieces.append(
            Piece(
              role: .initialization(position), uri: try resolve(section.uri, base, section.line, name),
              range: section.byteRange, cipher: try cipher(key, sequence: nil, base: base, name: name),
              isGap: false, start: 0, duration: 0, sequence: segment.mediaSequence, isSample: true))
        }
      }
      let key = segment.isGap ? nil : try usableKey(segment.keySet, of: playlist, cache: &usable, name: name)
      pieces.append(
        Piece(
          role: .segment(index), uri: try resolve(segment.uri, base, segment.uriLine, name),
          range: segment.byteRange,
          cipher: try cipher(key, sequence: segment.mediaSequence, base: base, name: name),
          isGap: segment.isGap, start: start, duration: segment.duration, sequence: segment.mediaSequence,
          isSample: isFirst && !segment.isGap))
      isFirst = isFirst && segment.isGap
      start += segment.duration
    }
    return pieces
  }

  private func resolve(_ text: String, _ base: URI, _ line: Int, _ name: String) throws(DownloadError) -> URI
  {
    do {
      let uri = try base.resolve(text)
      try LocalSource.checkReference(uri, root: root, place: "\(name):\(line + 1)")
      return uri
    } catch let error as DownloadError {
      throw error
    } catch {
      throw DownloadError(.wrongSource, "\(name):\(line + 1): not an address: \(error)")
    }
  }

  /// The key that decrypts, among those in force; nil for clear media.
  private func usableKey(
    _ set: Int?, of playlist: MediaPlaylist, cache: inout [Int: Key?], name: String
  ) throws(DownloadError) -> Key? {
    guard let set else { return nil }
    if let known = cache[set] { return known }
    let keys = playlist.keySets[set].filter { $0.method != .none }
    guard let first = keys.first else { return nil }
    guard let usable = keys.first(where: { $0.keyFormat == "identity" && $0.method.isKnown && $0.uri != nil })
    else {
      throw DownloadError(
        .protected,
        "\(name):\(first.line + 1): protected by \(ProtectionSystem.name(of: first)), no key can be had",
        hint: "only content with keys of the format \"identity\" can be packed")
    }
    cache[set] = usable
    return usable
  }

  /// Enters the key in the list; nil where the resource as a whole is not encrypted.
  private mutating func cipher(
    _ key: Key?, sequence: Int64?, base: URI, name: String
  ) throws(DownloadError) -> Cipher? {
    guard let key, let text = key.uri else { return nil }
    let number = try self.number(of: key, text, base: base, name: name)
    guard key.method == .aes128 else { return nil }
    return Cipher(key: number, iv: key.iv ?? sequence.map { Key.implicitIV(mediaSequence: $0) })
  }

  private mutating func number(
    of key: Key, _ text: String, base: URI, name: String
  ) throws(DownloadError) -> Int {
    let isData = text.lowercased().hasPrefix("data:")
    let uri = isData ? text : try resolve(text, base, key.line, name).text
    let planned = PlannedKey(uri: uri, method: key.method, keyFormat: key.keyFormat)
    if let known = keyNumbers[planned] { return known }
    keyNumbers[planned] = keys.count
    keys.append(planned)
    return keys.count - 1
  }
}

/// Numbers initialization sections in order of first use; equal ones (resource, range and keys) are one.
struct SectionNumbers {
  private struct Section: Hashable {
    let uri: String
    let range: ByteRange?
    let keySet: Int?
  }

  private var numbers: [Section: Int] = [:]
  private var byPosition: [Int: Int] = [:]

  /// The number of a section that was not seen before; nil for one that was.
  mutating func number(of position: Int, _ section: MediaInitialization, in playlist: MediaPlaylist) -> Int? {
    if byPosition[position] != nil { return nil }
    let value = Section(uri: section.uri, range: section.byteRange, keySet: section.keySet)
    if let known = numbers[value] {
      byPosition[position] = known
      return nil
    }
    let number = numbers.count
    numbers[value] = number
    byPosition[position] = number
    return number
  }

  /// The number given to the section at a position of `playlist.initializations`; nil: never used.
  subscript(position: Int) -> Int? { byPosition[position] }

  /// The numbers of a whole playlist, as the pieces have them.
  static func all(of playlist: MediaPlaylist) -> SectionNumbers {
    var numbers = SectionNumbers()
    for segment in playlist.segments where !segment.isGap {
      guard let position = segment.initialization else { continue }
      _ = numbers.number(of: position, playlist.initializations[position], in: playlist)
    }
    return numbers
  }
}

extension Key.Method {
  /// A method whose key can be kept; what an unknown one does with it is anybody's guess.
  var isKnown: Bool {
    switch self {
    case .aes128, .sampleAES, .sampleAESCTR, .aes256GCM: true
    default: false
    }
  }
}
