import Flags

/// A length of time as typed: 12h, 7d, 2w.
struct AgeValue: FlagValue, Hashable {
  let seconds: Int64

  static let placeholder = "AGE"
  private static let units: [Character: Int64] = ["h": 3_600, "d": 86_400, "w": 604_800]

  init(flagText: String) throws(ValueError) {
    guard let unit = flagText.last.flatMap({ Self.units[$0] }), let count = Int64(flagText.dropLast()),
      (0...1_000_000).contains(count), flagText.utf8.first.map({ (48...57).contains($0) }) == true
    else {
      throw ValueError("is no length of time", hint: "for instance 7d, 12h, 2w")
    }
    seconds = count * unit
  }
}
