import Addresses
import BundleStore
import Download
import Files

/// What a person gives as a source or a subject: an address, a file, a folder, or `@FILE` with an address in it.
enum SourceArgument {
  /// - Throws: `usage` when it is neither an http(s) address nor the path of a file.
  static func source(_ text: String, of command: String) throws(Failure) -> BuildRequest.Source {
    let text = try resolved(text, of: command)
    guard isAddress(text) else {
      if let scheme = scheme(of: text) {
        throw Failure(
          .usage, "\(command): \(scheme): addresses are not supported",
          hint: "give an http or https address, or a path")
      }
      return .file(path: text)
    }
    do {
      return .remote(try URI(text))
    } catch {
      throw Failure(.usage, "\(command): not a valid address: \(error)")
    }
  }

  /// The text itself, or the first line of the file that `@FILE` or `-` names: addresses may hold secrets.
  static func resolved(_ text: String, of command: String) throws(Failure) -> String {
    guard text == "-" || (text.hasPrefix("@") && text.utf8.count > 1) else { return text }
    let path = text == "-" ? "-" : String(text.dropFirst())
    guard let line = try ArgumentFile.lines(path, of: command).first else {
      throw Failure(.usage, "\(command): \(path == "-" ? "standard input" : path) holds no address")
    }
    return line
  }

  /// The scheme of what looks like an address: `ftp` of `ftp://…`; nil for a path.
  private static func scheme(of text: String) -> String? {
    let head = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    guard !head.isEmpty, head.count < 32, text.utf8.dropFirst(head.count).starts(with: "://".utf8) else {
      return nil
    }
    return String(decoding: head, as: UTF8.self)
  }

  static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
