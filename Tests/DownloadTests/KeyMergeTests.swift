import BundleStore
import Playlist
import Testing

@testable import Download

/// Keys of what comes to a bundle keep the numbers that the bundle gave them.
@Suite("Merging keys")
struct KeyMergeTests {
  private func planned(_ uri: String) -> PlannedKey {
    PlannedKey(uri: uri, method: .aes128, keyFormat: "identity")
  }

  private func record(_ number: Int, _ source: String, method: String = "AES-128") -> KeyRecord {
    KeyRecord(
      id: "key-\(number)", method: method, keyFormat: "identity", source: source, state: .stored,
      path: BundlePath.key(number))
  }

  private let one = [UInt8](repeating: 1, count: 16)
  private let two = [UInt8](repeating: 2, count: 16)
  private let three = [UInt8](repeating: 3, count: 16)

  @Test("a key that the bundle has keeps its number, others come behind")
  func numbers() {
    let merge = KeyMerge(
      [planned("https://a/x"), planned("https://a/y"), planned("https://a/z")], fetched: [0: three, 2: one],
      sources: [0: "https://a/x", 2: "https://a/z"],
      standing: [(record(0, "https://a/z"), one), (record(1, "https://a/w"), two)])
    #expect(merge.numbers == [0: 2, 2: 0])
    #expect(merge.new == [2])
    #expect(merge.bytes == [one, [], three])
    #expect(merge.keys.map(\.uri) == ["https://a/z", "", "https://a/x"])
  }

  @Test("the same bytes from the same place go before the same bytes from elsewhere, each number once")
  func places() {
    let merge = KeyMerge(
      [planned("https://a/x"), planned("https://a/y"), planned("https://a/z")],
      fetched: [0: one, 1: one, 2: one],
      sources: [0: "https://a/x", 1: "https://a/y", 2: "https://a/z"],
      standing: [(record(0, "https://a/y"), one), (record(1, "https://a/x"), one)])
    #expect(merge.numbers == [0: 1, 1: 0, 2: 2])
    #expect(merge.new == [2])
  }

  @Test("other bytes, another method or a key that is gone are another key")
  func others() {
    let merge = KeyMerge(
      [planned("https://a/x")], fetched: [0: one], sources: [0: "https://a/x"],
      standing: [
        (record(0, "https://a/x"), two), (record(1, "https://a/x", method: "SAMPLE-AES"), one),
        (record(2, "https://a/x"), nil),
      ])
    #expect(merge.numbers == [0: 3] && merge.new == [3])
    // What the plan does not need answers to no KEY line.
    let madeUp = merge.keys.prefix(3).map(\.uri)
    #expect(madeUp == ["", "", ""])
  }
}
