import Playlist

extension SyntaxRule {
  /// Tags of media playlists (4.4.3 to 4.4.5).
  static let ofMediaTags: [SyntaxRule: Words] = [
    .targetDuration: Words(
      "a media playlist has EXT-X-TARGETDURATION, whole seconds and at least 1",
      why: "clients reckon buffers and reloads by it, and must refuse a playlist without it"),
    .mediaSequenceLate: Words(
      "EXT-X-MEDIA-SEQUENCE stands before the first segment",
      why: "a reader may have numbered segments by then, and decrypt them with the wrong numbers",
      fix: "move it to the head"),
    .discontinuitySequenceLate: Words(
      "EXT-X-DISCONTINUITY-SEQUENCE stands before the first segment and any EXT-X-DISCONTINUITY",
      why: "renditions are matched by these numbers, and a late tag leaves them open",
      fix: "move it to the head"),
    .noEndList: Words(
      "a playlist of type VOD has EXT-X-ENDLIST",
      why: "without it a client loads the playlist again and again and may wait for more",
      fix: "add EXT-X-ENDLIST"),
    .extInfMissing: Words(
      "each segment has EXTINF before its URI", why: "a segment of unknown duration cannot be placed in time",
      fix: "add #EXTINF:<duration>, above the URI"),
    .extInfDuration: Words(
      "EXTINF begins with a duration in seconds, a decimal number and nothing else up to the comma",
      why: "a reader that is exact finds no duration"),
    .extInfComma: Words(
      "the duration of EXTINF is followed by a comma, also where no title follows",
      why: "the comma is part of the form, and some readers look for it", fix: "add the comma"),
    .extInfWithoutURI: Words(
      "EXTINF is followed by the URI of its segment",
      why: "a duration without segment shows that the playlist was cut off"),
    .byteRange: Words(
      "EXT-X-BYTERANGE is <length>[@<offset>], both decimal integers",
      why: "a client that cannot tell the range has no segment"),
    .byteRangeOffset: Words(
      "a byte range without offset follows a range of the same resource",
      why: "it begins where that one ends; without one a client must refuse the playlist",
      fix: "write the offset"),
    .keyURI: Words(
      "EXT-X-KEY and EXT-X-SESSION-KEY have a URI unless METHOD is NONE",
      why: "without it there is no key, and nothing it covers can be played"),
    .keyNone: Words(
      "EXT-X-KEY with METHOD=NONE has no other attribute",
      why: "they contradict it: is there a key or not?", fix: "take the other attributes out"),
    .keyIV: Words(
      "IV is 0x and 32 hexadecimal digits", why: "readers fill up a shorter one at different ends",
      fix: "write all 32 digits"),
    .keyIVForbidden: Words(
      "EXT-X-KEY has no IV where METHOD is SAMPLE-AES-CTR or AES-256-GCM",
      why: "these methods have their vectors in the media", fix: "take the IV out"),
    .keyFormatVersions: Words(
      "KEYFORMATVERSIONS is one or more positive integers with / between",
      why: "a client cannot tell whether it knows the version otherwise"),
    .mapRange: Words(
      "BYTERANGE of EXT-X-MAP is <length>@<offset>",
      why: "there is no range before it that it could continue", fix: "write the offset"),
    .dateTime: Words(
      "EXT-X-PROGRAM-DATE-TIME is a date and time of ISO 8601",
      why: "a client that cannot read it has no clock for date ranges and seeking"),
    .partRange: Words(
      "BYTERANGE of EXT-X-PART is <length>[@<offset>], without offset only after a range of the same resource",
      why: "a client that cannot tell the range has no part"),
    .dateRange: Words(
      "EXT-X-DATERANGE has the form of its clause", why: "a client should ignore one that has not",
      fix: "close the quotes"),
    .deltaUpdate: Words(
      "a playlist that is read on its own has no EXT-X-SKIP",
      why: "a delta update leaves out segments that only an earlier answer has",
      fix: "ask for it without _HLS_skip"),
  ]

  /// Tags of either kind and of multivariant playlists (4.4.1, 4.4.2, 4.4.6), and what holds for all.
  static let ofOtherTags: [SyntaxRule: Words] = [
    .tagTwice: Words(
      "a tag that may be there once is there once", why: "a client must refuse the playlist for most of them",
      fix: "keep one of them"),
    .textAfterHeader: Words(
      "the first line is #EXTM3U and nothing else", why: "an exact reader takes it for another text"),
    .unknownVersion: Words(
      "EXT-X-VERSION is at most 13", why: "a client must not play a version that it does not know"),
    .defineForm: Words(
      "EXT-X-DEFINE has exactly one of NAME, IMPORT and QUERYPARAM",
      why: "a client must refuse the playlist otherwise"),
    .defineName: Words(
      "the name of a variable is of letters, digits, hyphens and underscores",
      why: "a reference to another name is none"),
    .defineTwice: Words(
      "a variable is defined once", why: "a client must refuse the playlist otherwise",
      fix: "keep one of them"),
    .defineImport: Words(
      "IMPORT stands in a media playlist and names a variable of the multivariant playlist that led to it",
      why: "a client must refuse the playlist otherwise"),
    .defineQuery: Words(
      "QUERYPARAM names a parameter of the playlist's own address that has a value fit for a quoted-string",
      why: "a client must refuse the playlist otherwise"),
    .captions: Words(
      "EXT-X-MEDIA of TYPE=CLOSED-CAPTIONS has no URI",
      why: "closed captions are inside the video and have no playlist", fix: "take the URI out"),
    .strayURI: Words(
      "a URI line of a multivariant playlist has EXT-X-STREAM-INF before it",
      why: "a variant of which nothing is known cannot be chosen"),
    .missingURI: Words(
      "EXT-X-STREAM-INF is followed by the URI of its variant", why: "without it the variant cannot be had"),
    .sessionData: Words(
      "EXT-X-SESSION-DATA has either VALUE or URI", why: "with both or none it is open which data are meant"),
    .sessionKeyNone: Words(
      "METHOD of EXT-X-SESSION-KEY is not NONE", why: "there is no key to load in advance",
      fix: "take the tag out"),
    .unknownValue: Words(
      "an enumerated attribute has a value that the specification knows",
      why: "a client must ignore the whole tag otherwise"),
    .unknownRequirement: Words(
      "an attribute that begins with REQ- is one that the specification knows",
      why: "a client must ignore the whole tag otherwise"),
    .lowVersion: Words(
      "EXT-X-VERSION is at least what the tags and attributes of the playlist need",
      why: "an old client takes on what it cannot play instead of refusing it", fix: "raise EXT-X-VERSION"),
    .tagValue: Words(
      "a tag has the value that its clause describes", why: "a reader that is exact cannot use the tag"),
  ]
}
