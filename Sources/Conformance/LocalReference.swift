/// A URI of a local playlist, which must be the relative path of a file in the same bundle.
enum LocalReference: Hashable {
  /// The path it means, relative to the bundle.
  case path(String)
  /// It leaves the bundle; the text says how.
  case outside(String)
  /// It is no plain relative path; the text says why.
  case notPlain(String)

  /// - Parameter folder: where the playlist stands, relative to the bundle.
  init(_ text: String, in folder: String) {
    let bytes = Array(text.utf8)
    if let scheme = LocalReference.scheme(of: bytes) {
      self = .outside("names an address (\(scheme):)")
      return
    }
    if bytes.first == UInt8(ascii: "/") {
      self = .outside("names an absolute path")
      return
    }
    guard !bytes.isEmpty, bytes.allSatisfy(LocalReference.isPlain) else {
      self = .notPlain(bytes.isEmpty ? "names nothing" : "names what is no plain relative path")
      return
    }
    var steps = folder.isEmpty ? [] : folder.split(separator: "/").map(String.init)
    for step in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if step.elementsEqual("..".utf8) {
        guard steps.popLast() != nil else {
          self = .outside("names a path that leaves the bundle")
          return
        }
      } else if step.isEmpty || step.elementsEqual(".".utf8) {
        self = .notPlain("names a path with an empty step")
        return
      } else {
        steps.append(String(decoding: step, as: UTF8.self))
      }
    }
    self = .path(steps.joined(separator: "/"))
  }

  /// Letters, digits, `.`, `_`, `-` and `/`: what names of a bundle consist of.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// The scheme of an absolute URI (RFC 3986, 3.1), at most 32 bytes of it; nil for a relative reference.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[..<colon].allSatisfy({ isPlain($0) && $0 != UInt8(ascii: "/") || $0 == UInt8(ascii: "+") })
    else { return nil }
    return String(decoding: bytes[..<min(colon, 32)], as: UTF8.self)
  }
}
