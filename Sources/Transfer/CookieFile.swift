package import Files
import Glibc

/// A cookie jar as curl, wget and browsers' exports have it: one cookie a line, seven parts with tabs between them.
package struct CookieFile: Sendable {
  /// The most bytes of a jar.
  package static let sizeLimit = 4 << 20
  /// The longest line that libcurl takes, in bytes.
  private static let lineLimit = 5_000

  /// Where it is, and is written back.
  package let path: String
  /// The cookies, one a line; comments are left out.
  let lines: [String]

  /// Reads a jar. One that is not there is empty: its folder has to be.
  /// - Throws: when it cannot be read, is no regular file, is longer than 4 MiB, or holds lines none of which is
  ///   a cookie.
  package static func read(_ path: String) throws(SystemError) -> CookieFile {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile.open(path).readAll(limit: sizeLimit)
    } catch {
      guard error.isAbsent else { throw error }
      _ = try Folder.open(folder(of: path))
      return CookieFile(path: path, lines: [])
    }
    let written = bytes.split(whereSeparator: { $0 == 10 || $0 == 13 })
    let lines = written.filter(isCookie).map { String(decoding: $0, as: UTF8.self) }
    guard !lines.isEmpty || written.allSatisfy({ $0.first == UInt8(ascii: "#") || isBlank($0) }) else {
      throw SystemError(
        code: EINVAL, deed: "reading \(path)", reason: "not a cookie file in Netscape's format")
    }
    return CookieFile(path: path, lines: lines)
  }

  /// Puts these cookies in the jar's place: mode 0600, the old jar or the new one at every instant. A link is
  /// followed, so that it stays one.
  func write(_ lines: [String]) throws(SystemError) {
    let text = "# Netscape HTTP Cookie File\n# Written by hlspack.\n\n" + lines.map { $0 + "\n" }.joined()
    guard text.utf8.count <= Self.sizeLimit else { throw SystemError(code: EFBIG, deed: "writing \(path)") }
    var target = path
    if let real = realpath(path, nil) {
      target = String(cString: real)
      free(real)
    }
    try Folder.open(Self.folder(of: target))
      .writeWhole(FilePath.lastComponent(target), Array(text.utf8), mode: 0o600)
  }

  private static func folder(of path: String) -> String {
    let parent = FilePath.parent(path)
    return parent.isEmpty ? "." : parent
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == 32 || $0 == 9 } }

  /// Whether a line is a cookie and nothing that libcurl would take for an order or for a field of an answer.
  private static func isCookie(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= lineLimit, line.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
      return false
    }
    let isComment = line.first == UInt8(ascii: "#") && !line.starts(with: "#HttpOnly_".utf8)
    let parts = line.split(separator: 9, omittingEmptySubsequences: false)
    guard !isComment, parts.count == 7, let domain = parts.first, !domain.isEmpty else { return false }
    return !domain.contains(UInt8(ascii: ":")) && !domain.contains(32)
  }
}
