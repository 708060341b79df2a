enum FileKind: Rule {
  static let identifier = "hlspack-file-kind"
  static let asks = "every file that the bundle names is a regular file, in a regular folder"
  static let why = "links may lead out of the bundle and are never followed"

  static func check(_ facts: FileFacts) -> [Finding] {
    switch (facts.standing, facts.isFolder) {
    case (.nothing, _), (.file, false), (.folder, true): return []
    case (let standing, let isFolder):
      return [found(.error, facts.path, "is \(standing.word), not a \(isFolder ? "folder" : "file")")]
    }
  }
}
