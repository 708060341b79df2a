import Digest
import Files
package import JSON
import Rights

extension Manifest {
  package var json: JSONValue {
    guard !pending.isEmpty else { return .object(plainMembers) }
    var members = plainMembers
    var work = pending.members
    members["pending"] = .object(work)
    work["sha256"] = .string(SHA256Digest.of(Manifest.bytes(of: .object(members))).hex)
    members["pending"] = .object(work)
    return .object(members)
  }

  /// All members but `pending`.
  private var plainMembers: [String: JSONValue] {
    var members = JSONMembers()
    if let artwork { members.set("artwork", artwork.json) }
    members.set("createdAt", createdAt.rfc3339)
    members.set("createdBy", createdBy)
    members.set("durationSeconds", durationSeconds)
    members.set("files", .array(files.map(\.members.value)))
    members.set("formatVersion", Manifest.formatVersion)
    members.set("gaps", gaps)
    members.set("history", .array(history.map(\.json)))
    members.set("identity", identity.text)
    if !iFrameStreams.isEmpty { members.set("iFrameStreams", .array(iFrameStreams.map(\.json))) }
    if !imageStreams.isEmpty { members.set("imageStreams", .array(imageStreams.map(\.json))) }
    members.set("keys", .array(keys.map(\.json)))
    members.set("metadata", .object(metadata.mapValues { .string($0) }))
    if !missing.isEmpty { members.set("missing", .array(missing.map(\.json))) }
    members.set("policy", policy.json)
    members.set("renditions", .array(renditions.map(\.json)))
    members.set("selection", selection.json)
    if !sessionData.isEmpty { members.set("sessionData", .array(sessionData.map(\.json))) }
    members.set("source", source.json)
    members.set("streams", .array(streams.map(\.json)))
    members.set("title", title)
    if let tombstone { members.set("tombstone", tombstone.members.value) }
    members.set("variants", .array(variants.map(\.json)))
    return members.members
  }

  /// The bytes of `hlspack.json`: sorted keys, two spaces, a line feed at the end.
  package var bytes: [UInt8] { Manifest.bytes(of: json) }

  /// The one form that a manifest has on disk.
  static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value, indent: 2)
    writer.newline()
    return writer.bytes
  }

  /// Reads a manifest.
  /// - Parameter place: the path of the bundle, for messages.
  /// - Throws: `damaged` when a value is missing, of the wrong type, out of range, outside the grammar of
  ///   names or in conflict with another. The format's version is not looked at here.
  package init(_ json: JSONValue, place: String = "") throws(BundleError) {
    let fields = try JSONFields(json, way: "", place: place, file: BundlePath.manifest.text)
    try self.init(fields)
    try Coherence(of: self, fields: fields).check()
  }

  /// More streams, variants, renditions or keys are taken for an attack.
  private static let listLimit = 20_000
  /// More files or missing pieces.
  private static let fileLimit = 1_000_000

  private init(_ fields: JSONFields) throws(BundleError) {
    let limit = Manifest.listLimit
    var artwork: ArtworkRecord?
    if let picture = try fields.optionalObject("artwork") { artwork = try ArtworkRecord(picture) }
    var pending = PendingWork()
    if let work = try fields.optionalObject("pending") { pending = try PendingWork(work) }
    self.init(
      title: try fields.text("title"), identity: try fields.identity("identity"),
      source: try SourceRecord(fields.object("source")), createdAt: try fields.instant("createdAt"),
      createdBy: try fields.text("createdBy"), durationSeconds: try fields.decimal("durationSeconds"),
      selection: try SelectionRecord(fields.object("selection")),
      policy: try StoragePolicy(fields.object("policy")), metadata: try Manifest.metadata(fields),
      artwork: artwork,
      variants: try fields.objects("variants", limit: limit, ManifestVariant.init),
      renditions: try fields.objects("renditions", limit: limit, ManifestRendition.init),
      streams: try fields.objects("streams", limit: limit, StreamRecord.init),
      keys: try fields.objects("keys", limit: Manifest.fileLimit, KeyRecord.init),
      gaps: try fields.count("gaps"),
      missing: try fields.objects("missing", limit: Manifest.fileLimit, MissingPiece.init),
      history: try fields.objects("history", limit: limit, HistoryEntry.init),
      files: try fields.objects("files", limit: Manifest.fileLimit, FileRecord.init), pending: pending)
    iFrameStreams = try fields.objects("iFrameStreams", limit: limit, ManifestTrickPlay.init)
    imageStreams = try fields.objects("imageStreams", limit: limit, ManifestTrickPlay.init)
    sessionData = try fields.objects("sessionData", limit: limit, SessionDataRecord.init)
    if let stone = try fields.optionalObject("tombstone") { tombstone = try Tombstone(stone) }
  }

  private static func metadata(_ fields: JSONFields) throws(BundleError) -> [String: String] {
    guard let object = try fields.optionalObject("metadata") else { return [:] }
    var metadata: [String: String] = [:]
    for key in object.members.keys { metadata[key] = try object.text(key) }
    return metadata
  }
}

