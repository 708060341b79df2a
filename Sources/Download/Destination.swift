import Addresses
import BundleStore
import Digest
import Files
import Playlist
import Rights

/// What to do about something that stands where the bundle is to be.
struct Destination {
  let plan: BuildPlan
  /// What was asked for beside the media; nil where nobody asked.
  var title: String?
  var metadata: [String: String] = [:]
  var artwork: Artwork?
  var policy = StoragePolicy()
  /// Whether an expiry counted from the commit was asked for.
  var expires = false
  /// Whose signature is wanted; nil: nobody's.
  var signer: SigningKey?
  /// The time it is; nil where nothing expires.
  var now: Instant?
  /// What is to become of content keys; nil where nobody said it.
  var keys: KeyHandling?
  /// Whether an end of keys was asked for.
  var endsKeys = false
  /// Whether a bundle of ours is in nobody's way.
  var overwrites = false

  init(plan: BuildPlan) { self.plan = plan }

  init(plan: BuildPlan, request: BuildRequest, artwork: Artwork?, now: Instant) {
    self.plan = plan
    self.now = now
    signer = request.signingKey
    title = request.title
    metadata = request.metadata
    self.artwork = artwork
    policy = request.policy
    expires = request.expiresAfter != nil
    overwrites = request.overwrites
    keys = request.keys.handling
    endsKeys = request.keys.expiry != nil
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
      case .ours where overwrites: return nil
      case .unreadable(let error) where overwrites && error.kind == .damaged: return nil
      case .ours:
        return try OfflineBundle.readSteadily(plan.destination, doing: "building") {
          (bundle) throws(BundleError) in try outcome(for: bundle)
        }.get()
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
    // The usual limits of Linux; `.partial` is to stand behind the name, and files beneath the path.
    guard name.utf8.count <= 247, plan.destination.utf8.count <= 3840 else {
      throw DownloadError(
        .usage, "\(plan.destination): too long for a name", hint: "give -o a name of at most 247 bytes")
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
        // A file stands on the way, or no file can have the name: not the disk's fault.
        if error.isTooLong { throw DownloadError(.usage, "\(parent): too long for a name") }
        guard error.code == 20 else { throw DownloadError(error) }
        throw DownloadError(.usage, "\(parent): not a folder")
      }
    }
  }

  private func outcome(for bundle: OfflineBundle) throws(BundleError) -> Result<BuildOutcome, BundleError> {
    if let tombstone = bundle.manifest.tombstone {
      return .failure(
        BundleError(
          .expired, "building", place: plan.destination,
          reason:
            "the title that was there has \(tombstone.reason.rawValue), and was deleted \(tombstone.at.rfc3339)",
          hint: "--force-overwrites packs it anew; hlspack expire --purge takes its tombstone away"))
    }
    if bundle.manifest.isInvalidated || now.map({ bundle.manifest.hasExpired(at: $0) }) == true {
      let what = bundle.manifest.isInvalidated ? "the keys of the bundle that is there were invalidated" : nil
      return .failure(
        BundleError(
          .expired, "building", place: plan.destination,
          reason: what ?? "the bundle that is there has expired",
          hint: "--force-overwrites packs it anew"))
    }
    var reason = difference(from: bundle.manifest)
    if reason == nil, let signer, try !bundle.isSigned(by: signer) {
      return .failure(
        BundleError(
          .exists, "building", place: plan.destination,
          reason: "a bundle of this title is there, but without a signature of that key",
          hint: "hlspack augment --sign-key signs it"))
    }
    if reason == nil { reason = try mediaDifference(from: bundle) }
    if reason == nil, endsKeys,
      bundle.manifest.keys.contains(where: { $0.path != nil && $0.expiresAt == nil })
    {
      return .failure(
        BundleError(
          .exists, "building", place: plan.destination,
          reason: "a bundle of this title is there, but with keys that never expire",
          hint: "hlspack augment --renew-keys --key-expires says when they do"))
    }
    if let reason {
      return .failure(
        BundleError(
          .exists, "building", place: plan.destination, reason: reason,
          hint: bundle.manifest.identity == plan.identityHash && !isOtherInKeys(bundle.manifest)
            ? "--update brings the bundle to it; -o chooses another place"
            : "choose another place with -o, or replace the bundle with --force-overwrites"))
    }
    try bundle.forEachFile { (file) throws(BundleError) in
      let status = try bundle.status(of: file.path)
      guard status?.size == file.bytes else {
        throw BundleError(
          .damaged, "building", place: plan.destination, file: file.path.text,
          reason: status == nil
            ? "is missing from the bundle that is there" : "has another size than its bundle says",
          hint: "hlspack verify --repair puts it right; --force-overwrites builds it again")
      }
    }
    return .success(
      BuildOutcome(path: bundle.path, manifest: bundle.manifest, wasThere: true, reusedFiles: 0))
  }

  private func isOtherInKeys(_ manifest: Manifest) -> Bool {
    keys.map { $0 != manifest.selection.keys ?? .store } ?? false
  }

  /// What was not said is no difference, and neither is when a bundle that expires some time after its commit was
  /// committed.
  private func policyDifference(from there: StoragePolicy) -> String? {
    if let wanted = policy.expiresAt, wanted != there.expiresAt {
      let text = there.expiresAt.map { Instant(seconds: $0).rfc3339 }
      return text.map { " another expiry: \($0)" } ?? "out an expiry"
    }
    if expires, there.expiresAt == nil { return "out an expiry" }
    if policy.priority != .default, policy.priority != there.priority { return " another priority" }
    return nil
  }

  /// What of the media is otherwise in the source; nil where nothing is.
  private func mediaDifference(from bundle: OfflineBundle) throws(BundleError) -> String? {
    let there = "a bundle of this title is there,"
    for stream in plan.streams {
      let first = stream.folder.first
      guard let record = bundle.manifest.streams.first(where: { $0.folder.first == first }) else {
        return "\(there) without \(stream.folder)"
      }
      let difference = StreamDifference(stream, try KeptStream(record, of: bundle))
        .ofMedia { Redaction.redacted($0.uri, volatile: plan.volatile) }
      if let difference { return "\(there) but the source has changed since: \(difference)" }
    }
    return nil
  }

  /// Why the bundle is not what the plan would make; nil when it is.
  private func difference(from manifest: Manifest) -> String? {
    guard manifest.identity == plan.identityHash else {
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
    if let other = policyDifference(from: manifest.policy) { return "\(there)\(other)" }
    let remembered = manifest.selection.keys ?? .store
    if let keys, keys != remembered { return "\(there) --keys \(remembered.rawValue)" }
    if plan.extras.sessionData, !manifest.selection.sessionData { return "\(there)out its session data" }
    let variants = Set(manifest.variants.map(\.record.id))
    let renditions = Set(manifest.renditions.map(\.record.id))
    for variant in plan.variants where !variants.contains(variant.record.id) {
      return "a bundle of this title is there, without \(variant.record.id)"
    }
    for rendition in plan.renditions where !renditions.contains(rendition.record.id) {
      return "a bundle of this title is there, without \(rendition.record.id)"
    }
    let trickPlay = Set((manifest.iFrameStreams + manifest.imageStreams).map(\.record.id))
    for playlist in plan.trickPlay where !trickPlay.contains(playlist.record.id) {
      return "\(there)out \(playlist.record.id)"
    }
    return nil
  }
}
