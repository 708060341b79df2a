import Addresses
import Digest
import Files
import JSON
import Playlist
import Processes

/// A command of the user's that is asked for content keys that cannot be fetched: those of systems that guard them,
/// and those whose URI is none of http, https and data. It never sees media.
package struct KeyCommand: Sendable {
  /// The bundle that a key is for.
  package struct Bundle: Sendable, Hashable {
    package var path = ""
    /// The title's identity, as its manifest has it.
    package var identity = ""

    package init(path: String = "", identity: String = "") {
      self.path = path
      self.identity = identity
    }
  }

  /// Bytes of an answer.
  static let answerLimit = 1 << 20
  /// Keys of other systems that are told of.
  static let othersLimit = 32
  /// Bytes of a key in a form that only its system understands.
  static let blobLimit = 512 << 10

  /// Run by `/bin/sh -c`.
  package var text: String
  /// What the command sees beside the variables of ours.
  package var environment: [String: String]
  /// How long it may run.
  package var timeLimit = Duration.seconds(60)

  package init(_ text: String, environment: [String: String]) {
    self.text = text
    self.environment = environment
  }

  /// Asks the command for one key. Nothing of its answer is ever shown.
  /// - Throws: `commandFailed`; `stopped`.
  func ask(for key: PlannedKey, _ bundle: Bundle, at now: Instant) async throws(DownloadError) -> ObtainedKey
  {
    var variables = environment
    variables["HLSPACK_BUNDLE"] = bundle.path
    let result: ProcessResult
    do throws(ProcessError) {
      var command = Command(
        "/bin/sh", ["-c", text], environment: variables, timeLimit: timeLimit,
        outputLimit: Self.answerLimit + 1)
      command.input = Self.question(key, bundle)
      result = try await command.run()
    } catch {
      if error.kind == .cancelled { throw DownloadError(.stopped, "stopped") }
      throw DownloadError(.commandFailed, "the key command: \(error.reason)")
    }
    guard result.isSuccess else { throw failure(result, key) }
    do throws(Nonsense) {
      return try Self.answer(result.output, for: key, at: now)
    } catch {
      throw DownloadError(
        .commandFailed, "the key command's answer for key \(key.place) \(error.reason)",
        hint: "one JSON object: \"key\", or \"blob\", and \"expiresAt\" where the key ends")
    }
  }

  private func failure(_ result: ProcessResult, _ key: PlannedKey) -> DownloadError {
    let reason: String
    if result.timedOut {
      reason = "did not end within \(timeLimit.components.seconds) s"
    } else if let code = result.exitCode {
      reason = "ended with code \(code)"
    } else {
      reason = "was ended by signal \(result.signal ?? 0)"
    }
    return DownloadError(
      .commandFailed, "the key command, asked for key \(key.place), \(reason)",
      hint: "what it writes on standard error is not shown, since it may hold a secret")
  }

  // MARK: - Question and answer

  /// The JSON that the command reads.
  static func question(_ key: PlannedKey, _ bundle: Bundle) -> [UInt8] {
    var members: [String: JSONValue] = [
      "bundle": .string(bundle.path), "identity": .string(bundle.identity),
      "keyFormat": .string(key.keyFormat), "method": .string(key.method.text), "uri": .string(key.uri),
    ]
    members["keyFormatVersions"] = key.keyFormatVersions.map { .string($0) }
    members["iv"] = key.iv.map { .string("0x" + Hex.text(of: $0)) }
    if !key.others.isEmpty {
      members["others"] = .array(
        key.others.prefix(othersLimit).map { other in
          ["keyFormat": .string(other.keyFormat), "uri": .string(other.uri)]
        })
    }
    var writer = JSONWriter()
    writer.write(.object(members))
    writer.newline()
    return writer.bytes
  }

  /// Why an answer is none, to stand behind "the answer".
  struct Nonsense: Error {
    let reason: String
  }

  /// What the command wrote.
  static func answer(
    _ bytes: [UInt8], for key: PlannedKey, at now: Instant
  ) throws(Nonsense) -> ObtainedKey {
    guard bytes.count <= answerLimit else { throw Nonsense(reason: "is longer than \(answerLimit) bytes") }
    let limits = JSONLimits(depth: 8, bytes: answerLimit, members: 1_000)
    // What the reader says of a text may show parts of it.
    guard let value = try? JSONReader.parse(bytes, limits: limits), value.members != nil else {
      throw Nonsense(reason: "is no JSON object")
    }
    let content: ObtainedKey.Content =
      switch (value["key"], value["blob"]) {
      case (let text?, nil): .clear(try clear(text, for: key))
      case (nil, let text?): .opaque(try blob(text))
      case (nil, nil): throw Nonsense(reason: "has neither key nor blob")
      default: throw Nonsense(reason: "has both key and blob")
      }
    return ObtainedKey(
      content: content, expiresAt: try expiry(value["expiresAt"], at: now),
      keyFormat: try format(value["keyFormat"], of: key))
  }

  private static func clear(_ value: JSONValue, for key: PlannedKey) throws(Nonsense) -> [UInt8] {
    guard key.method.isKnown else {
      throw Nonsense(reason: "has a key for a method that is not known here; only a blob can be kept")
    }
    guard let text = value.text else { throw Nonsense(reason: "has a key that is no text") }
    let digits = text.lowercased().hasPrefix("0x") ? String(text.dropFirst(2)) : text
    let decoded =
      digits.utf8.count == 2 * key.length ? Hex.bytes(of: digits) : Base64.bytes(of: Array(text.utf8))
    guard let decoded else { throw Nonsense(reason: "has a key that is neither Base64 nor hexadecimal") }
    guard decoded.count == key.length else {
      throw Nonsense(reason: "has a key of \(decoded.count) bytes, \(key.method.text) needs \(key.length)")
    }
    return decoded
  }

  private static func blob(_ value: JSONValue) throws(Nonsense) -> [UInt8] {
    guard let text = value.text, let bytes = Base64.bytes(of: Array(text.utf8)), !bytes.isEmpty else {
      throw Nonsense(reason: "has a blob that is not Base64")
    }
    guard bytes.count <= blobLimit else {
      throw Nonsense(reason: "has a blob of \(bytes.count) bytes, more than \(blobLimit)")
    }
    return bytes
  }

  private static func format(_ value: JSONValue?, of key: PlannedKey) throws(Nonsense) -> String? {
    guard let value, value != .null else { return nil }
    guard let text = value.text, key.first(where: { $0.keyFormat == text }) != nil else {
      throw Nonsense(reason: "is for a key format that was not asked for")
    }
    return text
  }

  private static func expiry(_ value: JSONValue?, at now: Instant) throws(Nonsense) -> Instant? {
    guard let value, value != .null else { return nil }
    guard let instant = value.text.flatMap({ Instant(rfc3339: $0) }) else {
      throw Nonsense(reason: "has an expiresAt that is no time of RFC 3339")
    }
    guard instant.seconds > now.seconds else {
      throw Nonsense(reason: "is a key that expired at \(instant.rfc3339)")
    }
    return instant
  }
}
