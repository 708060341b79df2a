import Addresses
import BundleStore
import Files
import Playlist
import Transfer

/// Brings the content keys of a plan, each once, and checks what came: those that a person gave, those that can be
/// fetched, and those that only a command of the person's can tell.
struct KeyRing: Sendable {
  let loader: SourceLoader
  var wishes = KeyWishes()
  /// The bundle that the keys are for, for the command.
  var bundle = KeyCommand.Bundle()
  /// The time, for answers that tell when a key ends.
  var now: @Sendable () -> Instant = { Instant(seconds: 0) }

  /// The ring of a request.
  static func of(
    _ request: BuildRequest, _ plan: BuildPlan, over loader: SourceLoader,
    _ surroundings: Builder.Surroundings
  ) -> KeyRing {
    var wishes = request.keys
    wishes.handling = plan.keyHandling
    return KeyRing(
      loader: loader, wishes: wishes,
      bundle: KeyCommand.Bundle(path: plan.destination, identity: plan.identityHash.text),
      now: surroundings.now)
  }

  /// What was had of the keys, by number.
  /// - Throws: `protected` for a key that cannot be had, `commandFailed`, `wrongSource`, `unavailable`, `stopped`.
  func obtain(_ keys: [PlannedKey]) async throws(DownloadError) -> [ObtainedKey] {
    if wishes.omits { return keys.map { _ in .omitted } }
    var obtained = [ObtainedKey](repeating: .omitted, count: keys.count)
    var uris: [String] = []
    var askers: [String: PlannedKey] = [:]
    for (number, key) in keys.enumerated() {
      if let bytes = wishes.bytes(of: key) {
        obtained[number] = ObtainedKey(content: .clear(bytes))
      } else if key.isFetchable, askers.updateValue(key, forKey: key.uri) == nil {
        uris.append(key.uri)
      }
    }
    let fetched = try await mapConcurrently(uris.compactMap { askers[$0] }) {
      (key: PlannedKey) throws(DownloadError) in try await raw(key)
    }
    let bytes = Dictionary(zip(uris, fetched), uniquingKeysWith: { first, _ in first })
    for (number, key) in keys.enumerated() where obtained[number] == .omitted {
      if let bytes = bytes[key.uri], key.isFetchable {
        guard bytes.count == key.length else { throw Self.refusal(of: bytes, for: key) }
        obtained[number] = ObtainedKey(content: .clear(bytes))
      } else {
        obtained[number] = try await asked(key)
      }
    }
    return obtained
  }

  private func asked(_ key: PlannedKey) async throws(DownloadError) -> ObtainedKey {
    guard let command = wishes.command else {
      throw ProtectionSystem.refusal(
        "key \(key.place)", ProtectionSystem.name(of: key.keyFormat, key.method, scheme: key.scheme))
    }
    let answer = try await command.ask(for: key, bundle, at: now())
    guard !wishes.decrypts || answer.isClear else {
      throw DownloadError(
        .protected, "key \(key.place): the key command answered with a key that only its system can use",
        hint: "--keys decrypt needs the key itself")
    }
    return answer
  }

  private func raw(_ key: PlannedKey) async throws(DownloadError) -> [UInt8] {
    if let data = DataURI(key.uri) { return data.bytes }
    guard !key.uri.lowercased().hasPrefix("data:"), let uri = try? URI(key.uri) else {
      throw DownloadError(.wrongSource, "key \(key.place): not a URI that holds or names a key")
    }
    return try await loader.bytes(at: uri, kind: .key, limit: SourceLimits.key).bytes
  }

  /// What came in place of a key, told without showing a byte of it.
  private static func refusal(of bytes: [UInt8], for key: PlannedKey) -> DownloadError {
    let hint: String? =
      switch bytes.count {
      case 17...1024 where bytes.count.isMultiple(of: 2) && bytes.count != 2 * key.length:
        "a key of this size may be wrapped for a player that can unwrap it"
      case 2 * key.length: "it may be written in hexadecimal digits"
      default: nil
      }
    return DownloadError(
      .wrongSource, "key \(key.place): \(bytes.count) bytes, \(key.method.text) needs \(key.length)",
      hint: hint)
  }
}
