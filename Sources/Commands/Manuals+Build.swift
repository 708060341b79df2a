import Flags

/// What the pages of build and show say about choosing, and that of build about what goes wrong on the way.
extension Manuals {
  static let choosing = Manual.Section(
    "CHOOSING",
    [
      """
      Without words one variant is taken, the best SDR one where there is any, with its default audio in stereo and in \
      the best multichannel form, and the forced subtitles of that audio's language. A variant with video is always \
      taken where there is one.
      """,
      "Of several variants that a RULE matches the first of these differences decides:",
      .terms([
        Term("picture", "One before a line that says nothing about it, and that before sound alone."),
        Term("known", "A VIDEO-RANGE and REQ-VIDEO-LAYOUT that are defined, before others."),
        Term(
          "layout",
          "Flat pictures before stereoscopic and spherical ones, unless the RULE speaks of the layout."),
        Term(
          "range",
          "SDR before HDR, or the other way round with --prefer-hdr, unless the RULE speaks of the range."),
        Term(
          "minimum",
          """
          With --min-size or --min-bitrate what meets it, of that the smallest picture and then the lowest BANDWIDTH; \
          of what does not meet it the largest and the highest.
          """),
        Term("score", "The higher SCORE, where every variant of the playlist has one."),
        Term("size", "More pixels, then the higher FRAME-RATE."),
        Term(
          "sound",
          "Lossy before lossless, or the other way round with --prefer-lossless; then stereo, or more channels "
            + "with --prefer-multichannel; then what every player decodes, before Dolby Digital alone."),
        Term("rate", "The higher BANDWIDTH; then what stands first in the playlist."),
      ]),
      "With worst the lower score, size and rate count. Lines that name the same stream are one choice with several sources.",
    ])

  static let troubles = Manual.Section(
    "WHAT CAN GO WRONG",
    [
      """
      Lost connections, time-outs, short bodies, 408, 425, 429 and 5xx are tried again, at most as often as --retries \
      says, with growing waits; Retry-After is heeded, for all requests to that host. Where the server tells which \
      version it sent (a strong ETag, or a Last-Modified that is old enough) an attempt goes on behind the bytes that \
      came; where it sends another version the segment starts over.
      """,
      """
      A segment that fails all the same waits until the rest has come, and is asked for again, after a pause as long \
      as the longest between retries, as long as that brings anything, and twice more where it does not. A host that \
      fails many times in a row is left alone meanwhile.
      """,
      """
      After 401, 403, 404 and 410 the playlists are fetched once more, since their addresses may carry a fresh token; \
      with --token-command a command is asked for one first. Where the same stream is to be had elsewhere (a redundant \
      variant, another pathway, one that a steering manifest adds), it is taken from there, if its segments are the \
      same.
      """,
      """
      What came is held against what was meant: its length, its container, its padding; a page of text in place of \
      media is told as such, behind AES-128 too. A byte that was changed on the way, in media of the right length and \
      form, cannot be seen when it comes for the first time.
      """,
      """
      Nothing is done twice: the same command goes on from `NAME.movpkg.partial`, also with another token in the \
      address.
      """,
    ])
}
