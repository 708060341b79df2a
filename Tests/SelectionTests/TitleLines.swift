/// The lines of the titles.
enum TitleLines {
  private typealias T = TitleText
  private static let sdh =
    "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"
  private static let described = "public.accessibility.describes-video"
  private static let avc = "avc1.640028,mp4a.40.2"

  static let ladder = [
    T.variant("480", 1_200, "854x480", average: 1_000, codecs: "avc1.4d401e,mp4a.40.2", fps: "29.970"),
    T.variant("240", 400, "426x240", codecs: "avc1.42c015,mp4a.40.2", fps: "14.985"),
    T.variant("720", 2_800, "1280x720", average: 2_400, codecs: "avc1.4d401f,mp4a.40.2", fps: "29.970"),
    T.variant("720p60", 4_200, "1280x720", codecs: "avc1.640020,mp4a.40.2", fps: "59.940"),
    T.variant("1080", 6_000, "1920x1080", codecs: avc, fps: "29.970", "STABLE-VARIANT-ID=\"top\""),
    T.variant("1080hevc", 4_500, "1920x1080", codecs: "hvc1.1.6.L123.B0,mp4a.40.2", fps: "29.970"),
    T.variant("sound", 64, codecs: "mp4a.40.2"),
  ]

  static let groups = [
    T.sound("aac", "English", "en", .standard, channels: "2"),
    T.sound("aac", "Français", "fra", .auto, channels: "2"),
    T.sound("aac", "English described", "en", .auto, channels: "2", marks: described),
    T.text("subs", "English", "en", .auto),
    T.text("subs", "English SDH", "en", .auto, marks: sdh),
    T.text("subs", "English forced", "en", .auto, forced: true),
    T.text("subs", "French forced", "fr", .auto, forced: true),
    T.text("subs", "Deutsch", "de", .standard),
    T.media("CLOSED-CAPTIONS", "cc", "CC", "es", ",INSTREAM-ID=\"CC1\"", nil, true),
    T.variant("360", 800, "640x360", codecs: avc, audio: "aac", subtitles: "subs", "CLOSED-CAPTIONS=\"cc\""),
    T.variant(
      "720", 2_800, "1280x720", codecs: avc, audio: "aac", subtitles: "subs", "CLOSED-CAPTIONS=\"cc\""),
  ]

  /// One video line for each of three audio groups, as in Apple's examples.
  static func authored(_ group: String) -> [String] {
    let codecs = ["aac": "mp4a.40.2", "ac3": "ac-3", "ec3": "ec-3"]
    let extra = ["aac": 0, "ac3": 300, "ec3": 100][group] ?? 0
    let channels = group == "aac" ? "2" : "6"
    let codec = "avc1.640028," + (codecs[group] ?? "")
    return [
      T.sound(group, "English", "en", .standard, channels: channels),
      T.sound(group, "Deutsch", "de", .auto, channels: channels),
      T.variant("540", 2_000 + extra, "960x540", codecs: codec, audio: group),
      T.variant("1080", 6_000 + extra, "1920x1080", codecs: codec, audio: group),
    ]
  }

  /// One picture with AAC and with AC-3, both in stereo.
  static let stereoTwice = [
    T.sound("ac3", "English", "en", .auto, channels: "2"),
    T.sound("aac", "English", "en", .auto, channels: "2"),
    T.variant("540d", 2_200, "960x540", codecs: "avc1.640028,ac-3", audio: "ac3"),
    T.variant("540", 2_000, "960x540", codecs: "avc1.640028,mp4a.40.2", audio: "aac"),
  ]

  static let ranges = [
    T.variant("sdr720", 3_000, "1280x720", codecs: "hvc1.2.4.L93", "VIDEO-RANGE=SDR"),
    T.variant("sdr1080", 6_000, "1920x1080", codecs: "hvc1.2.4.L123", "VIDEO-RANGE=SDR"),
    T.variant("hlg1080", 7_000, "1920x1080", codecs: "hvc1.2.4.L123", "VIDEO-RANGE=HLG"),
    T.variant(
      "pq2160", 16_000, "3840x2160", codecs: "hvc1.2.4.L153",
      "VIDEO-RANGE=PQ,SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\""),
    T.variant("dv2160", 17_000, "3840x2160", codecs: "dvh1.05.06"),
    T.variant("odd4320", 40_000, "7680x4320", codecs: "hvc1.2.4.L180", "VIDEO-RANGE=NEXT"),
  ]

  static let languages =
    [
      ("fr-CA", "Québec"), ("fr-FR", "France"), ("nb", "Norsk"), ("es-419", "Latino"),
      ("es-ES", "Castellano"),
      ("iw", "Hebrew"), ("qaa", "Private"), (nil, "Nothing"), ("PT_br", "Brasil"), ("ger", "Deutsch"),
      ("tl", "Tagalog"),
    ].map { T.text("s", $0.1, $0.0) } + [T.variant("v", 1_000, "1280x720", subtitles: "s")]

