/// The simple calls in a line of shell, for checking examples: quotes, backslashes and line continuations;
/// no expansions.
enum ShellWords {
  /// The words of each call between `|`, `&`, `;` and line ends; a redirection ends its call. nil when a
  /// quote is not closed.
  static func calls(in line: String) -> [[String]]? {
    var reader = Reader()
    for character in line { reader.read(character) }
    return reader.finish()
  }

  private struct Reader {
    private var calls: [[String]] = []
    private var words: [String] = []
    /// nil between words.
    private var word: String?
    private var quote: Character?
    private var isEscaped = false
    private var isRedirected = false

    mutating func read(_ character: Character) {
      if isEscaped {
        isEscaped = false
        if character != "\n" { word = (word ?? "") + String(character) }
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else {
        readPlain(character)
      }
    }

    mutating func finish() -> [[String]]? {
      guard quote == nil else { return nil }
      endCall()
      return calls
    }

    private mutating func readPlain(_ character: Character) {
      switch character {
      case "'", "\"":
        quote = character
        word = word ?? ""
      case " ", "\t": endWord()
      case "|", "&", ";", "\n": endCall()
      case ">", "<":
        endWord()
        isRedirected = true
      default: word = (word ?? "") + String(character)
      }
    }

    private mutating func endWord() {
      if let word, !isRedirected { words.append(word) }
      word = nil
    }

    private mutating func endCall() {
      endWord()
      if !words.isEmpty { calls.append(words) }
      words = []
      isRedirected = false
    }
  }
}
