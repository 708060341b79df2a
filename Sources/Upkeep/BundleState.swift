import BundleStore
package import Files
import JSON

/// What `state.json` remembers of the last verification. The file is a note, no part of the bundle: it may be
/// missing, wrong or impossible to write, and nothing is damaged by that.
package struct BundleState: Sendable, Hashable {
  package enum Result: String, Sendable, Hashable {
    case whole
    case damaged
  }

  package var verifiedAt: Instant
  /// `quick` or `full`; a later version may know others.
  package var level: String
  package var result: Result

  package init(verifiedAt: Instant, level: String, result: Result) {
    self.verifiedAt = verifiedAt
    self.level = level
    self.result = result
  }

  /// The state that a bundle's folder remembers; nil when there is none that can be understood.
  package init?(in folder: Folder) {
    guard let members = StateFile.members(in: folder), let text = members["verifiedAt"]?.text,
      let instant = Instant(rfc3339: text), let level = members["level"]?.text, level.utf8.count <= 32,
      let result = members["result"]?.text.flatMap(Result.init)
    else { return nil }
    self.init(verifiedAt: instant, level: level, result: result)
  }

  /// Writes the state down where that is possible; what else the file says stays.
  func remember(in folder: Folder) {
    StateFile.note(
      [
        "level": .string(level), "result": .string(result.rawValue),
        "verifiedAt": .string(verifiedAt.rfc3339),
      ], in: folder)
  }
}
