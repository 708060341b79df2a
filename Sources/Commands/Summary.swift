import Console
import JSON

/// The last line of a command's JSON.
struct Summary: Sendable {
  let command: String
  var bundle: String?
  var hasBundle = false
  /// Of several paths: each with its code and message.
  var bundles: [(path: String, code: ExitCode, message: String?)]?
  var bytes: Int64 = 0
  var files = 0
  var requests = 0
  var retries = 0
  var missing: [JSONValue] = []
  var findings: (error: Int, warning: Int, info: Int)?
  /// Of lint: "strict" or "lenient".
  var mode: String?
  /// Of lint of several sources: each with its code and message.
  var sources: [(name: String, code: ExitCode, message: String?)]?
  private(set) var code = ExitCode.done
  private var message: String?
  private var hint: String?

  init(command: String) {
    self.command = command
  }

  mutating func end(_ failure: Failure) {
    code = failure.code
    message = failure.message
    hint = failure.hint
  }

  mutating func end(_ code: ExitCode, message: String? = nil) {
    self.code = code
    self.message = message
  }

  func write(to lines: JSONLines, seconds: Double) {
    var members: [String: JSONValue] = [
      "command": .string(command), "exitCode": .integer(Int64(code.rawValue)),
      "seconds": .decimal((max(0, seconds) * 1_000).rounded() / 1_000), "missing": .array(missing),
      "bytes": .integer(bytes), "files": .integer(Int64(files)), "requests": .integer(Int64(requests)),
      "retries": .integer(Int64(retries)),
    ]
    if let bundles {
      members["bundles"] = .array(bundles.map(Self.value))
    } else if hasBundle {
      members["bundle"] = bundle.map { .string($0) } ?? .null
    }
    if let mode { members["mode"] = .string(mode) }
    if let sources { members["sources"] = .array(sources.map(Self.sourceValue)) }
    if let findings {
      members["findings"] = [
        "error": .integer(Int64(findings.error)), "info": .integer(Int64(findings.info)),
        "warning": .integer(Int64(findings.warning)),
      ]
    }
    if let message { members["message"] = .string(message) }
    if let hint { members["hint"] = .string(hint) }
    lines.write(type: "summary", members)
  }

  private static func sourceValue(_ source: (name: String, code: ExitCode, message: String?)) -> JSONValue {
    var members: [String: JSONValue] = [
      "exitCode": .integer(Int64(source.code.rawValue)), "source": .string(source.name),
    ]
    if let message = source.message { members["message"] = .string(message) }
    return .object(members)
  }

  private static func value(_ bundle: (path: String, code: ExitCode, message: String?)) -> JSONValue {
    var members: [String: JSONValue] = [
      "exitCode": .integer(Int64(bundle.code.rawValue)), "path": .string(bundle.path),
    ]
    if let message = bundle.message { members["message"] = .string(message) }
    return .object(members)
  }
}
