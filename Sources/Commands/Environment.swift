import Glibc

/// The environment, looked into one name at a time: a variable that may hold a secret is read only where a person
/// named it, or where it is one that every program reads.
struct Environment: Sendable {
  /// The value of a variable; nil where it is not set.
  let value: @Sendable (String) -> String?

  /// That of the process.
  static let process = Environment(
    value: { name in getenv(name).map { String(cString: $0) } }, all: { allOfProcess })

  /// All variables, which only a command of the user's gets.
  let all: @Sendable () -> [String: String]

  private static var allOfProcess: [String: String] {
    var variables: [String: String] = [:]
    var place = environ
    while let text = place.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      place += 1
    }
    return variables
  }
}
