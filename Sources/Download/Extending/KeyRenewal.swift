import BundleStore
import Digest
import Files
import Playlist

/// Renews the keys of a bundle and nothing else: they are had again, their ends are noted, and a form that only a key
/// system understands takes the place of the old one. Media and playlists stay untouched.
struct KeyRenewal: Sendable {
  let work: Rework

  private var manifest: Manifest { work.bundle.manifest }

  /// What a key of the bundle is to be.
  private struct Change: Sendable {
    /// Index among the manifest's keys.
    let number: Int
    let expiresAt: Instant?
    /// Another content of its file; nil: it stays.
    let bytes: [UInt8]?
  }

  /// - Throws: `wrongSource` where a key is another one now, or is not named any more; what having keys throws.
  func run() async throws(DownloadError) -> BuildOutcome {
    guard !manifest.keys.contains(where: { $0.state == .invalidated }) else {
      throw DownloadError(.expired, "\(work.bundle.path): its keys were invalidated, and are not renewed")
    }
    let wanted = manifest.keys.indices.filter {
      manifest.keys[$0].state == .stored || manifest.keys[$0].state == .opaque
    }
    guard !wanted.isEmpty else { return unchanged }
    let planned = try planned(for: wanted)
    let ring = KeyRing.of(work.request, work.plan, over: work.loader, work.surroundings)
    let obtained = try await ring.obtain(planned)
    for (key, got) in zip(planned, obtained) where got.line(of: key) != key && !got.isClear {
      throw DownloadError(
        .commandFailed, "the key command's answer is for another key format than the bundle was made for")
    }
    let changes = try changes(wanted, obtained)
    guard !Task.isCancelled else { throw DownloadError(.stopped, "stopped before the keys were renewed") }
    guard !changes.isEmpty else { return unchanged }
    return try await onThread { () throws(DownloadError) in
      do throws(BundleError) { return try self.commit(changes) } catch { throw DownloadError(error) }
    }
  }

  private var unchanged: BuildOutcome {
    BuildOutcome(path: work.bundle.path, manifest: manifest, wasThere: true, reusedFiles: 0)
  }

  /// The source's key for each of the bundle's.
  private func planned(for wanted: [Int]) throws(DownloadError) -> [PlannedKey] {
    var keys: [Int: PlannedKey] = [:]
    let recorded = RecordedKeys(manifest.keys, hiding: work.plan.volatile)
    for (index, key) in work.plan.keys.enumerated() {
      guard let match = recorded.match(key, at: index) else { continue }
      keys[match.number] = match.key
    }
    return try wanted.map { (number) throws(DownloadError) in
      if let key = keys[number] { return key }
      throw .otherNow(
        "\(work.bundle.path)/\(manifest.keys[number].id)", "the source names no such key any more")
    }
  }

  private func changes(_ wanted: [Int], _ obtained: [ObtainedKey]) throws(DownloadError) -> [Change] {
    let now = work.surroundings.now()
    let digests = Dictionary(
      manifest.files.map { ($0.path, $0.sha256) }, uniquingKeysWith: { first, _ in first })
    var changes: [Change] = []
    for (number, key) in zip(wanted, obtained) {
      let record = manifest.keys[number]
      let place = "\(work.bundle.path)/\(record.path?.text ?? record.id)"
      guard let bytes = key.bytes, key.state == record.state else {
        throw DownloadError(
          .wrongSource, "\(place): the key comes in another form now, for which the bundle was not made",
          hint: "nothing was changed; build --force-overwrites packs the title anew")
      }
      let isSame = record.path.flatMap { digests[$0] } == SHA256Digest.of(bytes)
      guard isSame || record.state == .opaque else {
        throw DownloadError(
          .wrongSource, "\(place): the source has another key now, with which the media would not play",
          hint: "nothing was changed; build --force-overwrites packs the title anew")
      }
      let expiry = work.request.keys.expiry(of: key, committedAt: now)
      if !isSame || expiry != record.expiresAt {
        changes.append(Change(number: number, expiresAt: expiry, bytes: isSame ? nil : bytes))
      }
    }
    return changes
  }

  private func commit(_ changes: [Change]) throws(BundleError) -> BuildOutcome {
    let path = work.bundle.path
    let transaction: BundleTransaction
    if let lock = work.lock {
      transaction = try BundleTransaction.begin(at: path, holding: lock)
    } else {
      transaction = try BundleTransaction.begin(at: path)
    }
    var new = manifest
    for change in changes {
      new.keys[change.number].expiresAt = change.expiresAt
      guard let bytes = change.bytes, let file = new.keys[change.number].path else { continue }
      // Who may read it stays.
      let mode = try work.bundle.status(of: file)?.mode
      try transaction.replace(file, bytes, mode: mode.map { $0 & 0o777 } ?? 0o600)
    }
    let names = changes.prefix(8).map { manifest.keys[$0.number].id }.joined(separator: ", ")
    let more = changes.count > 8 ? " and \(changes.count - 8) more" : ""
    new.history.append(
      HistoryEntry(
        action: "augment", at: work.surroundings.now(), by: work.surroundings.program,
        note: "renewed \(names)\(more)"))
    let written = try transaction.commit(new, deletions: [])
    return BuildOutcome(path: path, manifest: written, wasThere: false, reusedFiles: 0)
  }
}
