import Addresses
import BundleStore
import Playlist

/// The content keys of a bundle under repair: from the bundle where they are sound, else fetched again.
struct RepairedKeys: Sendable {
  /// Indices into the manifest's keys, by those of the plan's.
  let numbers: [Int]
  /// By index into the plan's keys; left out where nothing needs it.
  let contents: [ObtainedKey]

  /// - Parameter needsAll: whether media are fetched, which may need any of them.
  static func gather(
    _ plan: BuildPlan, of bundle: OfflineBundle, damaged: Set<BundlePath>, needsAll: Bool, ring: KeyRing
  ) async throws(DownloadError) -> RepairedKeys {
    let records = bundle.manifest.keys
    let numbers = plan.keys.indices.map { number(of: $0, in: plan, records) ?? $0 }
    var contents: [ObtainedKey] = []
    for (key, number) in zip(plan.keys, numbers) {
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
    return RepairedKeys(numbers: numbers, contents: contents)
  }

  /// The manifest's key that a key of the plan is; nil where none is.
  static func number(of index: Int, in plan: BuildPlan, _ records: [KeyRecord]) -> Int? {
    let key = plan.keys[index]
    let source = key.source(hiding: plan.volatile)
    func isSame(_ record: KeyRecord) -> Bool {
      record.source == source && record.method == key.method.text && record.keyFormat == key.keyFormat
    }
    if records.indices.contains(index), isSame(records[index]) { return index }
    return records.firstIndex(where: isSame)
  }

  /// The bytes of the bundle's key; nil when the plan has none for it.
  func bytes(of number: Int) -> [UInt8]? { numbers.firstIndex(of: number).flatMap { contents[$0].bytes } }
}
