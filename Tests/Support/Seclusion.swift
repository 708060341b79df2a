import Processes

/// How much network a player had.
package enum Network: Sendable, Hashable {
  /// All of it: it was asked to play something that is served.
  case open
  /// A loopback device of its own, and nothing else.
  case loopback
  /// None at all.
  case none
  /// All of it, because the system does not let us take it away. To be told, not to be hidden.
  case notTakenAway
}

/// Runs tools with no network, by a network name space of their own.
struct Seclusion: Sendable {
  /// What stands before a command; empty where name spaces are not permitted.
  private let prefix: [String]
  let network: Network

  /// Finds out what is permitted: as root, or by a user name space, or not at all.
  ///
  /// - Parameter loopback: bring up the loopback device, for a player that needs a server. Its processes are then
  ///   in a process name space too, where that is permitted: whatever a browser leaves behind ends with the command.
  static func find(loopback: Bool) async throws -> Seclusion {
    let processes = ["--pid", "--fork", "--kill-child", "--mount-proc"]
    let raise = loopback ? ["sh", "-c", "ip link set lo up && exec \"$@\"", "sh"] : []
    for further in loopback ? [processes, []] : [[]] {
      for privilege in [[], ["--map-root-user"]] {
        let prefix = ["unshare", "--net"] + privilege + further + raise
        let trial = try await Tools.result(of: prefix[0], Array(prefix.dropFirst()) + ["true"])
        if trial.isSuccess { return Seclusion(prefix: prefix, network: loopback ? .loopback : .none) }
      }
    }
    return Seclusion(prefix: [], network: .notTakenAway)
  }

  /// Nothing is taken away.
  static var unneeded: Seclusion { Seclusion(prefix: [], network: .open) }

  /// For a player of that location: a path is played with no network, a URL with what there is.
  static func fitting(_ location: String) async throws -> Seclusion {
    location.hasPrefix("http://") || location.hasPrefix("https://")
      ? unneeded : try await find(loopback: false)
  }

  /// The tool and arguments to run in place of these.
  func wrapped(_ tool: String, _ arguments: [String]) throws -> (tool: String, arguments: [String]) {
    guard let first = prefix.first else { return (tool, arguments) }
    return (first, Array(prefix.dropFirst()) + [try Tools.require(tool)] + arguments)
  }
}
