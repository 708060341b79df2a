import JSON

/// Apple's index of a package: the files by which tools for movpkg find their way. Structural compatibility
/// is all that is claimed.
enum AppleIndex {
  private static let bootNamespace = "http://apple.com/IMG/Schemas/HLSMoviePackage"
  private static let streamNamespace = "http://apple.com/IMG/Schemas/HLSPersistentStreamInfo"
  private static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

  /// `root.xml`: which boot file to read.
  static func root() throws(XMLText.OutOfMemory) -> [UInt8] {
    let xml = try XMLText.begin()
    try xml.start("MoviePackage")
    try xml.element("Version", "1.0")
    try xml.element("MoviePackageType", "HLS")
    try xml.element("BootImage", BundlePath.bootIndex.text)
    try xml.end()
    return try xml.finish()
  }

  /// `boot.xml`: streams, the source, data items.
  /// - Parameter data: the files in `Data/`.
  static func boot(_ manifest: Manifest, data: [DataName]) throws(XMLText.OutOfMemory) -> [UInt8] {
    let xml = try XMLText.begin()
    try xml.start("HLSMoviePackage")
    try xml.attribute("xmlns", bootNamespace)
    try xml.attribute("xmlns:xsi", schemaInstance)
    try xml.attribute("xsi:schemaLocation", "\(bootNamespace) /System/Library/Schemas/HLSMoviePackage.xsd")
    try xml.element("Version", "1.0")
    try xml.element("HLSMoviePackageType", "PersistedStore")
    try xml.start("Streams")
    // A stream whose media are parts of another's files has nothing to show here.
    let shown = manifest.streams.filter { !$0.folder.kind.isTrickPlay || $0.totals.segments > 0 }
    for stream in shown.sorted(by: { $0.folder < $1.folder }) {
      try xml.start("Stream")
      try xml.attribute("ID", stream.folder.text)
      try xml.attribute("NetworkURL", stream.source)
      try xml.attribute("Path", stream.folder.text)
      try xml.element("Complete", "YES")
      try xml.end()
    }
    try xml.end()
    try xml.start("MasterPlaylist")
    try xml.element("NetworkURL", manifest.source.url)
    try xml.end()
    try xml.start("DataItems")
    try xml.attribute("Directory", "Data")
    for item in data.sorted(by: { $0.text < $1.text }) where isItem(item) { try write(item, to: xml) }
    try xml.end()
    try xml.end()
    return try xml.finish()
  }

  /// The same of a manifest that is whole.
  static func boot(of manifest: Manifest, place: String) throws(BundleError) -> [UInt8] {
    do throws(XMLText.OutOfMemory) {
      return try boot(manifest, data: manifest.files.compactMap { DataName($0.path) })
    } catch {
      throw BundleError(.disk, "writing Apple's index of", place: place, reason: "out of memory")
    }
  }

  /// `StreamInfoBoot.xml`: the segments of a stream. Gaps are left out, since no bytes stand for them.
  static func stream(_ listing: StreamListing, peakBandwidth: Int64) throws(XMLText.OutOfMemory) -> [UInt8] {
    let xml = try XMLText.begin()
    let folder = listing.folder
    try xml.start("StreamInfo")
    try xml.attribute("xmlns", streamNamespace)
    try xml.element("Version", "1.0")
    try xml.element("Complete", "YES")
    try xml.element("PeakBandwidth", String(folder.bandwidth > 0 ? folder.bandwidth : peakBandwidth))
    try xml.element("Compressable", folder.kind == .subtitles ? "YES" : "NO")
    try xml.start("MediaPlaylist")
    try xml.element("NetworkURL", listing.header.source)
    try xml.element("PathToLocalCopy", "playlist.m3u8")
    try xml.end()
    try xml.element("Type", folder.kind == .variant ? "Main" : "Supplemental")
    try writeInitializations(listing, to: xml)
    try xml.start("MediaSegments")
    for file in listing.segments where !file.isGap {
      try xml.start("SEG")
      try xml.attribute("Dur", decimal(file.durationSeconds ?? 0))
      try writeFile(file, sequence: file.sequence ?? Int64(file.name.index), to: xml) {
        (xml) throws(XMLText.OutOfMemory) in
        try xml.attribute("Tim", decimal(file.startSeconds ?? 0))
      }
      try xml.end()
    }
    try xml.end()
    try xml.element("MediaBytesStored", String(listing.totals.bytes))
    try xml.end()
    return try xml.finish()
  }

  /// One ISEG wherever the section changes: a segment's is the last one whose number is not greater.
  private static func writeInitializations(
    _ listing: StreamListing, to xml: borrowing XMLText
  ) throws(XMLText.OutOfMemory) {
    let sections = listing.initializations
    guard !sections.isEmpty else { return }
    try xml.start("MediaInitializationSegments")
    var last: Int?
    for segment in listing.segments {
      guard let map = segment.map, map != last, sections.indices.contains(map) else { continue }
      last = map
      try xml.start("ISEG")
      let sequence = segment.sequence ?? Int64(segment.name.index)
      try writeFile(sections[map], sequence: sequence, to: xml) { (_) throws(XMLText.OutOfMemory) in }
      try xml.end()
    }
    try xml.end()
  }

  /// The attributes that segments and sections share, in the order that Apple's files have: by name.
  private static func writeFile(
    _ file: StreamFile, sequence: Int64, to xml: borrowing XMLText,
    time: (borrowing XMLText) throws(XMLText.OutOfMemory) -> Void
  ) throws(XMLText.OutOfMemory) {
    try xml.attribute("Len", String(file.bytes))
    try xml.attribute("Off", String(file.source?.offset ?? 0))
    try xml.attribute("PATH", file.name.text)
    try xml.attribute("SeqNum", String(sequence))
    try time(xml)
    try xml.attribute("URL", file.source?.uri ?? "")
  }

  /// Apple lists the multivariant playlist and session data; the media playlists as fetched are ours alone.
  private static func isItem(_ item: DataName) -> Bool {
    item.category == .sessionData || item.name == masterName
  }

  private static let masterName = "master.m3u8"

  private static func write(_ item: DataName, to xml: borrowing XMLText) throws(XMLText.OutOfMemory) {
    try xml.start("DataItem")
    try xml.element("ID", item.identifier)
    try xml.element("Category", item.category.rawValue)
    try xml.element("Name", item.name)
    try xml.element("DataPath", item.text)
    if item.category == .playlist { try xml.element("Role", "Master") }
    try xml.end()
  }

  /// The shortest text of the number, as in JSON.
  private static func decimal(_ number: Double) -> String {
    var writer = JSONWriter()
    writer.decimal(number)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
