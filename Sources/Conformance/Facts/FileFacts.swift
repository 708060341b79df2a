/// What stands under a name, links not followed.
package enum Standing: Sendable, Hashable {
  case nothing
  case file(bytes: Int64)
  case folder
  case link
  /// A device, a socket, a pipe.
  case other

  /// The word for it in messages.
  var word: String {
    switch self {
    case .nothing: "nothing"
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .other: "neither a file nor a folder"
    }
  }
}

/// One file, or one folder, that a bundle names, and what is there.
package struct FileFacts: Sendable, Hashable {
  /// What reading the bytes showed.
  package enum Content: Sendable, Hashable {
    /// They were not read.
    case unread
    /// They have the digest that the bundle names.
    case asNamed
    case different
    /// Why they cannot be read.
    case unreadable(String)
  }

  package var path: String
  /// Whether a folder is meant.
  package var isFolder: Bool
  /// Length as named; nil for a folder, or when the bundle does not tell.
  package var bytes: Int64?
  package var standing: Standing
  package var content: Content

  package init(
    path: String, isFolder: Bool = false, bytes: Int64?, standing: Standing, content: Content = .unread
  ) {
    self.path = path
    self.isFolder = isFolder
    self.bytes = bytes
    self.standing = standing
    self.content = content
  }

  /// Whether a file of this length is what is meant, as far as looking without reading tells: then no rule
  /// finds anything unless the content says otherwise.
  package static func isSound(_ standing: Standing, bytes: Int64?) -> Bool {
    guard case .file(let found) = standing else { return false }
    return bytes == nil || bytes == found
  }
}

/// Something in a bundle's folder that nothing in the bundle names.
package struct ExtraFacts: Sendable, Hashable {
  package var path: String
  /// `nothing` where the name cannot be looked at, not being UTF-8.
  package var standing: Standing
  /// Whether the name is one that files or folders of a bundle have.
  package var hasOwnName: Bool

  package init(path: String, standing: Standing, hasOwnName: Bool) {
    self.path = path
    self.standing = standing
    self.hasOwnName = hasOwnName
  }
}

/// How the text of SHA256SUMS compares with what manifest and listings say.
package struct SumsFacts: Sendable, Hashable {
  package enum Comparison: Sendable, Hashable {
    case agrees
    /// The first line that is another than it must be, counted from 1; nil when there is no such line.
    case differs(line: Int?)
    /// Why the text cannot be read.
    case unreadable(String)
  }

  /// How the signature of SHA256SUMS stands to the key that a person gave.
  package enum Signature: Sendable, Hashable {
    /// No key was given.
    case unasked
    case right
    /// There is none.
    case missing
    /// It is another's, or of other bytes.
    case wrong
    /// Why it cannot be read.
    case unreadable(String)
  }

  package var path: String
  package var comparison: Comparison
  package var signaturePath: String
  package var signature: Signature

  package init(
    path: String, comparison: Comparison, signaturePath: String = "", signature: Signature = .unasked
  ) {
    self.path = path
    self.comparison = comparison
    self.signaturePath = signaturePath
    self.signature = signature
  }
}
