import Addresses
import BundleStore
import Files
import Playlist

/// What to do about something that stands where the bundle is to be.
struct Destination {
  let plan: BuildPlan

  /// The outcome when the bundle is there already, whole, and holds all that the plan asks for; nil when the
  /// place is free.
  /// - Throws: `usage` when another title, another selection or something foreign is in the way; `damaged`
  ///   when a bundle of ours is there that is not whole.
  func check() throws(DownloadError) -> BuildOutcome? {
    do throws(BundleError) {
      switch try BundleStaging.existing(at: plan.destination) {
      case .none: return nil
      case .ours(let bundle): return try outcome(for: bundle).get()
      case .unreadable(let error), .foreign(let error): throw error
      }
    } catch {
      throw DownloadError(error)
    }
  }

  private func outcome(for bundle: OfflineBundle) throws(BundleError) -> Result<BuildOutcome, BundleError> {
    if let reason = difference(from: bundle.manifest) {
      return .failure(
        BundleError(
          .exists, "building", place: plan.destination, reason: reason,
          hint: "choose another place with -o, or remove the old bundle first"))
    }
    try bundle.forEachFile { (file) throws(BundleError) in
      let status = try bundle.status(of: file.path)
      guard status?.size == file.bytes else {
        throw BundleError(
          .damaged, "building", place: plan.destination, file: file.path.text,
          reason: status == nil
            ? "is missing from the bundle that is there" : "has another size than its bundle says",
          hint: "see hlspack verify; remove the damaged bundle to build it again")
      }
    }
    return .success(
      BuildOutcome(path: bundle.path, manifest: bundle.manifest, wasThere: true, reusedFiles: 0))
  }

  /// Why the bundle is not what the plan would make; nil when it is.
  private func difference(from manifest: Manifest) -> String? {
    guard manifest.identity == IdentityHash(of: plan.identity) else {
      return "the bundle of another title is there"
    }
    let variants = Set(manifest.variants.map(\.record.id))
    let renditions = Set(manifest.renditions.map(\.record.id))
    for variant in plan.variants where !variants.contains(variant.record.id) {
      return "a bundle of this title is there, without \(variant.record.id)"
    }
    for rendition in plan.renditions where !renditions.contains(rendition.record.id) {
      return "a bundle of this title is there, without \(rendition.record.id)"
    }
    for stream in plan.streams {
      guard let stored = manifest.stream(stream.folder) else {
        return "a bundle of this title is there, without \(stream.folder)"
      }
      if stored.totals.segments != stream.playlist.segments.count {
        return
          "a bundle of this title is there, but the source has changed since: \(stream.uri.pathText) has "
          + "\(stream.playlist.segments.count) segments, the bundle \(stored.totals.segments)"
      }
    }
    return nil
  }
}