  static let chinese =
    [
      ("zh-Hans", "Simplified"), ("zh-Hant", "Traditional"), ("yue-Hant-HK", "Cantonese"),
      ("cmn-TW", "Taiwan"),
    ]
    .map { T.sound("a", $0.1, $0.0) } + [T.variant("v", 1_000, "1280x720", audio: "a")]

  static let apart = [
    T.sound("lo", "English", "en", .standard), T.sound("lo", "Français", "fr", .auto),
    T.sound("hi", "English", "en", .standard), T.sound("unused", "Español", "es"),
    T.text("lo", "Italiano", "it"),
    T.variant("480", 1_000, "854x480", audio: "lo", subtitles: "lo"),
    T.variant("720", 2_000, "1280x720", audio: "lo"), T.variant("1080", 5_000, "1920x1080", audio: "hi"),
  ]

  static let redundant = ["a/720", "b/720", "a/1080", "b/1080", "c/1080"].map { uri in
    uri.hasSuffix("720")
      ? T.variant(uri, 2_000, "1280x720", codecs: avc) : T.variant(uri, 5_000, "1920x1080", codecs: avc)
  }

  static func pathway(_ id: String) -> [String] {
    [
      T.sound("aac-\(id)", "English", "en", .standard),
      T.variant("\(id)/720", 2_000, "1280x720", audio: "aac-\(id)", "PATHWAY-ID=\"\(id)\""),
      T.variant("\(id)/1080", 5_000, "1920x1080", audio: "aac-\(id)", "PATHWAY-ID=\"\(id)\""),
    ]
  }

  static let muxed = [
    T.sound("a", "English", "en", .standard, isInside: true), T.sound("a", "Français", "fr", .auto),
    T.variant("v", 2_000, "1280x720", codecs: avc, audio: "a"),
  ]

  static func sound(_ bandwidth: Int) -> String {
    T.variant("\(bandwidth)", bandwidth, codecs: "mp4a.40.2")
  }

  static let scores = [
    T.variant("big", 9_000, "1920x1080", "SCORE=1.5"), T.variant("good", 4_000, "1920x1080", "SCORE=2.5"),
  ]

  static let angles = [
    T.media("VIDEO", "cam", "Main", nil, T.Choosing.standard.rawValue, nil, true),
    T.media("VIDEO", "cam", "Goal", nil, "", nil, false),
    T.media("VIDEO", "cam", "Bench", "en", "", nil, false),
    T.variant("v", 2_000, "1280x720", "VIDEO=\"cam\""),
  ]

  static let dubs = [
    T.sound("a", "Deutsch", "de", .standard), T.sound("a", "日本語", "ja", marks: "public.original-content"),
    T.sound("a", "Polski lektor", "pl", marks: "public.translation.voice-over"),
    T.text("s", "Leicht", "de", marks: "public.easy-to-read"),
    T.variant("v", 2_000, "1280x720", audio: "a", subtitles: "s"),
  ]

  static let layouts = [
    T.variant("flat", 5_000, "1920x1080"),
    T.variant("3d", 20_000, "3840x2160", "REQ-VIDEO-LAYOUT=\"CH-STEREO\""),
    T.variant("180", 30_000, "7680x3840", "REQ-VIDEO-LAYOUT=\"CH-STEREO/PROJ-HEQU\""),
    T.variant("wide", 3_000, "1280x536"), T.variant("tall", 3_500, "720x1280"),
  ]

  static let commentary = [
    T.sound("a", "English", "en", .standard, channels: "2"), T.sound("a", "Commentary", "en", channels: "2"),
    T.sound("a", "Commentary, cast", "en", channels: "2"),
    T.sound("a", "English ", "en", .auto, channels: "2", marks: described),
    T.variant("v", 2_000, "1280x720", audio: "a"),
  ]

  static let cinema = [
    T.sound("atmos", "English", "en", .standard, channels: "16/JOC"),
    T.sound("stereo", "English", "en", .standard, channels: "2"),
    T.sound("surround", "English", "en", .standard, channels: "6"),
    T.sound("lossless", "English", "en", .standard, channels: "2"),
    T.variant("v", 2_000, "1280x720", codecs: "avc1.4d401f,ec-3", audio: "atmos"),
    T.variant("v", 2_000, "1280x720", codecs: "avc1.4d401f,mp4a.40.2", audio: "stereo"),
    T.variant("v", 2_000, "1280x720", codecs: "avc1.4d401f,ec-3", audio: "surround"),
    T.variant("v", 4_000, "1280x720", codecs: "avc1.4d401f,fLaC", audio: "lossless"),
  ]

  static let soundVariant = [
    T.sound("a", "English", "en", .standard), T.sound("a", "Deutsch", "de", .auto),
    T.variant("720", 2_000, "1280x720", codecs: avc, audio: "a"),
    T.variant("a-English", 128, codecs: "mp4a.40.2", audio: "a"),
  ]
}
