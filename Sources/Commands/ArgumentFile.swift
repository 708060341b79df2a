import Files
import Glibc
import Synchronization

/// `@FILE`, `@-` and `-` on a command line: what must not be seen there stands in a file, or comes by a pipe.
enum ArgumentFile {
  /// More than any list of header fields or addresses.
  private static let limit = 1 << 20
  /// What read standard input: there is only one.
  private static let reader = Mutex<String?>(nil)

  /// The lines that are not empty.
  /// - Throws: `usage` when it cannot be read, or is longer than a mebibyte.
  static func lines(_ path: String, of option: String) throws(Failure) -> [String] {
    try take(path, for: option)
    do throws(SystemError) {
      return try bytes(path).split(whereSeparator: { $0 == 10 || $0 == 13 })
        .map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
    } catch {
      throw Failure(.usage, "\(option): \(error)")
    }
  }

  /// All bytes.
  /// - Throws: `usage` when it cannot be read, or is longer than a mebibyte.
  static func whole(_ path: String, of option: String) throws(Failure) -> [UInt8] {
    try take(path, for: option)
    do throws(SystemError) {
      return try bytes(path)
    } catch {
      throw Failure(.usage, "\(option): \(error)")
    }
  }

  /// - Throws: `usage` for standard input that another option has read.
  private static func take(_ path: String, for option: String) throws(Failure) {
    guard path == "-" else { return }
    let other = reader.withLock { reader in
      defer { reader = reader ?? option }
      return reader
    }
    guard let other else { return }
    throw Failure(
      .usage, "\(option): standard input was read already, for \(other)",
      hint: "it can be asked for once; @FILE reads a file")
  }

  /// All that a file, a pipe or standard input gives.
  private static func bytes(_ path: String) throws(SystemError) -> [UInt8] {
    let shown = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw SystemError.last("reading \(shown)") }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError.last("reading \(shown)") }
      guard count > 0 else { return all }
      all += buffer[..<count]
      guard all.count <= limit else { throw SystemError(code: EFBIG, deed: "reading \(shown)") }
    }
  }
}
