import Flags

/// Long texts of the man pages that are not part of one option.
enum Manuals {
  private static let transferCodes: [ExitCode] = [
    .done, .unexpected, .usage, .nothingMatches, .wrongSource, .unavailable, .damaged, .notABundle, .inUse,
    .disk,
    .protected, .hangup, .interrupted, .readerGone, .terminated,
  ]

  static let tool = Manual(
    details: [
      """
      hlspack packs HLS titles for offline use: it downloads the chosen variants, audio and subtitles into a \
      self-contained bundle with manifest, artwork and metadata, and proves that bundles are whole. A bundle plays \
      in any HLS player, from disk or from any static web server, with no network.
      """,
      """
      It never says done with a hole in a bundle: a segment that is missing, cut short, or not media is a \
      failure with an exit code of its own. After a failure only `NAME.movpkg.partial` stands there; the same \
      command goes on from it.
      """,
      "Results go to standard output, messages and progress to standard error. A bar is shown on a terminal only.",
    ],
    sections: [jsonSection],
    files: [
      Term("NAME.movpkg", "A bundle; see hlspack-bundle(5)."),
      Term("NAME.movpkg.partial", "An unfinished bundle, from which the same command goes on."),
    ],
    exitCodes: ExitCode.table(ExitCode.allCases), seeAlso: [PageReference("hlspack-bundle", 5)])

  static let build = Manual(
    details: [
      """
      Fetches the playlist, chooses, plans, downloads many segments at once with SHA-256 in the stream, checks \
      that each is what it should be, writes local playlists, and puts the bundle in place by one rename. \
      URL is http or https; `@FILE` reads it from the first line of FILE, `-` from standard input. FILE is a \
      playlist on this machine: its relative references are files beneath its own folder.
      """,
      """
      Without -o the bundle is called `NAME.movpkg`: NAME is the title, else the last part of the address that is \
      not index, master, playlist, manifest or main, else the host. If a whole bundle of the same title stands \
      there and holds all that is asked for, nothing is done. Another title there is refused (exit 2).
      """,
      """
      Media are stored byte for byte; each byte range becomes a file of its own; encrypted segments stay \
      encrypted, their keys are kept in `keys/` with mode 0600. AES-128 segments are decrypted in passing to be \
      inspected. Credentials (tokens in queries, user info, values that look random) are kept nowhere.
      """,
    ],
    sections: [jsonSection],
    files: [
      Term("NAME.movpkg", "The bundle; see hlspack-bundle(5)."),
      Term(
        "NAME.movpkg.partial", "What a run that failed or was stopped leaves; the next run goes on from it."),
    ],
    exitCodes: ExitCode.table(transferCodes),
    seeAlso: [PageReference("hlspack-verify", 1), PageReference("hlspack-bundle", 5)])

  static let show = Manual(
    details: [
      """
      For a multivariant playlist: its variants and renditions; with words of selection also what they would \
      choose, how many bytes that is, and why. For a media playlist: its figures, and with --segments every segment. \
      For a bundle, finished or not: what is in it, and what can be played offline.
      """,
      """
      A FILE is read alone: nothing is fetched, addresses are shown as written with variables replaced, and a live \
      playlist is shown, not refused.
      """,
    ],
    sections: [jsonSection], exitCodes: ExitCode.table(transferCodes),
    seeAlso: [PageReference("hlspack-build", 1), PageReference("hlspack-bundle", 5)])

  static let verify = Manual(
    details: [
      """
      Checks that every file of a bundle is there with the size and SHA-256 that its manifest says, that \
      playlists name only files of the bundle, and that manifest, listings and SHA256SUMS agree. Each fault is one \
      line: severity, file, what is wrong, and the rule in parentheses. Nothing outside of the bundle is read.
      """,
      """
      The result and its time are noted in `state.json`, where the bundle can be written to. Without hlspack the \
      same bytes can be checked by `sha256sum -c SHA256SUMS` in the bundle's folder.
      """,
    ],
    sections: [jsonSection],
    exitCodes: ExitCode.table([
      .done, .unexpected, .usage, .damaged, .expired, .notABundle, .inUse, .disk, .hangup, .interrupted,
      .readerGone, .terminated,
    ]),
    seeAlso: [PageReference("sha256sum", 1), PageReference("hlspack-bundle", 5)])

