import Files
import Foundation
import Processes
import Synchronization

/// A real nginx on loopback, started and ended by us, with nothing of the system's own.
///
/// It ends with `stop()`, or with the last reference to it.
package final class Nginx: Sendable {
  private let configuration: NginxConfiguration
  /// Held while this lives: after `stop()` nobody else answers there.
  private let ports: [ReservedPort]
  private let work: TemporaryFolder
  private let process: Mutex<RunningProcess?>

  private init(
    _ configuration: NginxConfiguration, at ports: [ReservedPort], in work: TemporaryFolder,
    _ process: RunningProcess
  ) {
    self.configuration = configuration
    self.ports = ports
    self.work = work
    self.process = Mutex(process)
  }

  deinit {
    process.withLock { $0?.terminate() }
  }

  /// Starts a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - root: the folder it serves.
  ///   - secure: also serve over TLS with HTTP/2, at another port, with a certificate of its own making.
  ///   - certificate: which one.
  ///   - directives: more for its `server` block: locations, headers, limits, as nginx writes them.
  package static func start(
    serving root: String, secure: Bool = false, certificate: Certificate = .good, directives: String = ""
  ) async throws -> Nginx {
    let nginx = try Tools.require("nginx")
    let work = try TemporaryFolder("nginx")
    if secure { try await certificate.make(in: work) }
    let reserved = try ReservedPort()
    let securely = secure ? try ReservedPort() : nil
    let configuration = NginxConfiguration(
      workFolder: work.path, root: root, port: reserved.port, securePort: securely?.port,
      directives: directives, pulse: "/pulse-\(UInt64.random(in: 0 ... .max))")
    try work.write(configuration.text, to: "nginx.conf")
    let process = try RunningProcess.start(command(nginx, in: work))
    if try await answers(configuration, process) {
      return Nginx(configuration, at: [reserved] + (securely.map { [$0] } ?? []), in: work, process)
    }
    process.terminate()
    _ = await process.wait()
    throw SupportError("starting nginx", try work.text("error.log"))
  }

  /// Serves a folder for as long as the body runs.
  package static func serving<Result>(
    _ root: String, secure: Bool = false, directives: String = "", _ body: (Nginx) async throws -> Result
  ) async throws -> Result {
    let nginx = try await start(serving: root, secure: secure, directives: directives)
    do {
      let result = try await body(nginx)
      await nginx.stop()
      return result
    } catch {
      await nginx.stop()
      throw error
    }
  }

  /// Ends the server; afterwards its port refuses connections.
  package func stop() async {
    let running = process.withLock { process in
      let running = process
      process = nil
      return running
    }
    guard let running else { return }
    running.terminate()
    _ = await running.wait()
  }

  /// The URL of something below the root: `url("film/master.m3u8")`.
  package func url(_ path: String = "") -> String {
    "http://127.0.0.1:\(configuration.port)/\(path)"
  }

  /// The same over TLS; nil where the server was started without.
  package func secureURL(_ path: String = "") -> String? {
    configuration.securePort.map { "https://127.0.0.1:\($0)/\(path)" }
  }

  /// The certificate to trust (`--cacert`), where the server was started with TLS. The good one is for 127.0.0.1
  /// and localhost.
  package var certificate: String { work.path("cert.pem") }

  package var port: UInt16 { configuration.port }

  /// Every request answered so far, in order of their ends.
  ///
  /// What a client has seen the end of is in it: one process serves and logs, so an answer to us now comes after
  /// the log line of every answer before.
  package func requests() throws -> [NginxRequest] {
    _ = try Loopback.get(configuration.pulse, port: configuration.port)
    let decoder = JSONDecoder()
    return try work.text("access.log").split(separator: "\n")
      .map { try decoder.decode(NginxRequest.self, from: Data($0.utf8)) }
  }

  /// nginx in the foreground. A watcher beside it ends it when the tests end without doing so, as in a crash.
  private static func command(_ nginx: String, in work: TemporaryFolder) -> Command {
    let watched = """
      (while kill -0 "$PPID"; do sleep 1; done; kill $$) >/dev/null 2>&1 &
      exec "$@"
      """
    return Command(
      "/bin/sh",
      [
        "-c", watched, "sh", nginx, "-e", work.path("error.log"), "-p", work.path, "-c",
        work.path("nginx.conf"),
      ],
      environment: ["PATH": Command.defaultSearchPath], timeLimit: nil)
  }

  private static func answers(_ configuration: NginxConfiguration, _ process: RunningProcess) async throws
    -> Bool
  {
    for _ in 0..<200 {
      if let answer = try Loopback.get(configuration.pulse, port: configuration.port) {
        return answer.contains(" 204 ")
      }
      guard process.isRunning else { return false }
      try await Task.sleep(for: .milliseconds(25))
    }
    return false
  }
}
