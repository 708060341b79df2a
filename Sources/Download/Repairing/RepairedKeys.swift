import Addresses
import BundleStore
import Playlist

/// The content keys of a bundle under repair: from the bundle where they are sound, else fetched again.
struct RepairedKeys: Sendable {
  /// Indices into the manifest's keys, by those of the plan's.
  let numbers: [Int]
  /// The plan's keys; of several in force at once those that the bundle was made with.
  let planned: [PlannedKey]
  /// By index into the plan's keys; left out where nothing needs it.
  let contents: [ObtainedKey]

  /// - Parameter needsAll: whether media are fetched, which may need any of them.
  static func gather(
    _ plan: BuildPlan, of bundle: OfflineBundle, damaged: Set<BundlePath>, needsAll: Bool, ring: KeyRing
  ) async throws(DownloadError) -> RepairedKeys {
    let records = bundle.manifest.keys
    let matches = plan.keys.indices.map { match(of: $0, in: plan, records) }
    let numbers = plan.keys.indices.map { matches[$0]?.number ?? $0 }
    let planned = plan.keys.indices.map { matches[$0]?.key ?? plan.keys[$0] }
    var contents: [ObtainedKey] = []
    for (key, number) in zip(planned, numbers) {
      let record = records.indices.contains(number) ? records[number] : nil
      let path = record?.path
      if let record, let path, !damaged.contains(path) {
        do throws(BundleError) {
          let bytes = try bundle.read(path, limit: KeyCommand.blobLimit)
          contents.append(ObtainedKey(record, bytes: bytes))
        } catch {
          throw DownloadError(error)
        }
      } else if path != nil || (needsAll && record?.state != .omitted) {
        contents += try await ring.obtain([key])
      } else {
        contents.append(.omitted)
      }
    }
    return RepairedKeys(numbers: numbers, planned: planned, contents: contents)
  }

  /// The manifest's key that a key of the plan, or one in force beside it, is; nil where none is.
  static func match(
    of index: Int, in plan: BuildPlan, _ records: [KeyRecord]
  ) -> (number: Int, key: PlannedKey)? {
    let places = records.indices.contains(index) ? [index] + records.indices : Array(records.indices)
    for key in [plan.keys[index]] + plan.keys[index].others {
      let source = key.source(hiding: plan.volatile)
      let number = places.first { number in
        let record = records[number]
        return record.source == source && record.method == key.method.text
          && record.keyFormat == key.keyFormat
      }
      if let number { return (number, plan.keys[index].first { $0 == key } ?? key) }
    }
    return nil
  }

  /// The bytes of the bundle's key; nil when the plan has none for it.
  func bytes(of number: Int) -> [UInt8]? { numbers.firstIndex(of: number).flatMap { contents[$0].bytes } }
}
