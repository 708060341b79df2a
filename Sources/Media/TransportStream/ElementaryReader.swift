/// Reads the packets of one elementary stream until its codec and its first time are known.
struct ElementaryReader {
  /// How much of one packetized unit is kept: parameter sets stand at its start.
  private static let keptLimit = 16_384
  /// How many units without what is looked for are read.
  private static let unitLimit = 512
  /// How many parameter sets, and how many places of a frame, are tried in a unit.
  private static let setLimit = 8
  private static let frameSearch = 2_048

  private(set) var facts: TrackFacts
  private(set) var isKnown = false
  private let type: StreamType
  private var unit: [UInt8] = []
  private var isCollecting = false
  private var unitCount = 0

  init?(type number: Int, pid: Int, descriptors range: Range<Int>, of bytes: Span<UInt8>) {
    let descriptors = Descriptors(range, of: bytes)
    guard let type = StreamType(number, descriptors: descriptors) else { return nil }
    self.type = type
    facts = TrackFacts(kind: type.isVideo ? .video : .audio, codec: type.codec, id: pid)
    facts.encrypted = [0xdb, 0xcf, 0xc1, 0xc2].contains(number)
    facts.language = descriptors.language
    facts.timescale = 90_000
    if type == .opus {
      facts.sampleRate = 48_000
      facts.channels = descriptors.opusChannels.flatMap { (1...8).contains($0) ? $0 : nil }
    }
  }

  mutating func read(_ payload: Range<Int>, of bytes: Span<UInt8>, isStart: Bool, isScrambled: Bool) {
    if isScrambled {
      facts.encrypted = true
      isKnown = true
      return
    }
    if isStart {
      examine()
      unit.removeAll(keepingCapacity: true)
      isCollecting = !isKnown
    }
    guard isCollecting else { return }
    let room = Self.keptLimit - unit.count
    unit += bytes.copy(payload.lowerBound..<min(payload.upperBound, payload.lowerBound + room))
    guard unit.count >= Self.keptLimit else { return }
    examine()
    isCollecting = false
  }

  /// The stream ends: what was collected counts.
  mutating func finish() {
    if isCollecting { examine() }
  }

  /// Looks into the unit collected so far (PES packet, 2.4.3.6).
  private mutating func examine() {
    guard isCollecting, !isKnown else { return }
    isCollecting = false
    let unit = self.unit
    let bytes = unit.span
    guard bytes.holds(bytes: [0, 0, 1]), let flags = bytes.u8(7), let length = bytes.u8(8) else { return }
    if facts.firstPTS == nil, flags & 0x80 != 0 { facts.firstPTS = Self.time(at: 9, in: bytes) }
    guard 9 + length < bytes.count else { return }
    readCodec(bytes.extracting(9 + length..<bytes.count))
    unitCount += 1
    if unitCount >= Self.unitLimit { isKnown = true }
  }

  /// 33 bits with three marker bits among them.
  private static func time(at: Int, in bytes: Span<UInt8>) -> UInt64? {
    guard let head = bytes.u8(at), let middle = bytes.u16(at + 1), let low = bytes.u16(at + 3) else {
      return nil
    }
    return UInt64(head >> 1 & 7) << 30 | UInt64(middle >> 1) << 15 | UInt64(low >> 1)
  }

  private mutating func readCodec(_ data: Span<UInt8>) {
    switch type {
    case .avc, .hevc: readParameterSet(data)
    case .mpeg2Video: readSequenceHeader(data)
    case .opus: isKnown = true
    case .latm:
      guard let config = LATM.configuration(in: data) else { return }
      config.apply(to: &facts)
      isKnown = true
    case .aac, .ac3, .ec3, .mpegAudio: readFrame(data)
    }
  }

  /// The first parameter set of the unit. A start code, or the end of a unit kept whole, ends it.
  private mutating func readParameterSet(_ data: Span<UInt8>) {
    var at = 0
    var tried = 0
    while at < data.count - 3, tried < Self.setLimit {
      guard data[at] == 0, data[at + 1] == 0, data[at + 2] == 1 else {
        at += 1
        continue
      }
      at += 3
      let kind = type == .avc ? data[at] & 0x1f : data[at] >> 1 & 0x3f
      guard kind == (type == .avc ? 7 : 33) else { continue }
      tried += 1
      read(parameterSet: data.copy(at..<at + NALUnit.setLimit))
      if isKnown { return }
    }
  }

  private mutating func read(parameterSet: [UInt8]) {
    if type == .avc, let set = AVCParameterSet(parameterSet) {
      facts.codec = set.codec
      (facts.width, facts.height) = (set.width, set.height)
      facts.frameRate = set.frameRate
      facts.bitDepth = set.bitDepth
      facts.transferCharacteristics = set.transferCharacteristics
      isKnown = true
    } else if type == .hevc, let set = HEVCParameterSet(parameterSet) {
      facts.codec = set.codec
      (facts.width, facts.height) = (set.width, set.height)
      facts.frameRate = set.frameRate
      facts.bitDepth = set.bitDepth
      facts.transferCharacteristics = set.transferCharacteristics
      isKnown = true
    }
  }

  /// ISO/IEC 13818-2, 6.2.2.1.
  private mutating func readSequenceHeader(_ data: Span<UInt8>) {
    var at = 0
    while at < data.count - 7 {
      if data.holds(bytes: [0, 0, 1, 0xb3], at: at), let size = data.u24(at + 4) {
        (facts.width, facts.height) = (size >> 12, size & 0xfff)
        isKnown = true
        return
      }
      at += 1
    }
  }

  /// The first audio frame that the next one, or the end of what is kept, confirms.
  private mutating func readFrame(_ data: Span<UInt8>) {
    let wanted = wantedFrames
    for at in 0..<max(0, min(data.count - FrameHeader.headerLength, Self.frameSearch)) {
      guard let header = FrameHeader(at: at, in: data), wanted.contains(header.container) else { continue }
      let next = FrameHeader(at: at + header.length, in: data)
      guard next?.container == header.container || at + header.length > data.count - FrameHeader.headerLength
      else {
        continue
      }
      guard let found = PackedAudio.facts(of: data.extracting(at..<data.count), header.container) else {
        continue
      }
      facts.codec = found.codec
      facts.channels = found.channels
      facts.sampleRate = found.sampleRate
      isKnown = true
      return
    }
  }

  private var wantedFrames: Set<Container> {
    switch type {
    case .aac: [.packedAAC]
    // Each is found under the other's stream type.
    case .ac3, .ec3: [.packedAC3, .packedEC3]
    default: [.packedMP3]
    }
  }
}
