/// Titles whose sounds come in several forms, and whose languages are declared in many ways.
extension TitleLines {
  private typealias T = TitleText
  private static let avc = "avc1.640028,mp4a.40.2"
  private static let described = "public.accessibility.describes-video"

  /// What CHANNELS and SAMPLE-RATE tell, each in a group of its own with its own picture.
  static let uses = [
    T.sound("plain", "English", "en", .standard, channels: "2"),
    T.sound("phones", "English", "en", .standard, channels: "2"),
    T.sound("phones", "English headphones", "en", channels: "2/-/BINAURAL"),
    T.media(
      "AUDIO", "round", "English", "en", ",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"6/-/IMMERSIVE,DOWNMIX\"",
      nil, false),
    T.media("AUDIO", "fine", "English", "en", ",CHANNELS=\"2\",SAMPLE-RATE=96000", nil, false),
    T.variant("540", 2_000, "960x540", codecs: avc, audio: "plain"),
    T.variant("540ph", 2_100, "960x540", codecs: avc, audio: "phones"),
    T.variant("540im", 2_200, "960x540", codecs: "avc1.640028,mhm1.0x0d", audio: "round"),
    T.variant("540fine", 2_300, "960x540", codecs: "avc1.640028,fLaC", audio: "fine"),
    T.variant("1080", 5_000, "1920x1080", codecs: avc, audio: "plain"),
  ]

  /// Each kind of sound with a picture of its own: nothing is shared but the size.
  static let split = [
    T.sound("aac", "English", "en", .standard, channels: "2"),
    T.sound("ac3", "English", "en", .standard, channels: "6"),
    T.sound("flac", "English", "en", .standard, channels: "2"),
    T.variant("1080ac3", 6_400, "1920x1080", codecs: "avc1.640028,ac-3", audio: "ac3"),
    T.variant("1080flac", 7_000, "1920x1080", codecs: "avc1.640028,fLaC", audio: "flac"),
    T.variant("1080aac", 6_000, "1920x1080", codecs: avc, audio: "aac"),
    T.variant("720aac", 3_000, "1280x720", codecs: avc, audio: "aac"),
  ]

  /// One group with all forms of a sound, and a dub in one form only.
  static let mixed = [
    T.sound("a", "English", "en", .standard, channels: "2"), T.sound("a", "English", "en", channels: "6"),
    T.sound("a", "Deutsch", "de", channels: "6"),
    T.sound("a", "English", "en", channels: "6", marks: described),
    T.variant("v", 2_000, "1280x720", audio: "a"),
  ]

  /// Pictures cut to a wide format, and one that stands.
  static let cut = [
    T.variant("858x360", 900, "858x360", average: 700),
    T.variant("1280x536", 2_500, "1280x536", average: 2_400),
    T.variant("1280x720", 2_000, "1280x720", average: 1_900),
    T.variant("1920x800", 5_000, "1920x800", average: 3_000), T.variant("1080x1920", 4_500, "1080x1920"),
  ]

  /// What is nearest by language is not always what is meant.
  static let regions = [
    T.sound("a", "Described", "en", .auto, marks: described), T.sound("a", "English", "en-US", .standard),
    T.sound("a", "Norsk", "no"), T.sound("a", "Nynorsk", "nn"), T.sound("a", "Private", "x-klingon"),
    T.sound("a", "Serbian", "sr-Latn"), T.sound("a", "Nobody", nil),
    T.text("s", "Signs", "en", .auto, forced: true), T.text("s", "English", "en-US", .auto),
    T.text("s", "Signes", "fr", .auto, forced: true), T.text("s", "Hong Kong", "zh-HK"),
    T.text("s", "Easy", "en-US", marks: "public.easy-to-read"), T.text("s", "Mandarin", "cmn-Hans-CN"),
    T.text("s", "Many", "mul"), T.text("s", "Easy", "nb", marks: "public.easy-to-read"),
    T.variant("v", 2_000, "1280x720", audio: "a", subtitles: "s"),
  ]

  /// One id for groups of every kind, and one name in every group.
  static let oneName = [
    T.sound("g", "Main", "en", .standard), T.text("g", "Main", "en", .standard), T.text("g", "Main", "de"),
    T.media("VIDEO", "g", "Main", "en", T.Choosing.standard.rawValue, nil, true),
    T.media("VIDEO", "g", "Side", "en", "", nil, false),
    T.media("CLOSED-CAPTIONS", "g", "Main", "en", ",INSTREAM-ID=\"CC1\"", nil, true),
    T.variant(
      "v", 2_000, "1280x720", audio: "g", subtitles: "g", "VIDEO=\"g\",CLOSED-CAPTIONS=\"g\""),
  ]

  /// As some packagers wrote it, so that players of 2017 fetched the sound alone: a line of sound in front, and
  /// lines whose codecs tell of no picture.
  static let soundFirst = [
    T.sound("a", "English", "en", .standard), T.sound("a", "Français", "fr"),
    T.variant("sound", 128, codecs: "mp4a.40.2", audio: "a"),
    T.variant("silent", 900, codecs: "mp4a.40.2,avc1.4d401e", audio: "a"),
    T.variant("odd", 3_000, "1280x720", codecs: "mp4a.40.2", audio: "a"),
  ]
}
