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

  init(content: Content, expiresAt: Instant? = nil) {
    self.content = content
    self.expiresAt = expiresAt
  }
}
