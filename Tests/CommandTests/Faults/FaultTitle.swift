import Support

/// The titles that faults strike: three short segments, made by hand.
struct FaultTitle: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// Three TS files.
    case plain
    /// The same under AES-128 with one key.
    case encrypted
    /// The same in one file: two adjacent ranges, a gap of one packet, one more range.
    case ranged
    /// An initialization section and three MP4 fragments.
    case fragmented

    init(of place: Fault.Place) {
      self =
        switch place {
        case .key: .encrypted
        case .initialization: .fragmented
        case .range, .ranges: .ranged
        default: .plain
        }
    }

    /// Of its segments' names.
    var suffix: String { self == .fragmented ? "m4s" : "ts" }
  }

  struct Resource: Sendable {
    var bytes: [UInt8]
    var type: String
  }

  static let key: [UInt8] = (0..<16).map { 0x40 + $0 * 7 }
  /// Where the range that is asked for by itself begins.
  static let lonelyOffset = 2 * TinyTitle.packets * 188 + 188
  /// A token that stands in the address of every segment and key.
  static let signature = "Sig7hK2qPz9LmXw4TnB6"

  let kind: Kind
  /// What the origin holds, by path.
  var resources: [String: Resource] = [:]

  /// What the bundle must hold, in order.
  var segments: [[UInt8]] {
    if kind == .ranged {
      let all = bytes("/film/all.ts")
      let size = TinyTitle.packets * 188
      return [0, size, Self.lonelyOffset].map { Array(all[$0..<min($0 + size, all.count)]) }
    }
    return (0..<3).map { bytes("/film/seg\($0).\(kind.suffix)") }
  }

  var initialization: [UInt8]? { resources["/film/init.mp4"]?.bytes }
  var key: [UInt8]? { resources["/film/key"]?.bytes }

  private func bytes(_ path: String) -> [UInt8] { resources[path]?.bytes ?? [] }

  static func make(_ kind: Kind) async throws -> FaultTitle {
    var title = FaultTitle(kind: kind)
    title.add("master.m3u8", Array(TinyTitle.multivariant.utf8), "application/vnd.apple.mpegurl")
    title.add("video.m3u8", Array(playlist(kind).utf8), "application/vnd.apple.mpegurl")
    switch kind {
    case .plain:
      for number in 0..<3 { title.add("seg\(number).ts", TinyTitle.segment(number)) }
    case .encrypted:
      title.add("key", key, "application/octet-stream")
      for number in 0..<3 {
        title.add(
          "seg\(number).ts",
          try await AES.encrypted(TinyTitle.segment(number), key: key, sequence: UInt8(number)))
      }
    case .ranged:
      title.add(
        "all.ts",
        TinyTitle.segment(0) + TinyTitle.segment(1) + TinyTitle.segment(9).prefix(188) + TinyTitle.segment(2))
    case .fragmented:
      title.add("init.mp4", TinyMovie.initialization, "video/mp4")
      for number in 0..<3 { title.add("seg\(number).m4s", TinyMovie.fragment(number), "video/mp4") }
    }
    return title
  }

  private mutating func add(_ name: String, _ bytes: [UInt8], _ type: String = "video/mp2t") {
    resources["/film/\(name)"] = Resource(bytes: bytes, type: type)
  }

  private static func playlist(_ kind: Kind) -> String {
    var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    if kind == .encrypted { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"key?sig=\(signature)\"\n" }
    if kind == .fragmented { text += "#EXT-X-MAP:URI=\"init.mp4?sig=\(signature)\"\n" }
    let size = TinyTitle.packets * 188
    for (number, offset) in [0, size, lonelyOffset].enumerated() {
      text += "#EXTINF:4.0,\n"
      if kind == .ranged {
        text += "#EXT-X-BYTERANGE:\(size)@\(offset)\nall.ts?sig=\(signature)\n"
      } else {
        text += "seg\(number).\(kind.suffix)?sig=\(signature)\n"
      }
    }
    return text + "#EXT-X-ENDLIST\n"
  }
}

/// A movie of one video track, made by hand: what an inspector wants to see and no more.
enum TinyMovie {
  static let initialization: [UInt8] =
    box("ftyp", Array("iso6".utf8) + big(0, 4) + Array("iso6".utf8))
    + box("moov", box("trak", box("tkhd", big(0, 12) + big(1, 4) + big(0, 68)) + media) + extends)

  /// A fragment of one sample, told apart by its number.
  static func fragment(_ number: Int) -> [UInt8] {
    let header = box("tfhd", big(0x020000, 4) + big(1, 4))
    let time = box("tfdt", big(0, 4) + big(number * 51_200, 4))
    let run = box("trun", big(0x000301, 4) + big(1, 4) + big(92, 4) + big(51_200, 4) + big(6_000, 4))
    let moof = box("moof", box("mfhd", big(0, 4) + big(number + 1, 4)) + box("traf", header + time + run))
    return moof + box("mdat", [UInt8](repeating: UInt8(truncatingIfNeeded: number + 1), count: 6_000))
  }

  private static let media: [UInt8] = {
    let mdhd = box("mdhd", big(0, 12) + big(12_800, 4) + big(0, 4) + big(0x55c4, 2) + big(0, 2))
    let hdlr = box("hdlr", big(0, 8) + Array("vide".utf8) + big(0, 12) + [0])
    let avcC = box("avcC", [1, 0x42, 0xc0, 0x0b, 0xff, 0xe0, 0])
    let entry = box("avc1", big(0, 6) + big(1, 2) + big(0, 16) + big(160, 2) + big(90, 2) + big(0, 50) + avcC)
    let stbl = box("stbl", box("stsd", big(0, 4) + big(1, 4) + entry) + box("stts", big(0, 8)))
    return box("mdia", mdhd + hdlr + box("minf", stbl))
  }()

  private static let extends = box(
    "mvex", box("trex", big(0, 4) + big(1, 4) + big(1, 4) + big(51_200, 4) + big(0, 8)))

  /// A box with its header.
  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    big(payload.count + 8, 4) + Array(type.utf8) + payload
  }

  /// A big-endian number of `size` bytes.
  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