/// Whether the parts of a manifest agree with one another.
private struct Coherence {
  let manifest: Manifest
  let fields: JSONFields

  init(of manifest: Manifest, fields: JSONFields) {
    self.manifest = manifest
    self.fields = fields
  }

  func check() throws(BundleError) {
    if manifest.tombstone != nil { return try checkBuried() }
    let folders = Set(manifest.streams.map(\.folder))
    guard folders.count == manifest.streams.count else {
      throw fields.damaged("streams", "names a folder twice")
    }
    for variant in manifest.variants where !folders.contains(variant.stream) {
      throw fields.damaged("variants", "names a stream that is not there: \(variant.stream.text)")
    }
    for rendition in manifest.renditions {
      guard let stream = rendition.stream, !folders.contains(stream) else { continue }
      throw fields.damaged("renditions", "names a stream that is not there: \(stream.text)")
    }
    for (name, list, kind) in [
      ("iFrameStreams", manifest.iFrameStreams, StreamKind.iFrames),
      ("imageStreams", manifest.imageStreams, .images),
    ] {
      for playlist in list where !folders.contains(playlist.stream) || playlist.stream.kind != kind {
        throw fields.damaged(name, "names a stream that is not there: \(playlist.stream.text)")
      }
    }
    let files = Dictionary(manifest.files.map { ($0.path, $0) }) { first, _ in first }
    guard files.count == manifest.files.count else { throw fields.damaged("files", "names a file twice") }
    try checkKinds(files.keys, folders: folders)
    try checkRequired(files)
    try checkNamed(files)
  }

  /// A tombstone stands alone.
  private func checkBuried() throws(BundleError) {
    let isEmpty =
      manifest.streams.isEmpty && manifest.files.isEmpty && manifest.variants.isEmpty
      && manifest.renditions.isEmpty && manifest.iFrameStreams.isEmpty && manifest.imageStreams.isEmpty
      && manifest.sessionData.isEmpty && manifest.artwork == nil
    guard isEmpty, manifest.keys.allSatisfy({ $0.path == nil }) else {
      throw fields.damaged("tombstone", "stands beside a title")
    }
  }

  /// Only what belongs there stands in `files`.
  private func checkKinds(
    _ paths: Dictionary<BundlePath, FileRecord>.Keys, folders: Set<StreamFolder>
  ) throws(BundleError) {
    for path in paths {
      switch path.role {
      case .manifest, .sums, .sumsSignature, .state, .media:
        throw fields.damaged("files", "may not name \(path.text)")
      default: break
      }
      if let stream = path.stream, !folders.contains(stream) {
        throw fields.damaged("files", "names a file of a stream that is not there: \(path.text)")
      }
    }
  }

  private func checkRequired(_ files: [BundlePath: FileRecord]) throws(BundleError) {
    var required: [BundlePath] = [.multivariantPlaylist, .rootIndex, .bootIndex]
    for stream in manifest.streams {
      required += [
        .listing(of: stream.folder), .mediaPlaylist(of: stream.folder), .streamIndex(of: stream.folder),
      ]
      guard files[.listing(of: stream.folder)]?.sha256 == stream.sha256 else {
        throw fields.damaged("streams", "and files do not agree on \(stream.folder.text)/stream.json")
      }
    }
    for path in required where files[path] == nil {
      throw fields.damaged("files", "does not name \(path.text)")
    }
  }

  private func checkNamed(_ files: [BundlePath: FileRecord]) throws(BundleError) {
    if let artwork = manifest.artwork {
      guard artwork.file.path.role == .artwork, files[artwork.file.path] == artwork.file else {
        throw fields.damaged("artwork", "does not agree with files")
      }
    }
    for key in manifest.keys {
      guard let path = key.path, files[path] == nil else { continue }
      throw fields.damaged("keys", "names a file that files does not: \(path.text)")
    }
    let data = manifest.sessionData.flatMap { $0.images.map(\.path) + [$0.path].compactMap(\.self) }
    for path in data where files[path] == nil {
      throw fields.damaged("sessionData", "names a file that files does not: \(path.text)")
    }
  }
}
