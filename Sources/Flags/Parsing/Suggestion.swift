/// "Did you mean …": the nearest of a list of names.
enum Suggestion {
  /// The name nearest to a text, when it is near enough to be a slip of the finger; nil otherwise.
  static func nearest(to text: String, among names: [String]) -> String? {
    let typed = Array(text.utf8)
    guard !typed.isEmpty, typed.count <= 48 else { return nil }
    let allowed = min(max(1, typed.count / 3), 3)
    var best: (name: String, distance: Int)?
    for name in names where name != text {
      let isStart = typed.count >= 3 && name.hasPrefix(text)
      let distance = isStart ? 1 : distance(typed, Array(name.utf8))
      if distance <= allowed, distance < (best?.distance ?? .max) { best = (name, distance) }
    }
    return best?.name
  }

  /// The hint that names the nearest; nil when none is near.
  static func hint(for text: String, among names: [String], prefix: String = "") -> String? {
    nearest(to: text, among: names).map { "did you mean \(prefix)\($0)?" }
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two names.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 3 else { return .max }
    var older = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let isSame = left[i] == right[j]
        var cost = min(previous[j] + (isSame ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, older[j - 1] + 1)
        }
        row.append(cost)
      }
      older = previous
      previous = row
    }
    return previous[right.count]
  }
}
