/// Names what came in place of a playlist, so that a person sees what went wrong.
enum ForeignText {
  /// "an HTML page", "JSON"…; nil for what may be a playlist.
  static func name(of bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return "an empty text" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "text in UTF-16" }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = bytes[mark...].firstIndex { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
    guard let start else { return "an empty text" }
    let head = Array(bytes[start...].prefix(1024))
    if head.starts(with: "#EXTM3U".utf8) { return nil }
    return binaryName(head) ?? textName(head)
  }

  private static func binaryName(_ head: [UInt8]) -> String? {
    if head.starts(with: [0x1F, 0x8B]) { return "gzip data" }
    if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "zstd data" }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || head.starts(with: [0xFF, 0xD8, 0xFF]) {
      return "a picture"
    }
    if head.starts(with: "GIF8".utf8) { return "a picture" }
    if head.starts(with: "%PDF".utf8) { return "a PDF document" }
    if head.starts(with: "PK\u{3}\u{4}".utf8) { return "a zip archive" }
    let isTransportStream = head.first == 0x47 && (head.count <= 188 || head[188] == 0x47) && head.contains(0)
    let box = head.dropFirst(4).prefix(4)
    let boxes = ["ftyp", "styp", "moov", "moof", "sidx"]
    if isTransportStream || boxes.contains(where: { box.elementsEqual($0.utf8) }) { return "a media file" }
    if head.starts(with: "ID3".utf8) { return "a media file" }
    return nil
  }

  private static func textName(_ head: [UInt8]) -> String? {
    let lowered = String(decoding: head, as: UTF8.self).lowercased()
    if lowered.hasPrefix("<") {
      if lowered.contains("<html") || lowered.contains("<!doctype html") || lowered.contains("<body") {
        return "an HTML page"
      }
      if lowered.contains("<mpd") { return "a DASH manifest" }
      if lowered.contains("<smoothstreamingmedia") { return "a Smooth Streaming manifest" }
      return lowered.hasPrefix("<?xml") ? "an XML document" : "an HTML or XML text"
    }
    if lowered.hasPrefix("[playlist]") { return "a PLS list" }
    if lowered.hasPrefix("{") || lowered.hasPrefix("[") || lowered.hasPrefix("\"") { return "JSON" }
    if lowered.hasPrefix("webvtt") { return "a WebVTT file" }
    if lowered.hasPrefix("#") { return nil }
    let isAddress = lowered.hasPrefix("http://") || lowered.hasPrefix("https://")
    return isAddress ? "a plain M3U list" : "plain text"
  }
}
