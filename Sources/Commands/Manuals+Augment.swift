import Flags

extension Manuals {
  static let augment = Manual(
    details: [
      """
      Adds to a bundle what it lacks: audio, subtitles, variants, a title, artwork, metadata. The playlists are \
      fetched again from where the bundle came from, and of the media only what is missing; what is there is neither \
      read nor touched. Asking for what is there already is success and does nothing.
      """,
      """
      The bundle is then what build would have made with all these words at once, but for its history and, where \
      what was added has keys of its own, their numbers. What the source has more of since is for \
      `build --update`.
      """,
      """
      An origin that is not what it was, with other durations, discontinuities, byte ranges or encryption of a stream \
      that the bundle holds, is noticed and refused (exit 5) with what differs: two versions are never mixed. Where \
      the recorded address had credentials, which are never kept, --source gives one that is valid now.
      """,
      """
      A source that only the manifest names is asked at public addresses: a bundle may come from anybody, and what it \
      names in this machine's network must not be reached by it. Where this user packed the bundle from there on \
      this machine, a mark in `state.json` says so, also of a copy, and any address is asked. Otherwise a private \
      one, or a file, needs --source or --allow-private-hosts (exit 5).
      """,
      """
      It is one change: a kill at any instant leaves the bundle as it was or as it is to be. What has come of a \
      run that was stopped is in BUNDLE.partial, from where the same command goes on.
      """,
    ],
    sections: [keys, jsonSection],
    files: [
      Term("BUNDLE/hlspack.json", "What the bundle is; see CHANGES in hlspack-bundle(5)."),
      Term("BUNDLE.partial", "What has come of a run that did not end."),
    ],
    exitCodes: ExitCode.table([
      .done, .unexpected, .usage, .nothingMatches, .wrongSource, .unavailable, .damaged, .expired,
      .notABundle,
      .inUse, .disk, .protected, .hangup, .interrupted, .readerGone, .terminated,
    ]),
    seeAlso: [
      PageReference("hlspack-build", 1), PageReference("hlspack-remove", 1), PageReference("hlspack-show", 1),
      PageReference("hlspack-bundle", 5),
    ])
}
