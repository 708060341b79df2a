import Digest
package import Media

/// A stream that is made here, not fetched.
package struct MadeStream: Sendable {
  package var folder: StreamFolder
  /// Names and bytes of its media, each with what the listing says of it but its size and digest.
  package var segments: [(file: StreamFile, bytes: [UInt8])]
  /// The bytes of `playlist.m3u8`.
  package var playlist: [UInt8]
  package var container: Container
  /// Bits per second, as measured.
  package var averageBandwidth: Int64
  package var peakBandwidth: Int64
  /// What it was made of; see `StreamRecord.addedFrom`.
  package var addedFrom: String

  package init(
    folder: StreamFolder, segments: [(file: StreamFile, bytes: [UInt8])], playlist: [UInt8],
    container: Container, averageBandwidth: Int64, peakBandwidth: Int64, addedFrom: String
  ) {
    self.folder = folder
    self.segments = segments
    self.playlist = playlist
    self.container = container
    self.averageBandwidth = averageBandwidth
    self.peakBandwidth = peakBandwidth
    self.addedFrom = addedFrom
  }

  /// Every file of the stream that the manifest or its listing names.
  var paths: [BundlePath] {
    [.listing(of: folder), .mediaPlaylist(of: folder), .streamIndex(of: folder)]
      + segments.map { .media($0.file.name, of: folder) }
  }
}

extension BundleTransaction {
  /// Writes all files of a stream that the bundle has not.
  /// - Returns: what the manifest is to say of it.
  package func put(_ stream: MadeStream) throws(BundleError) -> StreamRecord {
    try announce(stream.paths.sorted())
    for segment in stream.segments { try put(.media(segment.file.name, of: stream.folder), segment.bytes) }
    let listing = StreamListing(folder: stream.folder, source: "", files: stream.segments.map(\.file))
    let text = listing.serialized()
    try put(.mediaPlaylist(of: stream.folder), stream.playlist)
    let index: [UInt8]
    do throws(XMLText.OutOfMemory) {
      index = try AppleIndex.stream(listing, peakBandwidth: stream.peakBandwidth)
    } catch {
      throw BundleError(.disk, "writing Apple's index of", place: bundle.path, reason: "out of memory")
    }
    try put(.streamIndex(of: stream.folder), index)
    let file = try put(.listing(of: stream.folder), text)
    var record = StreamRecord(
      folder: stream.folder, source: "", container: stream.container, inspected: true,
      averageBandwidth: stream.averageBandwidth, peakBandwidth: stream.peakBandwidth,
      totals: listing.totals, sha256: file.sha256)
    record.addedFrom = stream.addedFrom
    return record
  }
}
