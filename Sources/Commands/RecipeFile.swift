import Download
import Files
import Flags
import Rights
import Selection

/// `--recipe FILE`: what is to be chosen and written, in a file.
enum RecipeFile {
  /// An empty recipe where none was named.
  /// - Throws: `usage` for a file that cannot be read or says what no recipe may say.
  static func read(_ path: String?) throws(Failure) -> Recipe {
    guard let path else { return Recipe() }
    let bytes = try ArgumentFile.whole(path, of: "--recipe")
    do {
      return try Recipe(parsing: bytes, name: path == "-" ? "standard input" : path)
    } catch {
      throw Failure(DownloadError(error))
    }
  }
}

/// When a title expires: at the end of a day, at an instant, or a time after it was packed.
enum ExpiryValue: FlagValue, Hashable {
  case at(Int64)
  /// Seconds from the commit.
  case after(Int64)

  static let placeholder = "DATE|TIME"
  private static let units: [Character: Int64] = ["h": 3_600, "d": 86_400, "w": 604_800]

  init(flagText: String) throws(ValueError) {
    if let date = CivilDate(flagText) {
      self = .at(date.end().seconds)
    } else if let instant = Instant(rfc3339: flagText) {
      self = .at(instant.seconds)
    } else if let unit = flagText.last.flatMap({ Self.units[$0] }), let count = Int64(flagText.dropLast()),
      (1...1_000_000).contains(count), flagText.utf8.first != UInt8(ascii: "+")
    {
      self = .after(count * unit)
    } else {
      throw ValueError(
        "is neither a date nor a time", hint: "for instance 2027-01-31, 2027-01-31T18:00:00Z, 30d, 12h")
    }
  }
}

/// `--priority`
enum PriorityValue: String, FlagValue, CaseIterable {
  case `default`
  case important

  var priority: StoragePolicy.Priority { self == .important ? .important : .default }
}
