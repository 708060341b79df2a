import Addresses
import Processes
import Transfer

/// A command of the user's that is asked for a fresh address or fresh header fields when the source refuses ours
/// (401, 403), so that a long job outlives its token.
package struct TokenCommand: Sendable {
  /// What it answered.
  struct Answer: Sendable {
    /// The source's address with a fresh token; nil: as before.
    var uri: URI?
    /// Fields that take the place of those of the same names.
    var headers: [HeaderField] = []
  }

  /// Run by `/bin/sh -c`.
  package var text: String
  /// What the command sees beside the variables of ours.
  package var environment: [String: String]

  package init(_ text: String, environment: [String: String]) {
    self.text = text
    self.environment = environment
  }

  /// Asks the command.
  ///
  /// Standard output: lines that are an http or https address (the first counts) or a field as `Name: value`; nothing
  /// of it is ever shown, since it may be a secret.
  /// - Throws: `commandFailed`; `stopped`.
  func ask(for source: URI, status: Int) async throws(DownloadError) -> Answer {
    var variables = environment
    variables["HLSPACK_SOURCE"] = source.text
    variables["HLSPACK_STATUS"] = String(status)
    let result: ProcessResult
    do throws(ProcessError) {
      result = try await Command(
        "/bin/sh", ["-c", text], environment: variables, timeLimit: .seconds(60), outputLimit: 64 << 10
      ).run()
    } catch {
      if error.kind == .cancelled { throw DownloadError(.stopped, "stopped") }
      throw DownloadError(.commandFailed, "the token command: \(error.reason)")
    }
    guard result.isSuccess else { throw Self.failure(result) }
    return try Self.answer(result)
  }

  private static func failure(_ result: ProcessResult) -> DownloadError {
    let reason =
      if result.timedOut { "did not end within 60 s" } else if let code = result.exitCode {
        "ended with code \(code)"
      } else { "was ended by signal \(result.signal ?? 0)" }
    return DownloadError(
      .commandFailed, "the token command \(reason)",
      hint: "what it writes on standard error is not shown, since it may hold a secret")
  }

  private static func answer(_ result: ProcessResult) throws(DownloadError) -> Answer {
    var answer = Answer()
    for line in result.output.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let text = String(decoding: line, as: UTF8.self)
      let start = text.prefix(8).lowercased()
      if start.hasPrefix("http://") || start.hasPrefix("https://") {
        // The first one counts; one that is none is told below.
        if answer.uri == nil { answer.uri = try? URI(text) }
      } else if let field = HeaderField(line: text), !field.isReserved {
        answer.headers.append(field)
      }
    }
    guard answer.uri != nil || !answer.headers.isEmpty, !result.isTruncated else {
      throw DownloadError(
        .commandFailed, "the token command wrote neither an address nor a header field",
        hint: "its standard output is to be an http(s) address or lines of NAME: VALUE")
    }
    return answer
  }
}
