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
  /// What was had of them; left out where they are not needed.
  private(set) var contents: [ObtainedKey]
  /// Numbers of keys that the bundle did not have.
  private(set) var new: [Int] = []

  /// A key as the bundle has it.
  struct Standing: Sendable {
    let record: KeyRecord
    /// Of its file; nil where there is none.
    let bytes: [UInt8]?

    var content: ObtainedKey { ObtainedKey(record, bytes: bytes) }

    /// Whether it was made for the same KEY line.
    func isNamed(_ key: PlannedKey, _ source: String?) -> Bool {
      record.source == source && isOfKind(key)
    }

    fileprivate func isOfKind(_ key: PlannedKey) -> Bool {
      record.method == key.method.text && record.keyFormat == key.keyFormat
    }

    fileprivate func holds(_ content: ObtainedKey.Content, from source: String?) -> Bool {
      switch content {
      case .omitted: record.state == .omitted && record.source == source
      case .clear(let octets): record.state == .stored && bytes == octets
      case .opaque(let octets): record.state == .opaque && bytes == octets
      }
    }
  }

  /// - Parameters:
  ///   - obtained: the plan's keys that are needed, by number.
  ///   - sources: where each of them came from, as a manifest tells it.
  ///   - standing: the bundle's keys, with their bytes where they are stored.
  init(
    _ planned: [PlannedKey], obtained: [Int: ObtainedKey], sources: [Int: String], standing: [Standing]
  ) {
    // No address is empty, so that no KEY line is taken for one of these.
    keys = standing.map { _ in PlannedKey(uri: "", method: .aes128, keyFormat: "") }
    contents = standing.map { _ in .omitted }
    var free = Set(standing.indices)
    for (number, key) in obtained.sorted(by: { $0.key < $1.key }) {
      let plan = planned[number]
      let same = standing.indices.filter { index in
        free.contains(index) && standing[index].isOfKind(plan)
          && standing[index].holds(key.content, from: sources[number])
      }
      if let index = same.first(where: { standing[$0].record.source == sources[number] }) ?? same.first {
        free.remove(index)
        numbers[number] = index
        keys[index] = plan
        contents[index] = key
      } else {
        numbers[number] = keys.count
        new.append(keys.count)
        keys.append(plan)
        contents.append(key)
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
