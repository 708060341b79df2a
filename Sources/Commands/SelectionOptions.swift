import Flags
import Selection

/// Which variants and renditions are meant: the same words in every command.
struct SelectionOptions: Sendable {
  var video: [String] = []
  var also: [String] = []
  var minBitrate: String?
  var minSize: String?
  var prefersHDR: Bool?
  var prefersLossless: Bool?
  var prefersMultichannel: Bool?
  var audio: String?
  var subtitles: String?
  var angle: String?
  var fallback = false
  var recipe: String?

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
    .repeated(
      "also", placeholder: "RULE", \.also, "Pack the variant by RULE too, beside the chosen one.",
      details: ["With the same audio and subtitles. all packs every variant that matches."]),
    .value(
      "min-bitrate", placeholder: "RATE", \.minBitrate,
      "Of what the RULE leaves take the lowest peak bit rate that is at least RATE, else the highest.",
      details: ["RATE is in bits per second; k, M and G stand for powers of 1,000: 2.5M."]),
    .value(
      "min-size", placeholder: "WxH", \.minSize,
      "Of what the RULE leaves take the smallest picture that is at least WxH, else the largest."),
    .preference(
      "prefer-hdr", default: "off", \.prefersHDR, "Take variants in high dynamic range before others."),
    .preference(
      "prefer-lossless", default: "off", \.prefersLossless, "Take lossless sound before lossy.",
      details: [
        "--no-prefer-lossless also leaves lossless renditions out of a LIST where a lossy one is there."
      ]),
    .preference(
      "prefer-multichannel", \.prefersMultichannel,
      "Take sound of more than two channels; without a word stereo and the best multichannel one.",
      details: ["--no-prefer-multichannel packs stereo alone, of a LIST too, where there is any."]),
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
    .value(
      "angle", placeholder: "LIST", \.angle, "Choose camera angles: renditions of TYPE=VIDEO.",
      details: ["LIST is as for --audio. Without it: the default one."]),
    .flag("fallback", \.fallback, "Where no RULE matches, choose as if none had been given."),
    .value(
      "recipe", placeholder: "FILE", completion: .file, \.recipe,
      "Take choices from FILE; what is typed goes before.",
      details: [
        """
        FILE is a JSON object: title, artwork, metadata (an object of texts), primary and auxiliary (a configuration, \
        and a list of them), optimizesAuxiliary (true without a word: no second video where only the sound differs), \
        policy (expires, priority). A configuration has video, audio, subtitles, angle (each a text or a list of \
        texts), minBitrate, minSize, prefersHDR, prefersLossless, prefersMultichannel, fallback. A member of another \
        name is an error. One recipe serves many titles.
        """
      ]),
  ]

  var isGiven: Bool { !typed.isEmpty || recipe != nil }

  /// What was typed, over what the recipe says.
  func words(_ recipe: Recipe) -> SelectionWords { typed.over(recipe) }

  private var typed: SelectionWords {
    SelectionWords(
      video: video, also: also, audio: audio.map { [$0] }, subtitles: subtitles.map { [$0] },
      angles: angle.map { [$0] }, fallback: fallback, minBitrate: minBitrate, minSize: minSize,
      prefersHDR: prefersHDR, prefersLossless: prefersLossless, prefersMultichannel: prefersMultichannel)
  }
}
