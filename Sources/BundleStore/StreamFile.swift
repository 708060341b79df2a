package import Digest
package import JSON

/// One file of a stream: an initialization section or a segment, and where it came from.
package struct StreamFile: Sendable, Hashable {
  /// Where the bytes came from.
  package struct Source: Sendable, Hashable {
    /// Absolute, without credentials.
    package var uri: String
    /// First byte of the range that became the file; nil when the whole resource did.
    package var offset: Int64?
    /// Length of that range in bytes.
    package var length: Int64?

    package init(uri: String, offset: Int64? = nil, length: Int64? = nil) {
      self.uri = uri
      self.offset = offset
      self.length = length
    }
  }

  /// A head of something else that stood before the media and was taken off.
  package struct Disguise: Sendable, Hashable {
    /// Length of what was taken off.
    package var bytes: Int64
    /// What it looked like: `png`.
    package var kind: String

    package init(bytes: Int64, kind: String) {
      self.bytes = bytes
      self.kind = kind
    }
  }

  package var name: MediaFileName
  /// Length of the file here; 0 for a gap.
  package var bytes: Int64
  package var sha256: SHA256Digest
  package var source: Source?
  /// Media Sequence Number (RFC 8216, 3); nil for an initialization section.
  package var sequence: Int64?
  /// Discontinuity Sequence Number (RFC 8216, 4.3.3.3) of the segment.
  package var discontinuity: Int64
  /// EXTINF; nil for an initialization section.
  package var durationSeconds: Double?
  /// Sum of the durations before the segment.
  package var startSeconds: Double?
  /// Index of the initialization section that the segment needs; nil when none.
  package var map: Int?
  /// Index, among the manifest's keys, of the one that the bytes are encrypted with; nil when they are clear.
  package var key: Int?
  /// Whether the segment is not there (EXT-X-GAP).
  package var isGap: Bool
  package var disguise: Disguise?
  /// A content encoding that came unasked and was decoded: `gzip`.
  package var encoding: String?

  package init(
    name: MediaFileName, bytes: Int64, sha256: SHA256Digest, source: Source?, sequence: Int64? = nil,
    discontinuity: Int64 = 0, durationSeconds: Double? = nil, startSeconds: Double? = nil, map: Int? = nil,
    key: Int? = nil, isGap: Bool = false, disguise: Disguise? = nil, encoding: String? = nil
  ) {
    self.name = name
    self.bytes = bytes
    self.sha256 = sha256
    self.source = source
    self.sequence = sequence
    self.discontinuity = discontinuity
    self.durationSeconds = durationSeconds
    self.startSeconds = startSeconds
    self.map = map
    self.key = key
    self.isGap = isGap
    self.disguise = disguise
    self.encoding = encoding
  }
}

extension StreamFile {
  /// One object on one line, keys sorted, what is absent left out.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("bytes")
    writer.integer(bytes)
    if discontinuity != 0 { write("discontinuity", discontinuity, to: &writer) }
    if let disguise {
      writer.key("disguise")
      writer.beginObject()
      write("bytes", disguise.bytes, to: &writer)
      writer.key("kind")
      writer.string(disguise.kind)
      writer.endObject()
    }
    write("durationSeconds", durationSeconds, to: &writer)
    if let encoding {
      writer.key("encoding")
      writer.string(encoding)
    }
    if isGap {
      writer.key("gap")
      writer.bool(true)
    }
    write("key", key.map { Int64($0) }, to: &writer)
    write("map", map.map { Int64($0) }, to: &writer)
    writer.key("name")
    writer.string(name.text)
    write("sequence", sequence, to: &writer)
    writer.key("sha256")
    writer.string(sha256.hex)
    if let source { write(source, to: &writer) }
    write("startSeconds", startSeconds, to: &writer)
    writer.endObject()
  }

  private func write(_ source: Source, to writer: inout JSONWriter) {
    writer.key("source")
    writer.beginObject()
    write("length", source.length, to: &writer)
    write("offset", source.offset, to: &writer)
    writer.key("uri")
    writer.string(source.uri)
    writer.endObject()
  }

  private func write(_ key: StaticString, _ value: Int64?, to writer: inout JSONWriter) {
    guard let value else { return }
    writer.key(key)
    writer.integer(value)
  }

  private func write(_ key: StaticString, _ value: Double?, to writer: inout JSONWriter) {
    guard let value else { return }
    writer.key(key)
    writer.decimal(value)
  }
}

extension StreamFile {
  init(_ fields: JSONFields) throws(BundleError) {
    let text = try fields.text("name")
    guard let name = MediaFileName(text) else {
      throw fields.damaged("name", "is not the name of a media file: \(quoted(text))")
    }
    var source: Source?
    if let from = try fields.optionalObject("source") {
      source = Source(
        uri: try from.text("uri"), offset: try from.optionalInteger("offset", in: 0...Int64.max),
        length: try from.optionalInteger("length", in: 0...Int64.max))
    }
    var disguise: Disguise?
    if let mask = try fields.optionalObject("disguise") {
      disguise = Disguise(bytes: try mask.bytes("bytes"), kind: try mask.text("kind"))
    }
    self.init(
      name: name, bytes: try fields.bytes("bytes"), sha256: try fields.digest("sha256"), source: source,
      sequence: try fields.optionalInteger("sequence", in: 0...Int64.max),
      discontinuity: try fields.optionalInteger("discontinuity", in: 0...Int64.max) ?? 0,
      durationSeconds: try fields.optionalDecimal("durationSeconds"),
      startSeconds: try fields.optionalDecimal("startSeconds"), map: try fields.optionalCount("map"),
      key: try fields.optionalCount("key"), isGap: try fields.optionalFlag("gap") ?? false,
      disguise: disguise, encoding: try fields.optionalText("encoding"))
  }
}
