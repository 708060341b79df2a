import Addresses
import BundleStore
import Playlist

/// The content keys of a bundle under repair: from the bundle where they are sound, else fetched again.
struct RepairedKeys: Sendable {
  /// Indices into the manifest's keys, by those of the plan's.
  let numbers: [Int]
  /// By index into the plan's keys; empty where nothing needs it.
  let bytes: [[UInt8]]

  /// - Parameter needsAll: whether media are fetched, which may need any of them.
  static func gather(
    _ plan: BuildPlan, of bundle: OfflineBundle, damaged: Set<BundlePath>, needsAll: Bool,
    loader: SourceLoader
  ) async throws(DownloadError) -> RepairedKeys {
    let records = bundle.manifest.keys
    let numbers = plan.keys.indices.map { number(of: $0, in: plan, records) }
    var bytes: [[UInt8]] = []
    for (key, number) in zip(plan.keys, numbers) {
      let path = records.indices.contains(number) ? records[number].path : nil
      if let path, !damaged.contains(path) {
        do throws(BundleError) {
          bytes.append(try bundle.read(path, limit: Int(SourceLimits.key)))
        } catch {
          throw DownloadError(error)
        }
      } else if path != nil || needsAll {
        bytes += try await KeyRing(loader: loader).fetch([key])
      } else {
        bytes.append([])
      }
    }
    return RepairedKeys(numbers: numbers, bytes: bytes)
  }

  private static func number(of index: Int, in plan: BuildPlan, _ records: [KeyRecord]) -> Int {
    let key = plan.keys[index]
    // A key's own URI was resolved before; a data: URI is the key itself and is not told.
    let uri = (try? URI(key.uri)).map { Redaction.redacted($0, volatile: plan.volatile) }
    let source = key.isData ? "data:" : uri ?? ""
    func isSame(_ record: KeyRecord) -> Bool {
      record.source == source && record.method == key.method.text && record.keyFormat == key.keyFormat
    }
    if records.indices.contains(index), isSame(records[index]) { return index }
    return records.firstIndex(where: isSame) ?? index
  }

  /// The bytes of the bundle's key; nil when the plan has none for it.
  func bytes(of number: Int) -> [UInt8]? { numbers.firstIndex(of: number).map { bytes[$0] } }
}
