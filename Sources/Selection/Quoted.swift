/// Text of a file made fit for a message.
enum Quoted {
  private static let limit = 80

  /// Printable ASCII, cut to 80 bytes; what is cut or of another kind leaves a mark.
  static func text(_ text: String) -> String {
    let bytes = text.utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self) + (text.utf8.count > limit ? "..." : "")
  }

  /// Whether there is a control character (C0, DEL, C1); tabulators and line ends may be let through.
  static func holdsControls(_ text: String, butLines: Bool = false) -> Bool {
    text.unicodeScalars.contains { scalar in
      guard scalar.properties.generalCategory == .control else { return false }
      return !(butLines && ["\t", "\n", "\r"].contains(scalar))
    }
  }
}

/// Words that a mistyped one may have been meant for.
enum NearWords {
  /// At most two letters away, or the same but for case; the nearest first.
  static func near(_ word: String, among known: [String]) -> [String] {
    guard word.utf8.count <= 40 else { return [] }
    let ranked = known.compactMap { candidate -> (distance: Int, word: String)? in
      let distance = distance([UInt8](word.lowercased().utf8), [UInt8](candidate.lowercased().utf8))
      return distance <= 2 && distance < candidate.utf8.count ? (distance, candidate) : nil
    }
    return ranked.sorted { $0 < $1 }.prefix(3).map(\.word)
  }

  /// Letters to put in, to take out, to change, or to swap with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[right.count]
  }
}
