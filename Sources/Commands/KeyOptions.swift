import BundleStore
import Digest
import Download
import Flags

/// Where content keys come from, and what becomes of them.
struct KeyOptions: Sendable {
  var handling: KeyHandlingValue?
  var contentKeys: [String] = []
  var command: String?
  var expires: ExpiryValue?
  var renews = false

  /// Of build.
  static let options: [Option<KeyOptions>] =
    [
      .value(
        "keys", \.handling, "Store content keys, decrypt with them, or omit them.",
        details: [
          """
          store, the default: media as they are served, with their keys in `keys/`. decrypt: AES-128 is taken off \
          while packing, and no key is kept; other methods are refused (exit 2). omit: keys are neither fetched nor \
          kept, and the bundle does not play by itself.
          """
        ])
    ] + sources + [lease]

  /// Of augment, which keeps to what build was told.
  static let renewing: [Option<KeyOptions>] =
    sources + [
      lease,
      .flag(
        "renew-keys", \.renews, "Have all keys again, with their ends, and nothing else.",
        details: [
          """
          Media stay untouched. A key that is another one now is refused (exit 5), since the media would not play with \
          it.
          """
        ]),
    ]

  /// Of verify, for a repair.
  static let repairing = sources

  private static let lease: Option<KeyOptions> = .value(
    "key-expires", \.expires, "Let keys that do not tell their end expire then.",
    details: ["As with build --expires."])

  private static let sources: [Option<KeyOptions>] = [
    .repeated(
      "content-key", placeholder: "[URI=]FILE", completion: .file, \.contentKeys,
      "Use the key in FILE, in place of fetching it; - reads it.",
      details: [
        """
        FILE has 16 bytes, or 32 for AES-256-GCM, or that many as hexadecimal digits. Where the source has several \
        keys, URI= says which one it is, as the playlist writes it; what stands before the last = is the URI.
        """
      ], secret: true),
    .value(
      "key-command", placeholder: "COMMAND", \.command,
      "Ask COMMAND for keys that cannot be fetched, such as those of FairPlay.",
      details: ["See CONTENT KEYS in hlspack-build(1)."]),
  ]

  /// - Throws: `usage` for a key that cannot be read, or is none; never with a byte of it.
  func wishes(_ environment: Environment) throws(Failure) -> KeyWishes {
    var wishes = KeyWishes()
    wishes.handling = handling?.handling
    for text in contentKeys { wishes.given.append(try ContentKeyArgument.read(text)) }
    wishes.command = command.map { KeyCommand($0, environment: environment.all()) }
    switch expires {
    case .at(let instant): wishes.expiry = .at(instant)
    case .after(let seconds): wishes.expiry = .after(seconds)
    case nil: break
    }
    guard handling != .omit || (contentKeys.isEmpty && command == nil) else {
      throw Failure(.usage, "--keys omit takes no keys: --content-key and --key-command exclude it")
    }
    return wishes
  }
}

/// `--keys`
enum KeyHandlingValue: String, FlagValue, CaseIterable {
  case store
  case decrypt
  case omit

  var handling: KeyHandling {
    switch self {
    case .store: .store
    case .decrypt: .decrypt
    case .omit: .omit
    }
  }
}

/// `--content-key [URI=]FILE`
enum ContentKeyArgument {
  private static let option = "--content-key"

  static func read(_ text: String) throws(Failure) -> KeyWishes.Given {
    let equals = text.lastIndex(of: "=")
    let uri = equals.map { String(text[..<$0]) }
    let path = equals.map { String(text[text.index(after: $0)...]) } ?? text
    guard !path.isEmpty, uri != "", !isKey(path) else {
      throw Failure(
        .usage, "\(option): not FILE or URI=FILE",
        hint: "a key on a command line is seen by others: write it to a file, or give - for standard input")
    }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try ArgumentFile.whole(path, of: option)
    } catch {
      // What was meant to be a file may be a key.
      guard path != "-", !error.message.contains("standard input") else { throw error }
      throw Failure(.usage, "\(option): the file cannot be read", hint: "it is to hold a key, not to be one")
    }
    guard let key = key(bytes) else {
      throw Failure(
        .usage, "\(option): \(bytes.count) bytes are no key",
        hint: "16 or 32 bytes, or that many as hexadecimal digits")
    }
    return KeyWishes.Given(uri: uri, bytes: key)
  }

  /// Digits count before bytes: 32 bytes that are all digits are a key of 16.
  private static func key(_ bytes: [UInt8]) -> [UInt8]? {
    if let digits = digits(bytes) { return digits }
    return bytes.count == 16 || bytes.count == 32 ? bytes : nil
  }

  private static func digits(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= 128 else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    if text.lowercased().hasPrefix("0x") { text = text.dropFirst(2) }
    guard text.utf8.count == 32 || text.utf8.count == 64 else { return nil }
    return Hex.bytes(of: String(text))
  }

  private static func isKey(_ text: String) -> Bool { digits(Array(text.utf8)) != nil }
}
