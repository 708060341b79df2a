/// Looks at a body while it streams by: what it is, and whether its outer structure is whole.
///
/// The price is small and constant: a copy of the first 64 KiB, then one byte of each packet, one header of
/// each top-level box, or one header of each audio frame. Nothing else is read or kept.
package struct SegmentInspector: Sendable {
  /// What the playlist promises.
  package enum Expected: Sendable, Hashable {
    /// Media of any container, WebVTT and TTML included.
    case segment
    /// One frame of a segment, by byte range: its 'mdat' may go on beyond the range.
    case iFrame
    /// A Media Initialization Section (EXT-X-MAP).
    case initialization
    /// A picture of an image playlist.
    case image
    /// Ciphertext of AES-128 that nobody here can open: whole blocks, and no error page.
    case opaque
    /// Ciphertext of a method that nobody here knows: no error page.
    case sealed

    /// Nothing can be said of its structure.
    var isHidden: Bool { self == .opaque || self == .sealed }
  }

  private enum Walk: Sendable {
    case undecided
    case packets(PacketGrid)
    case boxes(BoxWalk)
    case frames(FrameWalk)
    case nothing

    mutating func advance(over bytes: Span<UInt8>) {
      switch self {
      case .packets(var grid):
        grid.advance(over: bytes)
        self = .packets(grid)
      case .boxes(var boxes):
        boxes.advance(over: bytes)
        self = .boxes(boxes)
      case .frames(var frames):
        frames.advance(over: bytes)
        self = .frames(frames)
      case .undecided, .nothing: break
      }
    }
  }

  /// What it is, as soon as that is certain; nil before. Known at the latest after `Sniffer.prefixLimit`
  /// bytes.
  package private(set) var content: Content?
  package private(set) var length: Int64 = 0
  private let expected: Expected
  private var prefix: [UInt8] = []
  private var walk = Walk.undecided
  private var nextLook = Self.firstLook

  /// Enough for everything but a disguise.
  private static let firstLook = 4_096

  package init(expected: Expected) {
    self.expected = expected
  }

  /// Takes the next bytes of the body.
  package mutating func receive(_ bytes: Span<UInt8>) {
    length += Int64(bytes.count)
    let kept = min(bytes.count, Sniffer.prefixLimit - prefix.count)
    keep(bytes.extracting(first: kept))
    if case .undecided = walk {
      guard prefix.count >= nextLook else { return }
      look(isWhole: false)
      if case .undecided = walk { return }
      walk.advance(over: bytes.extracting(kept..<bytes.count))
    } else {
      walk.advance(over: bytes)
    }
  }

  /// Ends the body and gives the verdict. The inspector is spent afterwards.
  package mutating func finish() -> Inspection {
    if case .undecided = walk { look(isWhole: true) }
    let content = self.content ?? .unknown
    var holdsMovie = false
    var holdsFragment = false
    if case .boxes(let walk) = walk {
      holdsMovie = walk.holdsMovie
      holdsFragment = walk.holdsFragment
    }
    return Inspection(
      content: content, length: length, problem: contentFault(content) ?? structureFault(), prefix: prefix,
      holdsMovie: holdsMovie, holdsFragment: holdsFragment)
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBufferPointer { prefix.append(contentsOf: $0) }
  }

  /// Sniffs the prefix; leaves the walk undecided when more bytes could change the answer.
  private mutating func look(isWhole: Bool) {
    let found = Sniffer.content(of: prefix.span, isWhole: isWhole)
    let isLast = isWhole || prefix.count >= Sniffer.prefixLimit
    if !isLast, isOpen(found) {
      nextLook = Sniffer.prefixLimit
      return
    }
    content = found
    walk = walk(for: found)
    let seen = prefix
    walk.advance(over: seen.span.extracting(found.prefixLength..<seen.count))
  }

  /// Whether more bytes may turn this answer into another.
  private func isOpen(_ content: Content) -> Bool {
    switch content {
    case .media(let container): container.isPicture
    case .unknown, .empty: true
    case .errorPage, .disguised: false
    }
  }

  private func walk(for content: Content) -> Walk {
    if expected.isHidden { return .nothing }
    switch content.container {
    case .transportStream: return .packets(PacketGrid())
    case .fragmentedMP4, .heic, .avif: return .boxes(BoxWalk())
    case .packedAAC, .packedAC3, .packedEC3, .packedMP3:
      return .frames(
        FrameWalk(skipping: ID3.length(of: prefix.span), container: content.container ?? .unknown))
    default: return .nothing
    }
  }
}

// The verdict.
extension SegmentInspector {
  /// What is wrong by kind alone.
  private func contentFault(_ content: Content) -> MediaFault? {
    switch content {
    case .empty: return MediaFault(.empty, "is empty")
    case .errorPage(let what): return MediaFault(.errorPage, "is \(what), not \(wanted)")
    case .unknown: return expected.isHidden ? nil : MediaFault(.unrecognised, unrecognised)
    case .media(let container), .disguised(_, _, let container): return kindFault(container)
    }
  }

  private var wanted: String {
    switch expected {
    case .segment, .iFrame: "media"
    case .initialization: "an initialization section"
    case .image: "an image"
    case .opaque, .sealed: "encrypted media"
    }
  }

  private func kindFault(_ container: Container) -> MediaFault? {
    let fits =
      switch expected {
      case .segment, .iFrame: !container.isPicture
      // A TS segment may be its own initialization (RFC 8216bis, 3.1.1), and so may WebVTT's header (3.1.4).
      case .initialization: [.fragmentedMP4, .transportStream, .webVTT].contains(container)
      case .image: container.isPicture
      case .opaque, .sealed: true
      }
    return fits ? nil : MediaFault(.wrongKind, "is \(container.name), not \(wanted)")
  }

  /// The likeliest reason why nothing is recognised.
  private var unrecognised: String {
    let bytes = prefix.span
    if bytes.holds(bytes: [0x1f, 0x8b]) { return "is gzip data, not \(wanted)" }
    if bytes.holds("OggS") { return "is an Ogg file, which HLS does not have" }
    if bytes.holds(bytes: [0x1a, 0x45, 0xdf, 0xa3]) { return "is a Matroska file, which HLS does not have" }
    let isBlank = prefix.prefix(1_024).allSatisfy { $0 == 0 }
    return isBlank ? "begins with zeros, not \(wanted)" : "is of no kind of media that HLS has"
  }

  private func structureFault() -> MediaFault? {
    if expected == .opaque {
      return length % 16 == 0
        ? nil : MediaFault(.cut, "is \(grouped(length)) bytes, not a multiple of 16 as AES needs")
    }
    switch walk {
    case .packets(let grid): return grid.fault
    case .frames(let frames): return expected == .iFrame ? nil : frames.fault
    case .boxes(let boxes): return boxFault(boxes)
    case .undecided, .nothing: return nil
    }
  }

  private func boxFault(_ boxes: BoxWalk) -> MediaFault? {
    if let fault = boxes.fault(allowingCutData: expected == .iFrame) { return fault }
    guard content?.container == .fragmentedMP4 else { return nil }
    if expected == .initialization {
      return boxes.holdsMovie ? nil : MediaFault(.damaged, "has no 'moov' box")
    }
    return boxes.holdsMovie || boxes.holdsFragment
      ? nil : MediaFault(.damaged, "has neither a 'moof' nor a 'moov' box")
  }
}
