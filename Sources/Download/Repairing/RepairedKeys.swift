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
    let recorded = RecordedKeys(records, hiding: plan.volatile)
    let matches = plan.keys.enumerated().map { recorded.match($1, at: $0) }
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

  /// The bytes of the bundle's key; nil when the plan has none for it.
  func bytes(of number: Int) -> [UInt8]? { numbers.firstIndex(of: number).flatMap { contents[$0].bytes } }
}

/// Finds the keys of a plan among those of a manifest.
struct RecordedKeys {
  private struct Line: Hashable {
    let source: String
    let method: String
    let keyFormat: String
  }

  private let lines: [Line]
  /// The first place of each.
  private let places: [Line: Int]
  private let volatile: VolatileParameters

  init(_ records: [KeyRecord], hiding volatile: VolatileParameters) {
    lines = records.map { Line(source: $0.source, method: $0.method, keyFormat: $0.keyFormat) }
    places = Dictionary(zip(lines, lines.indices), uniquingKeysWith: { first, _ in first })
    self.volatile = volatile
  }

  /// The manifest's key that a key of a plan, or one in force beside it, is; nil where none is.
  /// - Parameter index: where the key stands in the plan: the same place goes first.
  func match(_ key: PlannedKey, at index: Int) -> (number: Int, key: PlannedKey)? {
    for candidate in [key] + key.others {
      let line = Line(
        source: candidate.source(hiding: volatile), method: candidate.method.text,
        keyFormat: candidate.keyFormat)
      let isInPlace = lines.indices.contains(index) && lines[index] == line
      guard let number = isInPlace ? index : places[line] else { continue }
      return (number, key.first { $0 == candidate } ?? candidate)
    }
    return nil
  }
}
