enum ManifestSums: Rule {
  static let identifier = "hlspack-manifest-sums"
  static let asks = "SHA256SUMS has exactly one line for each file, as manifest and stream.json say"
  static let why = "it proves the bundle where hlspack is not installed: sha256sum -c SHA256SUMS"

  static func check(_ facts: SumsFacts) -> [Finding] {
    switch facts.comparison {
    case .agrees: return []
    case .unreadable(let reason): return [found(.error, facts.path, "cannot be read: \(reason)")]
    case .differs(let line):
      return [found(.error, facts.path, line: line, "does not agree with what the bundle names")]
    }
  }
}
