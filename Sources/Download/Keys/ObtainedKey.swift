import BundleStore
import Files

/// What was had of a content key.
struct ObtainedKey: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// The key itself.
    case clear([UInt8])
    /// A form that only its key system understands.
    case opaque([UInt8])
    /// Left out because that was asked for, or not needed.
    case omitted
  }

  var content: Content
  /// When it ends, as its giver told; nil where nobody did.
  var expiresAt: Instant?
  /// The key format of the line that it is for, as its giver told; nil: that of the key asked for.
  var keyFormat: String?

  static let omitted = ObtainedKey(content: .omitted)

  /// What stands in `keys/`; nil: nothing does.
  var bytes: [UInt8]? {
    switch content {
    case .clear(let bytes), .opaque(let bytes): bytes
    case .omitted: nil
    }
  }

  /// What decrypts; empty where only a key system can.
  var clearBytes: [UInt8] {
    if case .clear(let bytes) = content { bytes } else { [] }
  }

  /// The key that it is, of those in force at once.
  func line(of key: PlannedKey) -> PlannedKey {
    guard let keyFormat else { return key }
    return key.first { $0.keyFormat == keyFormat } ?? key
  }

  var isClear: Bool {
    if case .clear = content { true } else { false }
  }

  var state: KeyRecord.State {
    switch content {
    case .clear: .stored
    case .opaque: .opaque
    case .omitted: .omitted
    }
  }

  /// As a bundle holds it.
  /// - Parameter bytes: of its file; nil where there is none.
  init(_ record: KeyRecord, bytes: [UInt8]?) {
    switch (record.state, bytes) {
    case (.stored, let bytes?): content = .clear(bytes)
    case (.opaque, let bytes?): content = .opaque(bytes)
    default: content = .omitted
    }
    expiresAt = record.expiresAt
  }

  init(content: Content, expiresAt: Instant? = nil, keyFormat: String? = nil) {
    self.content = content
    self.expiresAt = expiresAt
    self.keyFormat = keyFormat
  }
}
