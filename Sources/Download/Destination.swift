import Addresses
import BundleStore
import Digest
import Files
import Playlist

/// What to do about something that stands where the bundle is to be.
struct Destination {
  let plan: BuildPlan
  /// What was asked for beside the media; nil where nobody asked.
  var title: String?
  var metadata: [String: String] = [:]
  var artwork: Artwork?

  init(plan: BuildPlan) { self.plan = plan }

  init(plan: BuildPlan, request: BuildRequest, artwork: Artwork?) {
    self.plan = plan
    title = request.title
    metadata = request.metadata
    self.artwork = artwork
  }

  /// The outcome when the bundle is there already, whole, and holds all that the plan asks for; nil when the
  /// place is free.
  /// - Throws: `usage` when another title, another selection or something foreign is in the way; `damaged`
  ///   when a bundle of ours is there that is not whole.
  func check() throws(DownloadError) -> BuildOutcome? {
    try checkPlace()
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

  /// A bundle needs a name of its own, in a folder that is one.
  private func checkPlace() throws(DownloadError) {
    let name = FilePath.lastComponent(FilePath.withoutTrailingSlashes(plan.destination))
    guard !["", ".", "..", "/"].contains(name) else {
      throw DownloadError(
        .usage, "\(plan.destination): not a name for a bundle", hint: "give -o a path such as Film.movpkg")
    }
    var parent = FilePath.parent(plan.destination)
    while !parent.isEmpty, parent != "/", parent != "." {
      do throws(SystemError) {
        guard let status = try FileStatus.of(parent) else {
          parent = FilePath.parent(parent)
          continue
        }
        guard status.kind == .folder else { throw SystemError(code: 20, deed: "using \(parent)") }
        return
      } catch {
        // A file stands on the way: not the disk's fault.
        guard error.code == 20 else { throw DownloadError(error) }
        throw DownloadError(.usage, "\(parent): not a folder")
      }
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
    let there = "a bundle of this title is there, but with"
    if let title, title != manifest.title { return "\(there) another title: \(manifest.title)" }
    if metadata.contains(where: { manifest.metadata[$0.key] != $0.value }) {
      return "\(there) other metadata"
    }
    if let artwork, manifest.artwork?.file.sha256 != SHA256Digest.of(artwork.bytes) {
      return manifest.artwork == nil ? "\(there)out artwork" : "\(there) other artwork"
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
      if stored.totals.gaps != stream.gaps {
        return
          "a bundle of this title is there, but with \(stored.totals.gaps) gaps where the source has \(stream.gaps)"
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
