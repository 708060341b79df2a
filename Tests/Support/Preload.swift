import Files
import Foundation

/// A library that is loaded into the program under test, made from C beside this file.
private enum Preload {
  /// The path of the library, made now if it is not there yet or older than its source.
  static func library(_ name: String) async throws -> String {
    let source = FilePath.join(Repository.root, "Tests/Support/\(name).c")
    let folder = FilePath.join(Repository.buildFolder, "preload")
    let made = FilePath.join(folder, "\(name).so")
    if try isNewer(made, than: source) { return made }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let making = FilePath.join(folder, "\(UUID().uuidString).so")
    try await Tools.run(
      "clang", ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", making, source, "-ldl"])
    try renamePath(from: making, to: made)
    return made
  }

  private static func isNewer(_ made: String, than source: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: made) else { return false }
    func date(_ path: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    guard let old = try date(source), let new = try date(made) else { return false }
    return new > old
  }
}

/// A library that kills the program it is loaded into at a chosen deed.
package enum KillSwitch {
  /// What to add to the environment of a program.
  /// - Parameters:
  ///   - deed: from 1; 0: none.
  ///   - count: a file that gets the number of deeds; nil: it is not told.
  package static func environment(at deed: Int, count: String? = nil) async throws -> [String: String] {
    var environment = ["LD_PRELOAD": try await Preload.library("kill-at"), "HLSPACK_KILL_AT": String(deed)]
    environment["HLSPACK_KILL_COUNT"] = count
    return environment
  }
}

/// A library that shows the program it is loaded into another time.
package enum OtherClock {
  /// What to add to the environment of a program.
  /// - Parameters:
  ///   - ahead: seconds by which its clock is ahead of the machine's; behind where negative.
  ///   - isKept: whether the kernel says that something keeps it right.
  package static func environment(ahead: Int64, isKept: Bool) async throws -> [String: String] {
    [
      "LD_PRELOAD": try await Preload.library("clock-at"), "HLSPACK_CLOCK_AHEAD": String(ahead),
      "HLSPACK_CLOCK_KEPT": isKept ? "1" : "0",
    ]
  }
}
