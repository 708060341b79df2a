import Playlist
import Selection
import Testing

@Suite struct ChoiceTests {
  @Test("words choose what is meant", arguments: table)
  func chooses(_ row: Row) throws {
    #expect(try row.outcome() == row.expected)
  }

  @Test("every place is either chosen, another source of what is chosen, or left out with a reason")
  func complete() throws {
    for row in Self.table where !row.expected.hasPrefix("2: ") && !row.expected.hasPrefix("4: ") {
      let playlist = try row.title.parsed()
      guard let choice = try? choose(row.selection, from: playlist) else { continue }  // the table says why
      var variants = choice.variants.flatMap { [$0.index] + $0.alternatives }
      variants += choice.leftOut.filter { $0.subject == .variant }.map(\.index)
      #expect(variants.sorted() == Array(playlist.variants.indices), "\(row.testDescription)")
      var renditions = choice.renditions.map(\.index)
      renditions += choice.leftOut.filter { $0.subject == .rendition }.map(\.index)
      #expect(renditions.sorted() == Array(playlist.renditions.indices), "\(row.testDescription)")
      for reason in choice.variants.map(\.reason) + choice.renditions.map(\.reason) {
        #expect(!reason.isEmpty)
      }
      for item in choice.leftOut { #expect(item.reason.hasPrefix("left out: ")) }
    }
  }

  // MARK: - The tables

  static let table = video + sound + text + together + qualifiers + wishes + configurations + clauses

  static let video: [Row] = [
    Row(.ladder, "", "1080"),
    Row(.ladder, "v:best", "1080"),
    Row(.ladder, "v:worst", "240"),
    Row(.ladder, "v:all", "1080 1080hevc 720p60 720 480 240 sound"),
    Row(.ladder, "v:none", "sound"),
    Row(.ladder, "v:720p", "720p60"),
    Row(.ladder, "v:480P", "480"),
    Row(.ladder, "v:1080p,codec=hvc1", "1080hevc"),
    Row(.ladder, "v:codec=hevc", "1080hevc"),
    Row(.ladder, "v:codec=avc1.640028", "1080"),
    Row(.ladder, "v:codec!=avc1", "1080hevc"),
    Row(.ladder, "v:height<=720", "720p60"),
    Row(.ladder, "v:height<720", "480"),
    Row(.ladder, "v:height=720,fps<=30", "720"),
    Row(.ladder, "v:fps>=60", "720p60"),
    Row(.ladder, "v:fps=30,worst", "480"),
    Row(.ladder, "v:fps>59.95", "4: no variant matches 'fps>59.95'"),
    Row(.ladder, "v:bandwidth<=3M", "720"),
    Row(.ladder, "v:bandwidth<=2.8M", "720"),
    Row(.ladder, "v:bandwidth<2800k", "480"),
    Row(.ladder, "v:average<=2.4M", "720"),
    Row(.ladder, "v:average>3M", "4: no variant matches 'average>3M'"),
    Row(.ladder, "v:width>=1280,worst", "720"),
    Row(.ladder, "v:id=top", "1080"),
    Row(.ladder, "v:id!=top", "1080hevc"),
    Row(.ladder, "v:all,height>=720", "1080 1080hevc 720p60 720"),
    Row(.ladder, "v:2160p v:720p v:best", "720p60"),
    Row(.ladder, "v:2160p", "4: no variant matches '2160p'"),
    Row(.ladder, "v:2160p v:1440p", "4: no variant matches '2160p' or '1440p'"),
    Row(.ladder, "v:2160p fallback", "1080"),
    Row(.ladder, "v:bandwidth<=100k", "4: no variant matches 'bandwidth<=100k'"),
    Row(.ladder, "v:codec=mp4a,bandwidth<=100k", "sound"),
    Row(.ladder, "v:720p +v:480p", "720p60 480*"),
    Row(.ladder, "+v:720p +v:worst", "1080 720p60* 240*"),
    Row(.ladder, "+v:best", "1080"),
    Row(.ladder, "+v:2160p", "4: no variant matches '2160p'"),
    Row(.ladder, "v:height<=", "2: 'height<=' is no rule for a variant"),
    Row(.ladder, "v:medium", "2: 'medium' is no rule for a variant"),
    Row(.ladder, "v:hight<=720", "2: 'hight' in 'hight<=720' cannot be asked of a variant"),
    Row(.ladder, "v:height<=tall", "2: 'tall' in 'height<=tall' is no number"),
    Row(.ladder, "v:height>=-1", "2: '-1' in 'height>=-1' is no number"),
    Row(.ladder, "v:codec>avc1", "2: 'codec>avc1': 'codec' is compared with = or != only"),
    Row(.ladder, "v:range=SDX", "2: 'SDX' in 'range=SDX' is not known"),
    Row(.ladder, "v:best,worst", "2: 'best,worst' contradicts itself"),
    Row(.ladder, "v:none,1080p", "2: 'none,1080p' contradicts itself"),
    Row(.ladder, "v:1080p,", "2: '' is no rule for a variant"),
    Row(.ranges, "", "sdr1080"),
    Row(.ranges, "v:best", "sdr1080"),
    Row(.ranges, "v:worst", "sdr720"),
    Row(.ranges, "v:range=PQ", "dv2160"),
    Row(.ranges, "v:range=HLG", "hlg1080"),
    Row(.ranges, "v:range=hdr,height<=1080", "hlg1080"),
    Row(.ranges, "v:range!=SDR", "dv2160"),
    Row(.ranges, "v:range=PQ,codec=hvc1", "pq2160"),
    Row(.ranges, "v:codec=dolby-vision,codec=hvc1", "pq2160"),
    Row(.ranges, "v:2160p", "dv2160"),
    Row(.ranges, "v:4320p", "odd4320"),
    Row(.layouts, "", "flat"),
    Row(.layouts, "v:layout=stereo", "180"),
    Row(.layouts, "v:layout=stereo,layout=rect", "3d"),
    Row(.layouts, "v:layout=PROJ-HEQU", "180"),
    Row(.layouts, "v:720p", "tall"),
    Row(.layouts, "v:720p,width=1280", "wide"),
    Row(.layouts, "v:1080p", "flat"),
    Row(.scores, "", "good"),
    Row(.scores, "v:worst", "small"),
    Row(.scores, "v:score<2", "big"),
    Row(.halfScores, "", "big"),
    Row(.bare, "", "high"),
    Row(.bare, "v:worst", "low"),
    Row(.bare, "v:720p", "4: no variant matches '720p'"),
    Row(.redundant, "", "a/1080"),
    Row(.redundant, "v:all", "a/1080 a/720"),
    Row(.pathways, "", "A/1080@aac-A + aac-A/English"),
    Row(.pathways, "v:all", "A/1080@aac-A A/720@aac-A + aac-A/English"),
    Row(.sound, "", "256"),
    Row(.sound, "v:worst", "64"),
    Row(.sound, "v:none", "256"),
    Row(.sound, "v:bandwidth<=200k", "128"),
  ]

  static let sound: [Row] = [
    Row(.groups, "s:none", "720@aac + aac/English, cc/CC"),
    Row(.groups, "a:default s:none", "720@aac + aac/English, cc/CC"),
    Row(.groups, "a:en s:none", "720@aac + aac/English, cc/CC"),
    Row(.groups, "a:EN-us s:none", "720@aac + aac/English, cc/CC"),
    Row(.groups, "a:en:describes-video s:none", "720@aac + aac/English described, cc/CC"),
    Row(.groups, "a:en:any s:none", "720@aac + aac/English, aac/English described, cc/CC"),
    Row(.groups, "a:en-* s:none", "720@aac + aac/English, aac/English described, cc/CC"),
    Row(.groups, "a:all s:none", "720@aac + aac/English, aac/Français, aac/English described, cc/CC"),
    Row(.groups, "a:none s:none", "720@aac + cc/CC"),
    Row(.groups, "a:fr s:none", "720@aac + aac/Français, cc/CC"),
    Row(.groups, "a:fre s:none", "720@aac + aac/Français, cc/CC"),
    Row(.groups, "a:en,fr s:none", "720@aac + aac/English, aac/Français, cc/CC"),
    Row(.groups, "a:en a:fr s:none", "720@aac + aac/English, aac/Français, cc/CC"),
    Row(.groups, "a:name=français s:none", "720@aac + aac/Français, cc/CC"),
    Row(.groups, "a:de", "4: no audio for 'de'"),
    Row(.groups, "a:en,de", "4: no audio for 'de'"),
    Row(.groups, "a:original", "4: no audio for 'original'"),
    Row(.groups, "a:name=Nobody", "4: no audio for 'name=Nobody'"),
    Row(.groups, "a:french", "2: 'french' is neither a word of a list nor a language tag"),
    Row(.groups, "a:en:loud", "2: 'loud' in 'en:loud' is no kind of rendition"),
    Row(.groups, "a:none,en", "2: 'none' and other words in one list"),
    Row(.groups, "a:en,,fr", "2: an empty word in a list"),
    Row(.groups, "a:none:sdh", "2: 'none:sdh': a kind follows a language only"),
    Row(.groups, "a:name=", "2: 'name=' has no name"),
    Row(.authored, "", "1080@aac 1080@ac3 + aac/English, ac3/English"),
    Row(.authored, "v:540p a:de", "540@aac 540@ac3 540@ec3 + aac/Deutsch, ac3/Deutsch, ec3/Deutsch"),
    Row(.authored, "a:de:stereo", "1080@aac + aac/Deutsch"),
    Row(.authored, "a:en:multichannel", "1080@ac3 1080@ec3 + ac3/English, ec3/English"),
    Row(.authored, "v:codec=ec-3", "1080@ec3 + ec3/English"),
    Row(.authored, "v:channels>=6,540p", "540@ac3 + ac3/English"),
    Row(.authored, "a:none", "1080@aac"),
    Row(
      .authored, "v:all a:de:stereo", "1080@aac 540@aac + aac/Deutsch"),
    Row(.cinema, "", "v@stereo v@atmos + atmos/English, stereo/English"),
    Row(.apart, "", "1080@hi + hi/English"),
    Row(.apart, "a:fr", "720@lo + lo/Français"),
    Row(.apart, "a:fr s:it", "480@lo + lo/Français, lo/Italiano"),
    Row(.apart, "v:1080p a:fr", "4: no audio for 'fr'"),
    Row(.apart, "a:es", "4: no audio for 'es'"),
    Row(.apart, "v:all", "1080@hi 720@lo 480@lo + lo/English, hi/English"),
    Row(.apart, "v:all a:fr", "1080@hi 720@lo 480@lo + lo/Français"),
    Row(.muxed, "", "v@a + a/English"),
    Row(.muxed, "a:fr", "v@a + a/Français"),
    Row(.muxed, "a:all", "v@a + a/English, a/Français"),
    Row(.muxed, "v:none a:fr", " + a/Français"),
    Row(.muxed, "v:none a:en", "4: no audio for 'en'"),
    Row(.muxed, "v:none", " + a/Français"),
    Row(.ladder, "a:en", "4: no audio for 'en': the sound is inside the video"),
    Row(.ladder, "a:all s:all", "1080"),
    Row(.ladder, "a:default s:default", "1080"),
    Row(.redundant, "v:none", "4: 'none' of the video leaves nothing: the sound is inside the video"),
    Row(.soundVariant, "v:none a:de", "a-English@a + a/Deutsch"),
    Row(.soundVariant, "", "720@a + a/English"),
    Row(.dubs, "a:original", "v@a + a/日本語"),
    Row(.dubs, "a:de:dub", "v@a + a/Deutsch"),
    Row(.dubs, "a:*:voice-over", "v@a + a/Polski lektor"),
    Row(.dubs, "a:jpn,default", "v@a + a/Deutsch, a/日本語"),
    Row(.commentary, "", "v@a + a/English"),
    Row(.commentary, "a:en", "v@a + a/English, a/Commentary, a/Commentary, cast"),
    Row(.commentary, "a:name=Commentary", "v@a + a/Commentary"),
    Row(.commentary, "a:name=Commentary\\,_cast", "v@a + a/Commentary, cast"),
    Row(.commentary, "a:en:describes-video", "v@a + a/English "),
    Row(.chinese, "a:zh-Hant", "v@a + a/Traditional"),
    Row(.chinese, "a:zh-TW", "v@a + a/Traditional"),
    Row(.chinese, "a:zh-CN", "v@a + a/Simplified"),
    Row(.chinese, "a:chi", "v@a + a/Simplified, a/Traditional"),
    Row(.chinese, "a:yue", "v@a + a/Cantonese"),
    Row(.chinese, "a:cmn", "v@a + a/Taiwan"),
    Row(.chinese, "a:zh-*", "v@a + a/Simplified, a/Traditional, a/Cantonese, a/Taiwan"),
  ]

  static let text: [Row] = [
    Row(.groups, "", "720@aac + aac/English, subs/English forced, cc/CC"),
    Row(.groups, "a:fr", "720@aac + aac/Français, subs/French forced, cc/CC"),
    Row(.groups, "a:none", "720@aac + cc/CC"),
    Row(.groups, "s:default", "720@aac + aac/English, subs/English forced, subs/Deutsch, cc/CC"),
    Row(.groups, "s:de", "720@aac + aac/English, subs/English forced, subs/Deutsch, cc/CC"),
    Row(
      .groups, "s:en",
      "720@aac + aac/English, subs/English, subs/English SDH, subs/English forced, cc/CC"),
    Row(.groups, "s:en:main a:none", "720@aac + subs/English, cc/CC"),
    Row(.groups, "s:en:sdh a:none", "720@aac + subs/English SDH, cc/CC"),
    Row(.groups, "s:fr:forced a:none", "720@aac + subs/French forced, cc/CC"),
    Row(.groups, "s:*:forced a:none", "720@aac + subs/English forced, subs/French forced, cc/CC"),
    Row(
      .groups, "s:all a:none",
      "720@aac + subs/English, subs/English SDH, subs/English forced, subs/French forced, subs/Deutsch, cc/CC"
    ),
    Row(.groups, "s:es a:none", "720@aac + cc/CC"),
    Row(.groups, "s:it", "4: no subtitles for 'it'"),
    Row(.groups, "s:de:forced", "4: no subtitles for 'de:forced'"),
    Row(
      .groups, "s:en:public.accessibility.transcribes-spoken-dialog a:none",
      "720@aac + subs/English SDH, cc/CC"),
    Row(.ladder, "s:fr", "4: no subtitles for 'fr': the title has none with this variant"),
    Row(.languages, "", "v"),
    Row(.languages, "s:fr", "v + s/Québec, s/France"),
    Row(.languages, "s:fr-CA", "v + s/Québec"),
    Row(.languages, "s:fr-BE", "4: no subtitles for 'fr-BE'"),
    Row(.languages, "s:no", "v + s/Norsk"),
    Row(.languages, "s:nor", "v + s/Norsk"),
    Row(.languages, "s:nn", "4: no subtitles for 'nn'"),
    Row(.languages, "s:es-*", "v + s/Latino, s/Castellano"),
    Row(.languages, "s:spa-419", "v + s/Latino"),
    Row(.languages, "s:heb", "v + s/Hebrew"),
    Row(.languages, "s:qaa", "v + s/Private"),
    Row(.languages, "s:und", "v + s/Nothing"),
    Row(.languages, "s:pt", "v + s/Brasil"),
    Row(.languages, "s:de-AT", "v + s/Deutsch"),
    Row(.languages, "s:fil", "v + s/Tagalog"),
    Row(.dubs, "s:de:easy-to-read", "v@a + a/Deutsch, s/Leicht"),
    Row(.angles, "", "v + cam/Main"),
    Row(.angles, "g:all", "v + cam/Main, cam/Goal, cam/Bench"),
    Row(.angles, "g:default,name=Goal", "v + cam/Main, cam/Goal"),
    Row(.angles, "g:none", "v"),
    Row(.angles, "g:name=Sky", "4: no camera angle for 'name=Sky'"),
  ]

  static let together: [Row] = [
    Row(.authored, "v:1080p +v:540p", "1080@aac 1080@ac3 540*@aac 540*@ac3 + aac/English, ac3/English"),
    Row(.authored, "v:codec=mp4a +v:codec=ec-3", "1080@aac 1080*@ec3 + aac/English, ec3/English"),
    Row(.authored, "v:codec=mp4a +v:best", "1080@aac 1080*@ac3 + aac/English, ac3/English"),
    Row(.pathways, "v:pathway=B", "4: no variant matches 'pathway=B'"),
    Row(.muxed, "s:none a:none v:best", "v@a"),
  ]
}
