import Foundation

/// A title under AES-128 whose keys change. ffmpeg's own rotation depends on the clock, so openssl encrypts the
/// finished segments: the same bytes every time.
extension Producers {
  /// What one segment is encrypted with.
  private struct Protection {
    let key: String
    /// As written in the playlist; nil means that it follows from the media sequence number.
    let iv: [UInt8]?
  }

  /// The first media sequence number: not 0, so that an implicit IV says whether it was kept.
  private static let firstSequenceNumber = 7

  /// By the segment's place: two under one key with an IV, one under a second without, one clear,
  /// one under a third without, the rest under the first again with another IV.
  private static func protection(of place: Int) -> Protection? {
    switch place {
    case 0, 1: Protection(key: "one", iv: Array(0x10..<0x20))
    case 2: Protection(key: "two", iv: nil)
    case 3: nil
    case 4: Protection(key: "three", iv: nil)
    default: Protection(key: "one", iv: Array(0xA0..<0xB0))
    }
  }

  private static let keys: [String: [UInt8]] = [
    "one": [UInt8](repeating: 0x11, count: 16), "two": Array(0x20..<0x30), "three": Array(0xF0...0xFF),
  ]

  static func makeRotatedKeys(in folder: TitleFolder) async throws {
    try await folder.ffmpeg(
      variants(of: sourceMedia(), seconds: 2, options: "-hls_segment_filename %v/%d.ts"))
    try folder.makeFolder("keys")
    for (name, key) in keys { try folder.write(key, to: "keys/\(name).key") }
    for name in ["high", "low", "english", "french"] { try await encrypt(name, in: folder) }
  }

  private static func encrypt(_ name: String, in folder: TitleFolder) async throws {
    var place = 0
    var written: [String] = []
    for line in try folder.lines("\(name)/index.m3u8") {
      if line.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") {
        written.append("#EXT-X-MEDIA-SEQUENCE:\(firstSequenceNumber)")
        continue
      }
      if line.hasPrefix("#EXTINF:"), let tag = keyTag(before: place) { written.append(tag) }
      written.append(line)
      guard !line.hasPrefix("#") else { continue }
      if let protection = protection(of: place) {
        try await encrypt("\(name)/\(line)", place, protection, in: folder)
      }
      place += 1
    }
    try folder.write(written, to: "\(name)/index.m3u8")
  }

  /// The EXT-X-KEY to write before a segment; nil where the one before still holds.
  private static func keyTag(before place: Int) -> String? {
    let now = protection(of: place)
    let before = place > 0 ? protection(of: place - 1) : nil
    guard now?.key != before?.key || now?.iv != before?.iv else { return nil }
    guard let now else { return "#EXT-X-KEY:METHOD=NONE" }
    let iv = now.iv.map { ",IV=0x\(hexadecimal($0))" } ?? ""
    return "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/\(now.key).key\"\(iv)"
  }

  private static func encrypt(
    _ file: String, _ place: Int, _ protection: Protection, in folder: TitleFolder
  ) async throws {
    let number = UInt8(firstSequenceNumber + place)
    let iv = protection.iv ?? [UInt8](repeating: 0, count: 15) + [number]
    let clear = folder.path("\(file).clear")
    try FileManager.default.moveItem(atPath: folder.path(file), toPath: clear)
    try await Tools.run(
      "openssl",
      [
        "enc", "-aes-128-cbc", "-K", hexadecimal(keys[protection.key] ?? []), "-iv", hexadecimal(iv),
        "-in", clear, "-out", folder.path(file),
      ])
    try FileManager.default.removeItem(atPath: clear)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02X", $0) }.joined()
  }
}
