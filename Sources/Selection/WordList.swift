extension SelectionWords {
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
