import Addresses
import Files

/// Playlists and media on this machine. Only a playlist that the person named as a file may refer to files,
/// and only to files beneath its own folder.
enum LocalSource {
  /// The `file:` URI of a path; relative paths start at `current`.
  static func uri(of path: String, current: String) throws(DownloadError) -> URI {
    let absolute = path.hasPrefix("/") ? path : "\(current)/\(path)"
    do {
      return try URI("file://" + encoded(absolute))
    } catch {
      throw DownloadError(.usage, "\(path): not a path that can be an address: \(error)")
    }
  }

  /// The path of a `file:` URI; nil when it cannot be one.
  static func path(of uri: URI) -> String? {
    guard uri.scheme == "file", uri.host == nil || uri.host == "" else { return nil }
    guard let decoded = URI.percentDecoded(uri.path), !decoded.utf8.contains(0) else { return nil }
    return decoded
  }

  /// The path relative to the folder of the playlist; nil outside of it.
  static func relativePath(of uri: URI, beneath base: URI) -> String? {
    guard let path = Self.path(of: uri), let root = Self.path(of: base) else { return nil }
    let folder = FilePath.parent(root)
    let prefix = folder == "/" ? "/" : folder + "/"
    guard path.hasPrefix(prefix), path.utf8.count > prefix.utf8.count else { return nil }
    let relative = path.dropFirst(prefix.count)
    // Dots that were written in percent-encoding were not resolved.
    guard !relative.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else { return nil }
    return String(relative)
  }

  /// Refuses a reference that must not be followed.
  /// - Parameter root: the playlist that the person named, where it is a file; nil: only the network.
  static func checkReference(_ uri: URI, root: URI?, place: String) throws(DownloadError) {
    if uri.isHTTP { return }
    guard uri.scheme == "file", let root else {
      throw DownloadError(
        .wrongSource, "\(place): \(uri.scheme): is not followed from a playlist",
        hint: "only http and https are")
    }
    guard uri.query == nil, relativePath(of: uri, beneath: root) != nil else {
      throw DownloadError(
        .wrongSource, "\(place): leads out of the playlist's folder",
        hint: "a playlist in a file refers to files beneath its own folder only")
    }
  }

  private static func encoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2F, 0x2D, 0x2E, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
