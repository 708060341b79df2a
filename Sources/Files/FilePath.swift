/// Paths as text: cut and joined by their bytes, with no look at the disk.
package enum FilePath {
  /// One path after another, with exactly one `/` between. An absolute second path stands alone.
  package static func join(_ first: String, _ second: String) -> String {
    if first.isEmpty || isAbsolute(second) { return second }
    if second.isEmpty { return first }
    return first.utf8.last == slash ? first + second : first + "/" + second
  }

  /// Whether the path starts at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// What follows the last `/`, those at the end aside; `/` for the root, empty for the empty path.
  package static func lastComponent(_ path: String) -> String {
    let trimmed = withoutTrailingSlashes(path)
    guard trimmed != "/", let cut = trimmed.utf8.lastIndex(of: slash) else { return trimmed }
    return String(trimmed[trimmed.utf8.index(after: cut)...])
  }

  /// The folder that holds the path: `.` where the path is a bare name, `/` for what stands at the root.
  package static func parent(_ path: String) -> String {
    let trimmed = withoutTrailingSlashes(path)
    guard let cut = trimmed.utf8.lastIndex(of: slash) else { return "." }
    let parent = withoutTrailingSlashes(String(trimmed[..<cut]))
    return parent.isEmpty ? "/" : parent
  }

  /// The path without the slashes at its end; the root stays `/`.
  package static func withoutTrailingSlashes(_ path: String) -> String {
    guard path.utf8.last == slash else { return path }
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "/" }
    return String(path[...last])
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }
}
