import Foundation
import Playlist
import Testing

/// One playlist of Tests/Fixtures and, beside it, what is expected of it.
struct Fixture: Sendable, CustomTestStringConvertible {
  let path: String
  let bytes: [UInt8]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// Every playlist beneath a folder of Tests/Fixtures, in the order of their paths.
  static func all(in folder: String) -> [Fixture] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    let paths = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".m3u8") }.sorted()
    return paths.map { path in
      // A file that cannot be read gives no bytes, and so fails its test.
      let data = (try? Data(contentsOf: base.appending(path: path))) ?? Data()
      return Fixture(path: "\(folder)/\(path)", bytes: Array(data))
    }
  }

  var testDescription: String { path }

  private var expectedFile: URL {
    Self.root.appending(path: path).deletingPathExtension().appendingPathExtension("expected")
  }

  /// The text of the file `.expected` beside the playlist; nil when there is none. With RECORD_FIXTURES set in
  /// the environment `actual` is written there, to be looked at before it is committed.
  func expected(orRecord actual: String) -> String? {
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      // A file that cannot be written shows in the comparison that follows.
      try? Data(actual.utf8).write(to: expectedFile)
    }
    guard let data = try? Data(contentsOf: expectedFile) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
