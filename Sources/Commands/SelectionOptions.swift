import Flags
import Selection

/// Which variants and renditions are meant: the same words in every command.
struct SelectionOptions: Sendable {
  var video: [String] = []
  var audio: String?
  var subtitles: String?
  var fallback = false

  static let options: [Option<SelectionOptions>] = [
    .repeated(
      "video", placeholder: "RULE", \.video, "Choose the variant by RULE; the first RULE that matches wins.",
      details: [
        """
        RULE is best, worst, none, all, a height such as 1080p, or conditions joined by commas: height<=720, \
        bandwidth<=3M, codec=hvc1, range=PQ, fps>=50, layout=stereo, id=STABLE-ID, pathway=NAME. Among several \
        matches the best is taken. No match is an error (exit 4) unless --fallback is given.
        """,
        "Without it one variant is chosen: the best in standard dynamic range, or the best of all where there is no other.",
      ]),
    .value(
      "audio", placeholder: "LIST", \.audio, "Choose audio renditions.",
      details: [
        """
        LIST is comma-joined: default, all, none, original, name=NAME, or language ranges of BCP 47 with an \
        optional kind: en, fr-CA, es:describes-video. A language takes what is closest, with ISO 639 \
        equivalents: fr takes fr and fra, and fr-CA only where those are missing; fr-* takes them all. A language \
        that is not there is an error (exit 4).
        """,
        "Without it: the default audio in stereo, and the best multichannel rendition of it.",
      ]),
    .value(
      "subtitles", placeholder: "LIST", \.subtitles, "Choose subtitle renditions.",
      details: [
        "LIST is as for --audio, with the kinds sdh and forced: en, en:sdh, de:forced. none drops forced ones too.",
        "Without it: only the forced subtitles in the language of the chosen audio.",
      ]),
    .flag("fallback", \.fallback, "Where no RULE matches, choose as if none had been given."),
  ]

  var isGiven: Bool { !video.isEmpty || audio != nil || subtitles != nil }

  var words: SelectionWords {
    SelectionWords(
      video: video, audio: audio.map { [$0] }, subtitles: subtitles.map { [$0] }, fallback: fallback)
  }
}
