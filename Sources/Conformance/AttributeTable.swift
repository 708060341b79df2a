import Playlist

/// The attributes that the specification (4.4) and the image extension give to each tag with an attribute list.
enum AttributeTable {
  /// The attributes of a tag; empty for tags without attribute list.
  static func attributes(of tag: TagName) -> [AttributeForm] { table[tag] ?? [] }

  /// Whether a name, given as bytes, is one that the tag may have. Names that begin with REQ- are the parser's to
  /// judge, and so count as known here; so do those that rules of their own tell. True for tags without list.
  static func has(_ name: ArraySlice<UInt8>, of tag: TagName) -> Bool {
    guard let known = names[tag] else { return true }
    if known.contains(name) { return true }
    return name.starts(with: "REQ-".utf8) || tag == .dateRange && name.starts(with: "X-".utf8)
  }

  /// The attribute that a misspelt one stands for, as HOLDBACK does for HOLD-BACK; nil where there is none.
  static func meant(by name: String, in tag: TagName) -> String? {
    let plain = letters(name)
    return attributes(of: tag).first { letters($0.name) == plain }?.name
  }

  /// The letters in capitals; all else is what one slips on.
  private static func letters(_ name: String) -> [UInt8] {
    name.utf8.map { $0 & 0xDF }.filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static let names: [TagName: Set<ArraySlice<UInt8>>] = Dictionary(
    uniqueKeysWithValues: table.map { tag, forms in
      (tag, Set((forms.map(\.name) + toldElsewhere(tag)).map { Array($0.utf8)[...] }))
    })

  /// PROGRAM-ID, and what a stream of I-frames or images has too much, have rules of their own.
  private static func toldElsewhere(_ tag: TagName) -> [String] {
    switch tag {
    case .streamInf: ["PROGRAM-ID"]
    case .iFrameStreamInf, .imageStreamInf: ["PROGRAM-ID"] + IFrameAttributes.excluded
    default: []
    }
  }

  // MARK: - The table

  private static let table: [TagName: [AttributeForm]] = ofBoth.merging(ofMedia) { $1 }.merging(
    ofMultivariant
  ) { $1 }

  /// Tags of either kind of playlist (4.4.2).
  private static let ofBoth: [TagName: [AttributeForm]] = [
    .start: [.required("TIME-OFFSET", .signedDecimal), .optional("PRECISE", .enumerated)],
    .define: .optional(.quoted, "NAME", "VALUE", "IMPORT", "QUERYPARAM"),
  ]

  /// Tags of media playlists (4.4.3 to 4.4.5).
  private static let ofMedia: [TagName: [AttributeForm]] = [
    .partInf: [.required("PART-TARGET", .decimal)],
    .serverControl: .optional(.enumerated, "CAN-BLOCK-RELOAD", "CAN-SKIP-DATERANGES")
      + .optional(.decimal, "CAN-SKIP-UNTIL", "HOLD-BACK", "PART-HOLD-BACK"),
    .key: key + [.optional("URI", .quoted)],
    .map: [.required("URI", .quoted), .optional("BYTERANGE", .quoted)],
    .part: [.required("DURATION", .decimal), .required("URI", .quoted), .optional("BYTERANGE", .quoted)]
      + .optional(.enumerated, "INDEPENDENT", "GAP"),
    .tiles: [
      .required("RESOLUTION", .resolution), .required("LAYOUT", .resolution), .required("DURATION", .decimal),
    ],
    .dateRange: [.required("ID", .quoted), .optional("END-ON-NEXT", .enumerated)]
      + .optional(.quoted, "CLASS", "START-DATE", "CUE", "END-DATE")
      + .optional(.decimal, "DURATION", "PLANNED-DURATION")
      + .optional(.hexadecimal, "SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"),
    .skip: [.required("SKIPPED-SEGMENTS", .integer), .optional("RECENTLY-REMOVED-DATERANGES", .quoted)],
    .preloadHint: [.required("TYPE", .enumerated), .required("URI", .quoted)]
      + .optional(.integer, "BYTERANGE-START", "BYTERANGE-LENGTH"),
    // A server may leave out the numbers that are its own.
    .renditionReport: [.required("URI", .quoted)] + .optional(.integer, "LAST-MSN", "LAST-PART"),
  ]

  /// Tags of multivariant playlists (4.4.6).
  private static let ofMultivariant: [TagName: [AttributeForm]] = [
    .media: [.required("TYPE", .enumerated), .required("GROUP-ID", .quoted), .required("NAME", .quoted)]
      + .optional(.quoted, "URI", "LANGUAGE", "ASSOC-LANGUAGE", "STABLE-RENDITION-ID", "INSTREAM-ID")
      + .optional(.quoted, "CHARACTERISTICS", "CHANNELS")
      + .optional(.enumerated, "DEFAULT", "AUTOSELECT", "FORCED")
      + .optional(.integer, "BIT-DEPTH", "SAMPLE-RATE"),
    .streamInf: stream + shownAs + described
      + [.optional("FRAME-RATE", .decimal), .optional("CLOSED-CAPTIONS", .enumeratedOrQuoted)]
      + .optional(.quoted, "AUDIO", "SUBTITLES"),
    .iFrameStreamInf: stream + shownAs + described + [.required("URI", .quoted)],
    .imageStreamInf: stream
      + [.required("URI", .quoted), .required("CODECS", .quoted), .required("RESOLUTION", .resolution)],
    .sessionData: [.required("DATA-ID", .quoted), .optional("FORMAT", .enumerated)]
      + .optional(.quoted, "VALUE", "URI", "LANGUAGE"),
    .sessionKey: key + [.required("URI", .quoted)],
    .contentSteering: [.required("SERVER-URI", .quoted), .optional("PATHWAY-ID", .quoted)],
  ]

  private static let key: [AttributeForm] =
    [.required("METHOD", .enumerated), .optional("IV", .hexadecimal)]
    + .optional(.quoted, "KEYFORMAT", "KEYFORMATVERSIONS")

  /// What streams of all three kinds have.
  private static let stream: [AttributeForm] =
    [
      .required("BANDWIDTH", .integer), .optional("AVERAGE-BANDWIDTH", .integer),
      .optional("SCORE", .decimal),
    ]
    + .optional(
      .quoted, "SUPPLEMENTAL-CODECS", "ALLOWED-CPC", "REQ-VIDEO-LAYOUT", "STABLE-VARIANT-ID", "VIDEO")
    + .optional(.quoted, "PATHWAY-ID")

  private static let described: [AttributeForm] = [
    .optional("CODECS", .quoted), .optional("RESOLUTION", .resolution),
  ]

  /// What streams of pictures that do not move have not.
  private static let shownAs: [AttributeForm] = .optional(.enumerated, "HDCP-LEVEL", "VIDEO-RANGE")
}
