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

  private func clear(_ bytes: [UInt8]) -> ObtainedKey { ObtainedKey(content: .clear(bytes)) }

  private func standing(
    _ number: Int, _ source: String, _ bytes: [UInt8]?, method: String = "AES-128",
    state: KeyRecord.State = .stored
  ) -> KeyMerge.Standing {
    let record = KeyRecord(
      id: "key-\(number)", method: method, keyFormat: "identity", source: source, state: state,
      path: bytes == nil ? nil : BundlePath.key(number))
    return KeyMerge.Standing(record: record, bytes: bytes)
  }

  private let one = [UInt8](repeating: 1, count: 16)
  private let two = [UInt8](repeating: 2, count: 16)
  private let three = [UInt8](repeating: 3, count: 16)

  @Test("a key that the bundle has keeps its number, others come behind")
  func numbers() {
    let merge = KeyMerge(
      [planned("https://a/x"), planned("https://a/y"), planned("https://a/z")],
      obtained: [0: clear(three), 2: clear(one)],
      sources: [0: "https://a/x", 2: "https://a/z"],
      standing: [standing(0, "https://a/z", one), standing(1, "https://a/w", two)])
    #expect(merge.numbers == [0: 2, 2: 0])
    #expect(merge.new == [2])
    #expect(merge.contents.map(\.clearBytes) == [one, [], three])
    #expect(merge.keys.map(\.uri) == ["https://a/z", "", "https://a/x"])
  }

  @Test("the same bytes from the same place go before the same bytes from elsewhere, each number once")
  func places() {
    let merge = KeyMerge(
      [planned("https://a/x"), planned("https://a/y"), planned("https://a/z")],
      obtained: [0: clear(one), 1: clear(one), 2: clear(one)],
      sources: [0: "https://a/x", 1: "https://a/y", 2: "https://a/z"],
      standing: [standing(0, "https://a/y", one), standing(1, "https://a/x", one)])
    #expect(merge.numbers == [0: 1, 1: 0, 2: 2])
    #expect(merge.new == [2])
  }

  @Test("other bytes, another method or a key that is gone are another key")
  func others() {
    let merge = KeyMerge(
      [planned("https://a/x")], obtained: [0: clear(one)], sources: [0: "https://a/x"],
      standing: [
        standing(0, "https://a/x", two), standing(1, "https://a/x", one, method: "SAMPLE-AES"),
        standing(2, "https://a/x", nil),
      ])
    #expect(merge.numbers == [0: 3] && merge.new == [3])
    // What the plan does not need answers to no KEY line.
    let madeUp = merge.keys.prefix(3).map(\.uri)
    #expect(madeUp == ["", "", ""])
  }

  @Test("a key that was left out is the same by its place alone, one in its system's form never a clear one")
  func forms() {
    let keys = [planned("https://a/x"), planned("https://a/y"), planned("https://a/z")]
    let merge = KeyMerge(
      keys, obtained: [0: .omitted, 1: .omitted, 2: clear(one)],
      sources: [0: "https://a/x", 1: "https://a/y", 2: "https://a/z"],
      standing: [
        standing(0, "https://a/w", nil, state: .omitted), standing(1, "https://a/y", nil, state: .omitted),
        standing(2, "https://a/z", one, state: .opaque),
      ])
    #expect(merge.numbers == [0: 3, 1: 1, 2: 4])
  }
}
