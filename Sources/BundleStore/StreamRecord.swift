package import Digest
package import JSON
package import Media

/// A stream of the bundle: one media playlist of the source with all its files.
package struct StreamRecord: Sendable, Hashable {
  /// Tells kind, declared peak bandwidth and identity too.
  package var folder: StreamFolder
  /// The URL of the media playlist, without credentials.
  package var source: String
  /// What the segments are.
  package var container: Container
  /// Whether the media bytes were looked into; false where they are encrypted and no key was at hand.
  package var inspected: Bool
  /// AVERAGE-BANDWIDTH as measured: bits of all segments per second of the whole.
  package var averageBandwidth: Int64
  /// BANDWIDTH as measured: the most bits per second of any segment.
  package var peakBandwidth: Int64
  package var tracks: [TrackRecord]
  /// Sums over stream.json.
  package var totals: StreamTotals
  /// Of stream.json; nil until it is written.
  package var sha256: SHA256Digest?
  /// The name of the file, or the address without credentials, that a person added it from; nil: it is the source's.
  package var addedFrom: String?

  package init(
    folder: StreamFolder, source: String, container: Container, inspected: Bool, averageBandwidth: Int64 = 0,
    peakBandwidth: Int64 = 0, tracks: [TrackRecord] = [], totals: StreamTotals = StreamTotals(),
    sha256: SHA256Digest? = nil
  ) {
    self.folder = folder
    self.source = source
    self.container = container
    self.inspected = inspected
    self.averageBandwidth = averageBandwidth
    self.peakBandwidth = peakBandwidth
    self.tracks = tracks
    self.totals = totals
    self.sha256 = sha256
  }

  package var json: JSONValue {
    var members = JSONMembers()
    members.set("addedFrom", addedFrom)
    members.set("averageBandwidth", averageBandwidth)
    members.set("bandwidth", folder.bandwidth)
    members.set("bytes", totals.bytes)
    members.set("container", container.rawValue)
    members.set("durationSeconds", totals.durationSeconds)
    members.set("files", totals.files)
    members.set("folder", folder.text)
    members.set("gaps", totals.gaps)
    members.set("identity", folder.hash.text)
    members.set("inspected", inspected)
    members.set("kind", folder.kind.jsonName)
    members.set("peakBandwidth", peakBandwidth)
    members.set("segments", totals.segments)
    members.set("sha256", sha256?.hex)
    members.set("source", source)
    members.set("tracks", .array(tracks.map(\.json)))
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    let folder = try fields.folder("folder")
    guard try fields.text("kind") == folder.kind.jsonName, try fields.identity("identity") == folder.hash,
      try fields.integer("bandwidth") == folder.bandwidth
    else { throw fields.damaged("folder", "does not agree with kind, bandwidth and identity") }
    self.init(
      folder: folder, source: try fields.text("source"),
      container: try fields.word("container", Container.self),
      inspected: try fields.flag("inspected"), averageBandwidth: try fields.integer("averageBandwidth"),
      peakBandwidth: try fields.integer("peakBandwidth"),
      tracks: try fields.objects("tracks", limit: 1_000) { track throws(BundleError) in try TrackRecord(track)
      },
      totals: try StreamTotals(fields), sha256: try fields.digest("sha256"))
    addedFrom = try fields.optionalText("addedFrom")
  }
}

/// Sums over the files of a stream.
package struct StreamTotals: Sendable, Hashable {
  /// Initialization sections and segments.
  package var files = 0
  package var segments = 0
  /// Segments that are not there, in the source or by consent.
  package var gaps = 0
  /// Of all files, initialization sections included.
  package var bytes: Int64 = 0
  package var durationSeconds = 0.0

  package init() {}

  package init(of files: [StreamFile]) {
    for file in files { add(file) }
  }

  package mutating func add(_ file: StreamFile) {
    files += 1
    let (sum, overflow) = bytes.addingReportingOverflow(file.bytes)
    bytes = overflow ? Int64.max : sum
    guard file.name.role == .segment else { return }
    segments += 1
    if file.isGap { gaps += 1 }
    durationSeconds += file.durationSeconds ?? 0
  }

  fileprivate init(_ fields: JSONFields) throws(BundleError) {
    files = try fields.count("files")
    segments = try fields.count("segments")
    gaps = try fields.count("gaps")
    bytes = try fields.bytes("bytes")
    durationSeconds = try fields.decimal("durationSeconds")
  }
}