  /// JSON, field by field: the same in every page.
  private static let jsonSection = Manual.Section(
    "JSON",
    [
      """
      With --json a command writes JSON lines to standard output and nothing else: UTF-8, one object a line, keys \
      sorted, each with `type`. Numbers are plain: bytes, bits per second, seconds as decimals. Times are RFC 3339 in \
      UTC. Absent values are left out unless null is said. The last line is always `summary`, also after a \
      failure. Fields may be added, never renamed or removed within a major version.
      """,
      .terms(JSONFields.lines),
      "The values in them:",
      .terms(JSONFields.values),
    ])
}

/// The documented fields of JSON output.
enum JSONFields {
  static let lines = [
    Term(
      "plan",
      """
      Before the first segment, and what --dry-run prints: source, destination, title, durationSeconds, variants \
      (each with role, reason, estimatedBytes, and alternatives where redundant variants exist), renditions (each \
      with reason, estimatedBytes), estimatedBytes, freeBytes, warnings.
      """),
    Term(
      "progress",
      """
      At most four a second: overall (fraction 0 to 1, bytes, expectedBytes, bytesPerSecond, secondsLeft or null) and \
      selections, a list of id, fraction, bytes, expectedBytes, loadedTimeRanges as pairs of start and end, and \
      expectedTimeRange.
      """),
    Term("selection", "id, state (complete or failed), message when failed."),
    Term(
      "finding",
      "rule, severity (error, warning, info), file, line where there is one, message, hint; bundle, of several paths."
    ),
    Term("retry", "With -v only: url without credentials, reason, attempt, waitSeconds."),
    Term(
      "multivariantPlaylist",
      """
      variants, iFrameStreams, imageStreams, renditions, sessionData, sessionKeys, contentSteering, definitions, \
      independentSegments, start, version.
      """),
    Term(
      "mediaPlaylist",
      """
      version, targetDurationSeconds, mediaSequence, discontinuitySequence, playlistType, endList, iFramesOnly, \
      independentSegments, start, definitions, dateRanges, and with --segments segments: uri, durationSeconds, title, \
      byteRange (length, offset), discontinuity, discontinuitySequence, mediaSequence, programDateTime, keys (method, \
      uri, iv, keyFormat, keyFormatVersions), map (uri, byteRange), gap, bitrate, parts (how many).
      """),
    Term(
      "bundle",
      """
      formatVersion, title, metadata, artwork, source, createdAt, createdBy, state (complete, unfinished, expired), \
      fraction when unfinished, playableOffline, offlineOptions (audio, subtitles), variants, renditions, policy \
      (expiresAt, priority), keys (id, method, keyFormat, state, expiresAt), bytes, files, verifiedAt, history.
      """),
    Term(
      "summary",
      """
      command, exitCode, seconds, bundle (path or null) or bundles (path, exitCode, message), missing (stream, index, \
      url left out, where that was allowed), bytes, files, requests, retries (what was transferred), findings (error, \
      warning, info), message and hint when exitCode is not 0.
      """),
  ]

  static let values = [
    Term(
      "variant",
      """
      id, uri, bandwidth, averageBandwidth, resolution (width, height), frameRate, codecs, supplementalCodecs, \
      videoRange, layout, score, stableID, pathwayID, groups (audio, video, subtitles, closedCaptions).
      """),
    Term(
      "rendition",
      """
      id, kind (audio, video, subtitles, closedCaptions), groupID, name, language, assocLanguage, characteristics, \
      channels, default, autoselect, forced, instreamID, stableID, uri or null when it is in the variant.
      """),
    Term("id", "Of a selection: the same in every run, whatever token the address carries."),
  ]
}
