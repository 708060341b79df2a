import Foundation
import Testing

/// A playlist of Tests/Fixtures.
struct Fixture: Sendable, CustomTestStringConvertible {
  let path: String
  let bytes: [UInt8]

  /// Every playlist beneath a folder of Tests/Fixtures, in the order of their paths.
  static func all(in folder: String) -> [Fixture] {
    let base = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(folder)")
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    let paths = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".m3u8") }.sorted()
    return paths.map { path in
      // A file that cannot be read gives no bytes, and so fails its test.
      let data = (try? Data(contentsOf: base.appending(path: path))) ?? Data()
      return Fixture(path: "\(folder)/\(path)", bytes: Array(data))
    }
  }

  var testDescription: String { path }
}
