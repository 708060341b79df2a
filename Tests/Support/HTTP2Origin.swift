import Files
import Foundation
import Processes
import Synchronization

/// An HTTP/2 server over TLS on loopback that goes wrong as told: what nginx cannot be made to do.
///
/// It is `h2-origin.py`, run by the Python that `make deps-test` sets up. It ends with `stop()`, or with the last
/// reference to it.
package final class HTTP2Origin: Sendable {
  /// What happens to the requests that are struck; the names are those of the program.
  package enum Fault: String, Sendable, CaseIterable {
    /// GOAWAY that says the stream was not processed, then the end of the connection.
    case goawayUnprocessed = "goaway-unprocessed"
    /// GOAWAY in the middle of the body, then the end of the connection.
    case goawayMidway = "goaway-midway"
    /// The whole body, then GOAWAY and the end of the connection.
    case goawayGraceful = "goaway-graceful"
    /// RST_STREAM with REFUSED_STREAM before anything.
    case refusedStream = "refused-stream"
    /// RST_STREAM with INTERNAL_ERROR after half of the body.
    case resetMidway = "reset-midway"
    /// RST_STREAM with NO_ERROR after half of the body.
    case resetWithoutError = "reset-without-error"
    /// Half of the body, then nothing on this stream.
    case stall
    /// No answer on this stream.
    case hang
    /// END_STREAM after half of the announced body.
    case short
    /// The connection ends after half of the body, without GOAWAY.
    case cut
    /// What is no frame after half of the body.
    case garbage
    /// Every connection ends in the middle of the TLS handshake.
    case handshakeCut = "handshake-cut"
  }

  /// One request as it came.
  package struct Request: Sendable, Decodable {
    package let path: String
    /// Which connection it came on, from 1.
    package let connection: Int
    package let stream: Int
    /// What it met; nil: the honest answer.
    package let fault: String?
  }

  /// The port on 127.0.0.1.
  package let port: Int
  private let work: TemporaryFolder
  private let process: Mutex<RunningProcess?>

  private init(port: Int, in work: TemporaryFolder, _ process: RunningProcess) {
    self.port = port
    self.work = work
    self.process = Mutex(process)
  }

  deinit {
    process.withLock { $0?.terminate() }
  }

  /// Starts an origin and waits until it listens.
  ///
  /// - Parameters:
  ///   - root: the folder it serves.
  ///   - path: what the fault strikes: "/film/seg1.ts".
  ///   - times: how many of the requests for it; 0: all.
  package static func start(
    serving root: String, _ fault: Fault, at path: String, times: Int = 0
  ) async throws -> HTTP2Origin {
    let python = FilePath.join(Repository.buildFolder, "venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw SupportError("looking for \(python)", "it is not there", hint: "run: make deps-test")
    }
    let work = try TemporaryFolder("h2")
    try await Certificate.good.make(in: work)
    let program = FilePath.join(Repository.root, "Tests/Support/h2-origin.py")
    let process = try RunningProcess.start(
      Command(
        python, [program, work.path, root, fault.rawValue, path, String(times)],
        environment: ["PATH": Command.defaultSearchPath, "PYTHONDONTWRITEBYTECODE": "1"], timeLimit: nil))
    while process.isRunning {
      let output = String(decoding: process.outputSoFar, as: UTF8.self)
      if output.hasSuffix("\n"), let port = Int(output.dropLast()) {
        return HTTP2Origin(port: port, in: work, process)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw SupportError("starting h2-origin.py", Tools.tail(of: await process.wait()))
  }

  /// The URL of a path that begins with "/".
  package func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

  /// The certificate to trust (`--cacert`).
  package var certificate: String { work.path("cert.pem") }

  /// Every request so far.
  package func requests() throws -> [Request] {
    guard FileManager.default.fileExists(atPath: work.path("requests")) else { return [] }
    let decoder = JSONDecoder()
    return try work.text("requests").split(separator: "\n")
      .map { try decoder.decode(Request.self, from: Data($0.utf8)) }
  }

  /// Ends the server.
  package func stop() async {
    let running = process.withLock { process in
      let running = process
      process = nil
      return running
    }
    running?.terminate()
    _ = await running?.wait()
  }
}
