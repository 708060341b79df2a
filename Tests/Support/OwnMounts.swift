import Processes

/// Runs scripts that may mount file systems: in a mount name space of their own, so that nothing is left mounted and
/// nobody else sees them.
package enum OwnMounts {
  /// Runs a script of the shell.
  ///
  /// - Parameter arguments: `$1` and so on.
  /// - Returns: the lines of its standard output.
  /// - Throws: when it fails, or the system permits no mounts, neither as root nor in a user name space.
  package static func run(
    _ script: String, _ arguments: [String], in folder: TemporaryFolder, limit: Duration = .seconds(120)
  ) async throws -> [String] {
    let prefix = try await prefix(in: folder)
    let command = Array(prefix.dropFirst()) + ["sh", "-uc", script, "sh"] + arguments
    let output = try await Tools.run(prefix[0], command, in: folder.path, limit: limit)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func prefix(in folder: TemporaryFolder) async throws -> [String] {
    for privilege in [[], ["--map-root-user"]] {
      let prefix = ["unshare", "--mount"] + privilege
      let trial = Array(prefix.dropFirst()) + ["mount", "-t", "tmpfs", "tmpfs", "/tmp"]
      if try await Tools.result(of: prefix[0], trial, in: folder.path).isSuccess { return prefix }
    }
    throw SupportError(
      "mounting a file system for a test", "the system permits it neither to root nor in a user name space",
      hint:
        "run the tests as root, or: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=1000"
    )
  }
}
