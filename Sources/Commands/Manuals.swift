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
      there and holds all that is asked for, nothing is done. Another title there is refused (exit 2), and so are \
      another choice and a source that has changed, with what differs.
      """,
      """
      With --update the bundle that is there becomes what the source is now: unchanged segments are used again, \
      streams that have changed get a new folder, what is no longer chosen goes, all in one change of the bundle. \
      With --force-overwrites it is built anew beside the old one, which it replaces in one step when it is whole. \
      Neither touches what hlspack did not make.
      """,
      """
      Media are stored byte for byte; each byte range becomes a file of its own; encrypted segments stay \
      encrypted, their keys are kept in `keys/` with mode 0600, unless --keys says otherwise. AES-128 segments are \
      decrypted in passing to be inspected. Credentials (tokens in queries, user info, values that look \
      random) are kept nowhere.
      """,
    ],
    sections: [choosing, keys, troubles, jsonSection], environment: NetworkOptions.environment,
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
      playlist is shown, not refused. Of a URL what may be a credential in an address is shown as `REDACTED`.
      """,
    ],
    sections: [choosing, jsonSection], environment: NetworkOptions.environment,
    exitCodes: ExitCode.table(transferCodes),
    seeAlso: [PageReference("hlspack-build", 1), PageReference("hlspack-bundle", 5)])

  static let verify = Manual(
    details: [
      """
      Checks that every file of a bundle is there with the size and SHA-256 that its manifest says, that \
      playlists name only files of the bundle, and that manifest, listings and SHA256SUMS agree. Each fault is one \
      line: severity, file, what is wrong, and the rule in parentheses. Nothing outside of the bundle is read, but \
      for --repair.
      """,
      """
      --repair puts right what is damaged or missing and nothing else. It fetches the playlists again, from the \
      source that the manifest records or from --source, and of the media only the damaged files, byte ranges of \
      single files too; local playlists, indices and sums are made again. Each file must have the SHA-256 that the \
      bundle knows of it: one that has not, since the source is another now, ends the work with code 5, and nothing \
      in the bundle is changed. Artwork and a changed hlspack.json cannot be had again (code 7). Credentials are not \
      recorded: a source that needs them is given with --source, or with the options of build.
      """,
      """
      A source that only the manifest names is asked at public addresses: a bundle may come from anybody, and what it \
      names in this machine's network must not be reached by it. Where this user packed the bundle from there on \
      this machine, a mark in `state.json` says so, also of a copy, and any address is asked. Otherwise a private \
      one, or a file, needs --source or --allow-private-hosts (exit 5).
      """,
      """
      The result and its time are noted in `state.json`, where the bundle can be written to. Without hlspack the \
      same bytes can be checked by `sha256sum -c SHA256SUMS` in the bundle's folder.
      """,
    ],
    sections: [jsonSection], environment: NetworkOptions.environment,
    exitCodes: ExitCode.table([
      .done, .unexpected, .usage, .wrongSource, .unavailable, .damaged, .expired, .notABundle, .inUse, .disk,
      .protected, .hangup, .interrupted,
      .readerGone, .terminated,
    ]),
    seeAlso: [PageReference("sha256sum", 1), PageReference("hlspack-bundle", 5)])

  static let remove = Manual(
    details: [
      """
      Takes variants and renditions out of a bundle, without a network, in the words that choose them for \
      build. What only they needed goes with them: streams, keys, renditions of groups that no variant left \
      names, I-frame playlists over their segments. A stream that something left uses stays.
      """,
      """
      The bundle is then what build would have made of the smaller selection, but for its history, the words \
      of its selection, the numbers of its keys, and marks of the playlist that only the source could tell: \
      EXT-X-VERSION is not lowered, CLOSED-CAPTIONS=NONE does not come back. Forced subtitles that came with \
      a sound stay unless they are named, and an I-frame playlist that would have to be fetched is not.
      """,
      """
      It is one change: a kill at any instant leaves the bundle as it was or as it is to be; what was left \
      to do the next command that changes the bundle does, such as the same one again. A player sees the old \
      title or the new one at every instant. The last variant with a picture goes only with --last-video; \
      what would leave nothing to play is refused.
      """,
    ],
    sections: [jsonSection],
    files: [Term("BUNDLE/hlspack.json", "What the bundle is; see CHANGES in hlspack-bundle(5).")],
    exitCodes: ExitCode.table([
      .done, .unexpected, .usage, .nothingMatches, .damaged, .notABundle, .inUse, .disk, .hangup,
      .interrupted,
      .readerGone, .terminated,
    ]),
    seeAlso: [
      PageReference("hlspack-build", 1), PageReference("hlspack-show", 1), PageReference("hlspack-bundle", 5),
    ])

  static let lint = Manual(
    details: [
      """
      Reads a playlist and, of a multivariant one, every media playlist that it names, and holds them to the rules \
      of RFC 8216bis, of Apple's authoring specification, and a few of our own. Each finding is one line: severity, \
      file and line, what is wrong, and the rule in parentheses; a second line says what to do. Media are not looked at.
      """,
      """
      Of a URL also the answers of the servers are judged: type, compression, redirects, TLS. Of a FILE nothing is \
      fetched: only files beneath its folder are read, and what has an address or is not there is told as not \
      checked. Of a bundle its `index.m3u8` is read. A live playlist is fine.
      """,
      """
      A playlist that cannot be reached is never told as a fault: it gives the warning `hlspack-not-checked`, and the \
      exit code 5 where it is gone or refused, 6 where it may be back later. Errors give 5. Of several sources 5 goes \
      before 6.
      """,
      """
      Identifiers of rules are stable: `rfc8216bis-CLAUSE-…`, `apple-authoring-ITEM-…`, `image-playlist-0.4-…` and \
      `hlspack-…`.
      """,
    ],
    sections: [jsonSection], environment: NetworkOptions.environment,
    exitCodes: ExitCode.table([
      .done, .unexpected, .usage, .wrongSource, .unavailable, .hangup, .interrupted, .readerGone, .terminated,
    ]),
    seeAlso: [PageReference("hlspack-show", 1), PageReference("hlspack-verify", 1)])

  /// JSON, field by field: the same in every page.
  static let jsonSection = Manual.Section(
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
      with reason, estimatedBytes), estimatedBytes, freeBytes, warnings; with --session-data sessionData (dataID, \
      language, and of a payload format and uri), with --trick-play iFrameStreams and imageStreams (each with reason, \
      estimatedBytes).
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
      """
      rule, severity (error, warning, info), file, line where there is one, message, hint; bundle or source, of several.
      """
    ),
    Term("rule", "Of lint --explain: rule, asks, why."),
    Term(
      "removed",
      """
      path (in the bundle: a stream's folder or a file; of expire and prune the bundle), bytes, reason (remove, \
      expire, prune); what --dry-run would remove too.
      """
    ),
    Term(
      "receipt",
      "Of expire --invalidate-keys: the members of receipt.json (see hlspack-bundle(5)), and signature, in hexadecimal."
    ),
    Term("repaired", "Of verify --repair: path in the bundle, bytes."),
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
      uri, iv, keyFormat, keyFormatVersions), map (uri, byteRange), gap, bitrate, parts (uri, durationSeconds, \
      independent, gap, byteRange). Of one that still grows also partTargetSeconds, parts of no segment yet, \
      preloadHints, renditionReports, serverControl, skippedSegments.
      """),
    Term(
      "bundle",
      """
      formatVersion, title, metadata, artwork, source, createdAt, createdBy, state (complete, unfinished, expired), \
      fraction when unfinished, playableOffline, offlineOptions (audio, subtitles), variants, renditions, policy \
      (expiresAt, priority), keys (id, method, keyFormat, state, expiresAt), bytes, files, verifiedAt, history; \
      iFrameStreams, imageStreams and sessionData (dataID, language, format, source, path, images with path and \
      source) where some are packed; tombstone (at, reason, bytes, files) where the title was deleted. Of list \
      also path, and no history.
      """),
    Term(
      "summary",
      """
      command, exitCode, seconds, bundle (path or null) or bundles (path, exitCode, message), missing (stream, index, \
      url left out, where that was allowed), bytes, files, requests, retries (what was transferred), findings (error, \
      warning, info), mode (lenient or strict) and sources (source, exitCode, message) of lint, message and hint when \
      exitCode is not 0.
      """),
  ]

  static let values = [
    Term(
      "variant",
      """
      id, uri, bandwidth, averageBandwidth, resolution (width, height), frameRate, codecs, supplementalCodecs, \
      videoRange, layout, score, stableID, pathwayID, groups (audio, video, subtitles, closedCaptions). Members of \
      iFrameStreams and imageStreams have the same, and stream (folder) in a bundle.
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
