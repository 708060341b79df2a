/// What a person typed to choose from a title. The same words mean the same in every command.
package struct SelectionWords: Sendable, Hashable {
  /// RULEs in order, each as typed; the first that matches anything counts. Empty: the default choice.
  package var video: [String]
  /// RULEs whose variants are packed beside the chosen one.
  package var also: [String]
  /// Words of the audio LISTs; nil: nothing was said.
  package var audio: [String]?
  /// Words of the subtitle LISTs; nil: nothing was said.
  package var subtitles: [String]?
  /// Words of the LISTs of camera angles (TYPE=VIDEO); nil: nothing was said.
  package var angles: [String]?
  /// Whether the default choice is taken where no RULE matches.
  package var fallback: Bool

  /// Lists are split at commas; of a list that was given several times all words count together.
  package init(
    video: [String] = [], also: [String] = [], audio: [String]? = nil, subtitles: [String]? = nil,
    angles: [String]? = nil, fallback: Bool = false
  ) {
    self.video = video
    self.also = also
    self.audio = audio.map(Self.split)
    self.subtitles = subtitles.map(Self.split)
    self.angles = angles.map(Self.split)
    self.fallback = fallback
  }

  /// Whether anything was asked for at all.
  package var isEmpty: Bool {
    video.isEmpty && also.isEmpty && audio == nil && subtitles == nil && angles == nil
  }

  /// Checks that every word means something, before there is a title to choose from.
  ///
  /// - Throws: `usage`.
  package func check() throws(SelectionError) {
    for rule in video + also { _ = try VariantRule(parsing: rule) }
    for list in [audio, subtitles, angles] { _ = try RenditionRule.list(list ?? []) }
  }

  /// The words of lists that are joined by commas; `\,` is a comma inside a word.
  static func split(_ lists: [String]) -> [String] {
    var words: [String] = []
    for list in lists {
      var word = ""
      var isEscaped = false
      for scalar in list.unicodeScalars {
        if isEscaped {
          if scalar != "," { word.unicodeScalars.append("\\") }
          word.unicodeScalars.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "," {
          words.append(word)
          word = ""
        } else {
          word.unicodeScalars.append(scalar)
        }
      }
      if isEscaped { word.unicodeScalars.append("\\") }
      words.append(word)
    }
    return words.map(trimmed)
  }

  static func trimmed(_ text: String) -> String {
    let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let kept = text.drop(while: blanks)
    return String(kept.prefix(kept.count - kept.reversed().prefix(while: blanks).count))
  }
}
