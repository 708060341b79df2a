package import BundleStore
package import Files
package import JSON
import Playlist
import Rights

/// What `show` and `list` tell of a bundle, finished or not. A value: it is gathered once.
package struct BundleReport: Sendable {
  package enum State: String, Sendable, Hashable {
    case complete
    case unfinished
    case expired
  }

  /// What can be chosen offline, as `id` of renditions.
  package struct OfflineOptions: Sendable, Hashable {
    package var audio: [String] = []
    package var subtitles: [String] = []
  }

  /// The path of the bundle, without slashes at its end.
  package let path: String
  package let state: State
  package let title: String
  /// Why the title must not be played any more, as the end of a sentence; nil while it may.
  package let ending: String?
  /// Nil for an unfinished bundle.
  package let manifest: Manifest?
  /// How much of an unfinished bundle is there, 0…1; nil when that is not known, or the bundle is finished.
  package let fraction: Double?
  /// Whether a player can play the title from the bundle alone: neither it nor a key has expired, and the primary
  /// variant's files stand where they must and are not locked by a key that was left out. A key in a form that only
  /// its system understands counts as one, for players that have the system.
  package let playableOffline: Bool
  package let offlineOptions: OfflineOptions
  /// Of all files, the manifest and SHA256SUMS left out; of an unfinished bundle, of those that are whole.
  package let bytes: Int64
  package let files: Int
  /// The time that it was made for; nil for an unfinished bundle.
  package let instant: Instant?
  /// The last verification; nil when none is remembered.
  package let verification: BundleState?

  package var verifiedAt: Instant? { verification?.verifiedAt }

  /// What a finished bundle is. Its files are looked for, not read.
  /// - Parameter instant: the time it is, for what expires.
  package init(of bundle: OfflineBundle, at instant: Instant) {
    let manifest = bundle.manifest
    ending = manifest.ending(at: instant)
    let isExpired = manifest.tombstone != nil || manifest.hasExpired(at: instant)
    let presence = Presence(of: bundle, at: manifest.time(at: instant))
    path = bundle.path
    title = manifest.title
    self.manifest = manifest
    state = isExpired ? .expired : .complete
    fraction = nil
    playableOffline = ending == nil && presence.isPlayable
    offlineOptions = ending == nil ? presence.options : OfflineOptions()
    bytes = manifest.totalBytes
    files = manifest.totalFiles
    self.instant = instant
    verification = BundleState(in: bundle.folder)
  }

  /// What an unfinished bundle is so far.
  package init(of bundle: UnfinishedBundle) {
    path = bundle.path
    ending = nil
    title = bundle.outlook?.title ?? BundleReport.name(of: bundle.path)
    manifest = nil
    state = .unfinished
    fraction = bundle.fraction
    playableOffline = false
    offlineOptions = OfflineOptions()
    bytes = bundle.bytes
    files = bundle.files
    instant = nil
    verification = nil
  }

  /// Opens what stands at the path, finished or not.
  /// - Throws: what opening throws; for neither, the error of a finished bundle.
  package static func open(_ path: String, at instant: Instant) throws(BundleError) -> BundleReport {
    do throws(BundleError) {
      return try OfflineBundle.readSteadily(path, doing: "reading") { (bundle) throws(BundleError) in
        BundleReport(of: bundle, at: instant)
      }
    } catch {
      guard error.kind == .notABundle else { throw error }
      do throws(BundleError) {
        return BundleReport(of: try UnfinishedBundle.open(path))
      } catch let second {
        throw second.kind == .notABundle ? error : second
      }
    }
  }

  /// `Film.movpkg.partial` → `Film`.
  private static func name(of path: String) -> String {
    var name = FilePath.lastComponent(path)[...]
    for suffix in [".partial", ".movpkg"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.utf8.count)
    }
    return String(name)
  }
}

