/// Values that must not be seen on a command line, and so may stand in a file or come by a pipe. No error here shows
/// a value.
enum SecretArgument {
  /// The text itself, or the first line of what `@FILE` or `-` names.
  /// - Throws: `usage` when it cannot be read or is empty.
  static func text(_ text: String, of option: String) throws(Failure) -> String {
    guard let path = path(in: text) else { return text }
    guard let line = try ArgumentFile.lines(path, of: option).first else {
      throw Failure(.usage, "\(option): \(path == "-" ? "standard input" : path) is empty")
    }
    return line
  }

  /// What `@FILE` or `-` names; a value in the open is refused.
  /// - Parameter forms: how the value may be given, for the hint.
  static func hidden(_ text: String, of option: String, forms: String) throws(Failure) -> String {
    guard path(in: text) != nil else {
      throw Failure(.usage, "\(option): a secret on a command line is seen by others", hint: "give \(forms)")
    }
    return try self.text(text, of: option)
  }

  /// `NAME:@FILE`, `NAME:-`, `NAME:` without a password, or `@FILE` and `-` for `NAME:PASSWORD` whole.
  /// - Returns: `NAME:PASSWORD`.
  static func user(_ text: String, of option: String) throws(Failure) -> String {
    let forms = "NAME:@FILE, NAME:- or @FILE with NAME:PASSWORD in it"
    if path(in: text) != nil {
      let whole = try self.text(text, of: option)
      guard let colon = whole.firstIndex(of: ":"), colon > whole.startIndex, isPlain(whole) else {
        throw Failure(.usage, "\(option): what was read is not NAME:PASSWORD")
      }
      return whole
    }
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, isPlain(text) else {
      throw Failure(.usage, "\(option): no name and password", hint: "give \(forms)")
    }
    let password = String(text[text.index(after: colon)...])
    guard !password.isEmpty else { return text }
    guard path(in: password) != nil else {
      throw Failure(
        .usage, "\(option): a password on a command line is seen by others", hint: "give \(forms)")
    }
    let read = try self.text(password, of: option)
    guard isPlain(read) else { throw Failure(.usage, "\(option): the password has control characters") }
    return text[...colon] + read
  }

  /// `-` of `-` and `@-`, FILE of `@FILE`; nil for a value in the open.
  static func path(in text: String) -> String? {
    if text == "-" { return "-" }
    return text.hasPrefix("@") && text.utf8.count > 1 ? String(text.dropFirst()) : nil
  }

  static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }
}
