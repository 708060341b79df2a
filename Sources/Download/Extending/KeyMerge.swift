import Addresses
import BundleStore
import Digest
import Playlist

/// The keys of a plan for a bundle on disk: those that it has keep their numbers, since listings count by them.
struct KeyMerge: Sendable {
  /// The bundle's number for each of the plan's keys that is needed.
  private(set) var numbers: [Int: Int] = [:]
  /// The plan's keys by the bundle's numbers; those that the plan does not need are made up.
  private(set) var keys: [PlannedKey]
  /// Their bytes; empty where they are not needed.
  private(set) var bytes: [[UInt8]]
  /// Numbers of keys that the bundle did not have.
  private(set) var new: [Int] = []

  /// - Parameters:
  ///   - fetched: bytes of the plan's keys that are needed, by number.
  ///   - sources: where each of them came from, as a manifest tells it.
  ///   - standing: the bundle's keys, with their bytes where they are stored.
  init(
    _ planned: [PlannedKey], fetched: [Int: [UInt8]], sources: [Int: String],
    standing: [(record: KeyRecord, bytes: [UInt8]?)]
  ) {
    // No address is empty, so that no KEY line is taken for one of these.
    keys = standing.map { _ in PlannedKey(uri: "", method: .aes128, keyFormat: "") }
    bytes = standing.map { _ in [] }
    var free = Set(standing.indices)
    for (number, octets) in fetched.sorted(by: { $0.key < $1.key }) {
      let key = planned[number]
      let same = standing.indices.filter { index in
        let record = standing[index].record
        return free.contains(index) && standing[index].bytes == octets && record.method == key.method.text
          && record.keyFormat == key.keyFormat
      }
      if let index = same.first(where: { standing[$0].record.source == sources[number] }) ?? same.first {
        free.remove(index)
        numbers[number] = index
        keys[index] = key
        bytes[index] = octets
      } else {
        numbers[number] = keys.count
        new.append(keys.count)
        keys.append(key)
        bytes.append(octets)
      }
    }
  }
}

extension PlannedStream {
  /// The numbers of the plan's keys that the stream's playlist names.
  func keyNumbers(among keys: [PlannedKey]) -> Set<Int> {
    let numbers = KeyNumbers(keys, base: uri)
    var needed = Set(pieces.compactMap { $0.cipher?.key })
    for key in playlist.keySets.joined() { if let number = numbers.number(of: key) { needed.insert(number) } }
    return needed
  }
}