extension BundleReport {
  /// The members of the `bundle` line but `type`; `list` leaves `history` out.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "formatVersion": .integer(Int64(Manifest.formatVersion)), "title": .string(title),
      "state": .string(state.rawValue), "playableOffline": .bool(playableOffline),
      "offlineOptions": [
        "audio": .array(offlineOptions.audio.map { .string($0) }),
        "subtitles": .array(offlineOptions.subtitles.map { .string($0) }),
      ],
      "bytes": .integer(bytes), "files": .integer(Int64(files)),
    ]
    members["fraction"] = fraction.map { .decimal($0) }
    members["verifiedAt"] = verifiedAt.map { .string($0.rfc3339) }
    guard let manifest else { return members }
    members["metadata"] = .object(manifest.metadata.mapValues { .string($0) })
    members["artwork"] = manifest.artwork?.json
    members["source"] = .string(manifest.source.url)
    members["createdAt"] = .string(manifest.createdAt.rfc3339)
    members["createdBy"] = .string(manifest.createdBy)
    members["variants"] = .array(manifest.variants.map(\.json))
    members["renditions"] = .array(manifest.renditions.map(\.json))
    if !manifest.iFrameStreams.isEmpty {
      members["iFrameStreams"] = .array(manifest.iFrameStreams.map(\.json))
    }
    if !manifest.imageStreams.isEmpty { members["imageStreams"] = .array(manifest.imageStreams.map(\.json)) }
    if !manifest.sessionData.isEmpty { members["sessionData"] = .array(manifest.sessionData.map(\.json)) }
    var policy: [String: JSONValue] = ["priority": .string(manifest.policy.priority.rawValue)]
    policy["expiresAt"] = manifest.policy.expiresAt.map { .string(Instant(seconds: $0).rfc3339) }
    members["policy"] = .object(policy)
    if let tombstone = manifest.tombstone {
      members["tombstone"] = [
        "at": .string(tombstone.at.rfc3339), "reason": .string(tombstone.reason.rawValue),
        "bytes": .integer(tombstone.bytes), "files": .integer(Int64(tombstone.files)),
      ]
    }
    members["keys"] = .array(manifest.keys.map(BundleReport.members))
    members["history"] = .array(manifest.history.map(\.json))
    return members
  }

  private static func members(of key: KeyRecord) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(key.id), "method": .string(key.method), "keyFormat": .string(key.keyFormat),
      "state": .string(key.state.rawValue),
    ]
    members["expiresAt"] = key.expiresAt.map { .string($0.rfc3339) }
    return .object(members)
  }
}

/// Which streams of a bundle stand where they must, by their first looks: the listing, the playlist and the keys
/// have the length they must have. Whether all media are whole is for a verification to say.
private struct Presence {
  private let bundle: OfflineBundle
  private let instant: Instant
  private let sizes: [BundlePath: Int64]

  init(of bundle: OfflineBundle, at instant: Instant) {
    self.bundle = bundle
    self.instant = instant
    sizes = Dictionary(
      bundle.manifest.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  /// With a primary variant that can play; a title of sound alone needs any of its variants.
  var isPlayable: Bool {
    guard isThere(.multivariantPlaylist), keysAreUsable else { return false }
    let variants = bundle.manifest.variants
    let first = variants.first { $0.role == .primary } ?? variants.first
    return first.map { isThere($0.stream) } ?? false
  }

  var options: BundleReport.OfflineOptions {
    var options = BundleReport.OfflineOptions()
    guard isPlayable else { return options }
    for rendition in bundle.manifest.renditions {
      if let stream = rendition.stream, !isThere(stream) { continue }
      switch rendition.record.kind {
      case .audio: options.audio.append(rendition.record.id)
      case .subtitles: options.subtitles.append(rendition.record.id)
      case .video, .closedCaptions: break
      }
    }
    return options
  }

  private var keysAreUsable: Bool {
    bundle.manifest.keys.allSatisfy { key in
      switch key.state {
      case .removed: true
      case .stored, .opaque: key.path.map { isThere($0) } != false && !key.hasExpired(at: instant)
      case .omitted, .invalidated: false
      }
    }
  }

  private func isThere(_ stream: StreamFolder) -> Bool {
    isThere(.listing(of: stream)) && isThere(.mediaPlaylist(of: stream))
  }

  private func isThere(_ path: BundlePath) -> Bool {
    // What cannot be looked at cannot be played either.
    guard let status = try? bundle.status(of: path), status.kind == .file else { return false }
    return status.size == sizes[path]
  }
}
