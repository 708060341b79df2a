import Playlist
import Selection
import Testing

/// What holds for every title and all words, tried on many that nobody thought of.
@Suite struct InvariantTests {
  /// The same numbers on every run.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }

    mutating func pick<T>(_ items: [T]) -> T { items[roll(items.count)] }

    mutating func some<T>(_ items: [T], upTo count: Int) -> [T] {
      (0..<roll(count + 1)).map { _ in pick(items) }
    }
  }

  private static let groups = ["a", "b", "c"]

  private static func title(_ dice: inout Dice) -> String {
    var lines = ["#EXTM3U"]
    for _ in 0..<dice.roll(12) {
      let language = dice.pick(["en", "en-US", "eng", "fr", "fr-CA", "zh-Hant", "nb", "no", nil])
      let more = dice.pick(["", ",DEFAULT=YES,AUTOSELECT=YES", ",AUTOSELECT=YES"])
      let marks = dice.pick([nil, nil, "public.accessibility.describes-video", "public.original-content"])
      let channels = dice.pick(["", ",CHANNELS=\"2\"", ",CHANNELS=\"6\"", ",CHANNELS=\"2/-/BINAURAL\""])
      let kind = dice.pick(["AUDIO", "AUDIO", "SUBTITLES", "VIDEO", "CLOSED-CAPTIONS"])
      let extra =
        switch kind {
        case "AUDIO": channels
        case "SUBTITLES": dice.pick(["", ",FORCED=YES"])
        case "CLOSED-CAPTIONS": ",INSTREAM-ID=\"CC1\""
        default: ""
        }
      let isInside = kind == "CLOSED-CAPTIONS" || kind != "SUBTITLES" && dice.roll(4) == 0
      lines.append(
        TitleText.media(
          kind, dice.pick(groups), dice.pick(["Main", "Other"]), language, more + extra, marks, isInside))
    }
    for index in 0...dice.roll(8) {
      let more = [
        dice.pick(["", "VIDEO-RANGE=PQ"]), dice.pick(["", "SCORE=2"]),
        dice.pick(["", "VIDEO=\"\(dice.pick(groups))\""]),
        dice.pick(["", "CLOSED-CAPTIONS=\"\(dice.pick(groups))\""]), dice.pick(["", "PATHWAY-ID=\"p\""]),
      ].filter { !$0.isEmpty }
      let group: String? = dice.roll(4) == 0 ? nil : dice.pick(groups)
      lines.append(
        TitleText.variant(
          dice.roll(3) == 0 ? "v" : "v\(index)", 1 + dice.roll(5_000),
          dice.pick([nil, "1280x720", "1920x1080", "640x360"]),
          codecs: dice.pick([nil, "avc1.640028,mp4a.40.2", "mp4a.40.2", "hvc1.2,ec-3", "avc1.4d,fLaC"]),
          audio: group, subtitles: dice.roll(2) == 0 ? nil : dice.pick(groups),
          more.isEmpty ? nil : more.joined(separator: ",")))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func configuration(_ dice: inout Dice) -> ContentConfiguration {
    let languages = ["en", "fr", "fr-*", "no", "zh-TW", "default", "all", "en:main", "original", "*:stereo"]
    func list(_ dice: inout Dice) -> [String]? {
      dice.roll(2) == 0 ? nil : [dice.roll(6) == 0 ? "none" : dice.pick(languages)]
    }
    let isMinimal = dice.roll(4) == 0
    let rules = ["best", "height<=720", "codec=ec-3", "channels>=6", "range=PQ", "size>=640x360", "max=size"]
    return ContentConfiguration(
      video: dice.some(isMinimal ? ["best", "720p"] : rules + ["worst", "all"], upTo: 2),
      minBitrate: isMinimal ? "1M" : nil, minSize: isMinimal && dice.roll(2) == 0 ? "1280x720" : nil,
      prefersHDR: dice.pick([nil, nil, true]), prefersLossless: dice.pick([nil, true, false]),
      prefersMultichannel: dice.pick([nil, true, false]), audio: list(&dice), subtitles: list(&dice),
      angles: dice.roll(4) == 0 ? ["all"] : nil, fallback: dice.roll(2) == 0)
  }

  @Test("choices are whole and closed under groups, or there is an error", arguments: 0..<8)
  func invariants(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 7_919 &+ 17)
    var chosen = 0
    for _ in 0..<150 {
      let text = Self.title(&dice)
      let playlist = try Titles.parsed(text, name: "random")
      var words = SelectionWords(optimizesAuxiliary: dice.pick([nil, false]))
      words.primary = Self.configuration(&dice)
      words.also = dice.some(["worst", "best", "codec=ec-3", "480p"], upTo: 1)
      for _ in 0..<dice.roll(3) { words.auxiliary.append(Self.configuration(&dice)) }
      guard let choice = try? choose(words, from: playlist) else { continue }  // an error is an answer
      chosen += 1
      check(choice, playlist, words, text)
      #expect(try choose(words, from: playlist) == choice)
    }
    #expect(chosen > 30)
  }

  private func check(
    _ choice: Choice, _ playlist: MultivariantPlaylist, _ words: SelectionWords, _ text: String
  ) {
    let note = Comment(rawValue: "\(words)\n\(text)")
    var variants = choice.variants.flatMap { [$0.index] + $0.alternatives }
    variants += choice.leftOut.filter { $0.subject == .variant }.map(\.index)
    #expect(variants.sorted() == Array(playlist.variants.indices), note)
    var renditions = choice.renditions.map(\.index)
    renditions += choice.leftOut.filter { $0.subject == .rendition }.map(\.index)
    #expect(renditions.sorted() == Array(playlist.renditions.indices), note)
    #expect(choice.variants.first?.role == .primary, note)
    for chosen in choice.renditions {
      let isNamed = choice.variants.map(\.variant).contains { chosen.rendition.isIn($0) }
      #expect(isNamed, note)
    }
    // One picture, unless more were asked for.
    let asksAll = words.video.contains("all")
    let pictures = Set(choice.variants.filter { $0.role == .primary }.map(\.variant.uri))
    #expect(asksAll || pictures.count == 1, note)
  }
}

extension Rendition {
  /// Whether a variant names the group of this rendition.
  func isIn(_ variant: Variant) -> Bool {
    switch kind {
    case .audio: variant.audio == groupID
    case .video: variant.video == groupID
    case .subtitles: variant.subtitles == groupID
    case .closedCaptions: variant.closedCaptions == .group(groupID)
    }
  }
}
