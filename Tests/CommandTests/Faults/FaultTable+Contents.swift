import Support

extension FaultTable {
  private static let json = Array("{\"error\":{\"code\":403,\"message\":\"geo\"}}".utf8)
  private static let xml = Array("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>".utf8)
  private static let noise: [UInt8] = (0..<9400).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

  static let contents: [Fault] =
    [.first, .segment, .last, .initialization].flatMap { place -> [Fault] in
      [
        .refused("an HTML page with 200", at: place, says: "HTML") { _ in .file(page, type: "text/html") },
        .refused("an HTML page with 200 that calls itself media", at: place, says: "HTML") { _ in .file(page)
        },
        .refused("JSON with 200", at: place, says: "JSON") { _ in .file(json, type: "application/json") },
        .refused("XML with 200", at: place, says: "XML") { _ in .file(xml, type: "application/xml") },
        .refused("noise with 200", at: place, says: "is of no kind of media") { _ in .file(noise) },
      ]
    }
    + [.multivariant, .media].flatMap { place -> [Fault] in
      [
        .refused("an HTML page with 200", at: place, says: "HTML") { _ in .file(page, type: "text/html") },
        .refused("JSON with 200", at: place, says: "JSON") { _ in .file(json, type: "application/json") },
        .refused("noise with 200", at: place, says: "not an HLS playlist") { _ in .file(noise) },
        .refused("a segment in its place", at: place, says: "not an HLS playlist") { _ in
          .file(TinyTitle.segment(0))
        },
      ]
    } + [
      .refused("a playlist in its place", at: .segment, says: "playlist") { _ in .text(TinyTitle.playlist(1))
      },
      .refused("a multivariant playlist in its place", at: .media, says: "multivariant") { _ in
        .text(TinyTitle.multivariant)
      },
      .refused("a playlist without its end", at: .media, says: "EXT-X-ENDLIST") {
        .text(
          String(decoding: $0.bytes, as: UTF8.self).replacing("#EXT-X-ENDLIST\n", with: "")
            .replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: ""))
      },
      .refused("a playlist without segments", at: .media, says: "segment") { _ in
        .text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n")
      },
      .refused("a segment cut to whole bytes of no packet", at: .segment, says: "188") {
        .file(Array($0.bytes.dropLast(7)))
      },
      .refused("an initialization section cut in a box", at: .initialization, says: "ends inside the box") {
        .file(Array($0.bytes.dropLast(9)), type: "video/mp4")
      },
    ]

  static let keys: [Fault] =
    [0, 1, 15, 17, 32, 260].map { length -> Fault in
      .refused("a key of \(length) bytes", at: .key, says: "\(length) byte") { _ in
        .file([UInt8](repeating: 0x46, count: length))
      }
    } + [
      .refused("an HTML page as the key", at: .key, says: "\(page.count) bytes") { _ in
        .file(page, type: "text/html")
      },
      .refused("a key in hexadecimal digits", at: .key, says: "32 bytes") { _ in
        .file(Array(AES.hex(FaultTitle.key).utf8), type: "text/plain")
      },
      .refused("a megabyte as the key", at: .key, says: "larger than the limit") { _ in
        .file([UInt8](repeating: 7, count: 1 << 20))
      },
      wrongKey,
    ]

  /// The right length, the wrong bytes: seen where the padding of the first segment is wrong.
  private static let wrongKey: Fault = {
    var fault = Fault(
      "another key of the right length", at: .key, .origin { _ in .file([UInt8](repeating: 7, count: 16)) },
      .refused(5, says: "padding"))
    fault.names = "/film/seg"
    return fault
  }()

  // MARK: - Wrong bytes of the right length

  /// One byte with all its bits turned, in what the origin sends.
  private static func flip(
    _ name: String, at place: Fault.Place, title: FaultTitle.Kind? = nil, says: String, byte: Int
  ) -> Fault {
    Fault(name, at: place, title: title, .origin { .file(flipped($0.bytes, byte)) }, .refused(5, says: says))
  }

  /// The same where nothing shows it.
  private static func unseen(
    _ name: String, at place: Fault.Place, title: FaultTitle.Kind? = nil,
    _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> Fault {
    var fault = Fault(name, at: place, title: title, .origin { $0.good }, .whole)
    let path = fault.path
    fault.onlyDigestTells = true
    fault.change = { title in
      if let bytes = title.resources[path]?.bytes { title.resources[path]?.bytes = change(bytes) }
    }
    return fault
  }

  /// - Parameter byte: from the end where it is below zero.
  private static func flipped(_ bytes: [UInt8], _ byte: Int) -> [UInt8] {
    var bytes = bytes
    bytes[byte < 0 ? bytes.count + byte : byte] ^= 0xff
    return bytes
  }

  static let flips: [Fault] = [
    unseen("a byte flipped in the payload of a TS packet", at: .segment) { flipped($0, 100) },
    unseen("a byte flipped in the payload of a TS packet", at: .range) {
      flipped($0, FaultTitle.lonelyOffset + 9)
    },
    unseen("a byte flipped in the media data of a fragment", at: .segment, title: .fragmented) {
      flipped($0, -100)
    },
    unseen("a byte flipped in the middle of an AES-128 segment", at: .segment, title: .encrypted) {
      flipped($0, 4000)
    },
    unseen("whole packets missing, with the length that this has", at: .segment) {
      Array($0.dropLast(188 * 10))
    },
    unseen("two segments exchanged: this one is the first", at: .segment) { _ in TinyTitle.segment(0) },
    flip("the sync byte of a packet flipped", at: .segment, says: "sync", byte: 188 * 20),
    flip("the first byte flipped", at: .segment, says: "is of no kind of media", byte: 0),
    flip(
      "a byte flipped in the last block of an AES-128 segment", at: .segment, title: .encrypted,
      says: "padding",
      byte: -1),
    flip(
      "a byte flipped in the last block but one of an AES-128 segment", at: .segment, title: .encrypted,
      says: "padding", byte: -17),
    flip(
      "the length of the last box flipped", at: .segment, title: .fragmented, says: "box", byte: -6_007),
    flip(
      "the type of the first box flipped", at: .segment, title: .fragmented, says: "is of no kind of media",
      byte: 4),
    flip("the length of a box flipped", at: .initialization, says: "box", byte: 2),
    Fault(
      "an AES-128 segment that is no multiple of 16", at: .segment, title: .encrypted,
      .origin { .file(Array($0.bytes.dropLast(5))) }, .refused(5, says: "not a multiple of 16")),
    Fault(
      "an HTML page with 200 in place of ciphertext", at: .segment, title: .encrypted,
      .origin { _ in .file(page, type: "text/html") }, .refused(5, says: "not a multiple of 16")),
    Fault(
      "a clear segment in place of ciphertext", at: .segment, title: .encrypted,
      .origin { _ in .file(TinyTitle.segment(1)) }, .refused(5, says: "not a multiple of 16")),
  ]
}
