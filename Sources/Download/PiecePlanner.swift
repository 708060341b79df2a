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
  private let wishes: KeyWishes

  init(root: URI?, wishes: KeyWishes = KeyWishes()) {
    self.root = root
    self.wishes = wishes
  }

  /// - Parameter base: the URL that answered with the playlist.
  /// - Throws: `protected` where a segment can be decrypted by no key that can be had; `usage` where it is to be
  ///   decrypted and cannot; `wrongSource` for an address that cannot be one.
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
          let key = try usableKey(section.keySet, of: playlist, cache: &usable, base, name)
          pieces.append(
            Piece(
              role: .initialization(position), uri: try resolve(section.uri, base, section.line, name),
              range: section.byteRange, cipher: try cipher(key, sequence: nil, base: base, name: name),
              isGap: false, start: 0, duration: 0, sequence: segment.mediaSequence, isSample: true))
        }
      }
      let key = segment.isGap ? nil : try usableKey(segment.keySet, of: playlist, cache: &usable, base, name)
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

  /// The key that counts, among those in force; nil for clear media.
  private mutating func usableKey(
    _ set: Int?, of playlist: MediaPlaylist, cache: inout [Int: Key?], _ base: URI, _ name: String
  ) throws(DownloadError) -> Key? {
    guard let set else { return nil }
    if let known = cache[set] { return known }
    let keys = playlist.keySets[set].filter { $0.method != .none }
    guard let first = keys.first else { return nil }
    let place = "\(name):\(first.line + 1)"
    let choice = KeyChoice(among: keys, base: base)
    guard !wishes.decrypts || first.method == .aes128 else {
      throw DownloadError(
        .usage, "\(place): media under \(first.method.text) cannot be decrypted while packing",
        hint: "--keys decrypt is for AES-128; without it they are stored with their keys")
    }
    guard let usable = choice.usable, choice.isFetchable || wishes.mayHaveMore else {
      let scheme = PlannedKey(first, base: base)?.scheme
      // What no system guards and nobody follows is told as any other address.
      if scheme != "skd", first.keyFormat == "identity", first.method.isKnown, let uri = first.uri {
        _ = try resolve(uri, base, first.line, name)
      }
      throw ProtectionSystem.refusal(
        place, ProtectionSystem.name(of: first.keyFormat, first.method, scheme: scheme))
    }
    if wishes.omits {
      // Whoever brings keys may bring any of them.
      for key in keys where key.uri != nil { _ = try number(of: key, base: base, name: name) }
    }
    if !wishes.omits, !choice.isFetchable { try note(keys, beside: usable, base: base, name: name) }
    cache[set] = usable
    return usable
  }

  /// Enters the key in the list; nil where the resource as a whole is not encrypted.
  private mutating func cipher(
    _ key: Key?, sequence: Int64?, base: URI, name: String
  ) throws(DownloadError) -> Cipher? {
    guard let key, key.uri != nil else { return nil }
    let number = try self.number(of: key, base: base, name: name)
    switch key.method {
    case .aes128:
      let iv = key.iv ?? sequence.map { Key.implicitIV(mediaSequence: $0) }
      guard iv != nil || !wishes.decrypts else {
        throw DownloadError(
          .wrongSource,
          "\(name):\(key.line + 1): an initialization section is encrypted with it, but it has no IV")
      }
      return Cipher(key: number, iv: iv, isRemoved: wishes.decrypts)
    case .aes256GCM, .other: return Cipher(key: number, iv: nil, isAES128: false)
    default: return nil
    }
  }

  /// Enters a key that cannot be fetched, with those in force beside it.
  private mutating func note(
    _ keys: [Key], beside usable: Key, base: URI, name: String
  ) throws(DownloadError) {
    let number = try number(of: usable, base: base, name: name)
    let others = keys.compactMap { PlannedKey($0, base: base) }.filter { $0 != self.keys[number] }
    if self.keys[number].others.isEmpty { self.keys[number].others = others }
  }

  private mutating func number(of key: Key, base: URI, name: String) throws(DownloadError) -> Int {
    guard let planned = PlannedKey(key, base: base) else {
      _ = try resolve(key.uri ?? "", base, key.line, name)
      throw DownloadError(.wrongSource, "\(name):\(key.line + 1): not an address")
    }
    if planned.isFetchable, !planned.isData { _ = try resolve(key.uri ?? "", base, key.line, name) }
    if let known = keyNumbers[planned] { return known }
    keyNumbers[planned] = keys.count
    keys.append(planned)
    return keys.count - 1
  }
}

/// Which of several keys in force at once is used: they give the same content key (RFC 8216bis, 4.4.4.4).
struct KeyChoice {
  /// One that can be fetched goes first, then one that no system guards, then one whose method is known, then any.
  /// nil where none has a URI.
  let usable: Key?
  let isFetchable: Bool

  init(among keys: [Key], base: URI) {
    // What cannot be resolved is told where it is asked for.
    let fetchable = keys.first { key in
      key.uri != nil && key.method.isKnown && key.keyFormat == "identity"
        && PlannedKey(key, base: base)?.isFetchable != false
    }
    let named = keys.filter { $0.uri != nil }
    isFetchable = fetchable != nil
    usable =
      fetchable ?? named.first { $0.method.isKnown && $0.keyFormat == "identity" }
      ?? named.first { $0.method.isKnown } ?? named.first
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
