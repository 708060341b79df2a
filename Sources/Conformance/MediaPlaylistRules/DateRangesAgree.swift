import Playlist

enum DateRangesAgree: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-same-id"
  static let asks = "tags of one ID have the same value for each attribute that both have"
  static let why = "they describe one range, and clients disagree on which value counts"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    var firsts: [String: Int] = [:]
    var values: [String: [String: String]] = [:]
    for (index, range) in facts.playlist.dateRanges.enumerated() {
      guard let first = firsts[range.id] else {
        firsts[range.id] = index
        continue
      }
      // Taken out, so that it is not copied.
      var known = values.removeValue(forKey: range.id) ?? attributes(facts.playlist.dateRanges[first])
      for (name, value) in attributes(range) {
        guard let earlier = known[name] else {
          known[name] = value
          continue
        }
        guard !isSame(earlier, value, name) else { continue }
        repeated.see(
          line: range.line,
          "\(name.hasPrefix("X-") ? shown(name) : name) of EXT-X-DATERANGE differs from "
            + "that of an earlier tag of its ID")
      }
      values[range.id] = known
    }
    return repeated.all
  }

  private static func attributes(_ range: DateRange) -> [String: String] {
    var all: [String: String] = [:]
    all["CLASS"] = range.classID
    all["START-DATE"] = range.startDate
    all["END-DATE"] = range.endDate
    all["DURATION"] = range.duration.map { "\($0)" }
    all["PLANNED-DURATION"] = range.plannedDuration.map { "\($0)" }
    if !range.cue.isEmpty { all["CUE"] = range.cue.joined(separator: ",") }
    for other in range.others where all[other.name] == nil { all[other.name] = other.value.text }
    return all
  }

  /// The same instant may be written in two ways.
  private static func isSame(_ first: String, _ second: String, _ name: String) -> Bool {
    if first == second { return true }
    guard name.hasSuffix("-DATE"), let one = DateTime(first), let other = DateTime(second) else {
      return false
    }
    return one.isSameInstant(as: other)
  }
}
