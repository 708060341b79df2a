import Glibc
import Synchronization

/// How much is said beside the results.
package enum Verbosity: Int, Sendable, Comparable {
  /// Errors, hints and warnings.
  case quiet
  /// Also notes, and progress on a terminal.
  case normal
  /// Also details.
  case verbose

  package static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
}

/// Why results could not be written.
package struct OutputFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// An errno value.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// Whether nobody reads any more (EPIPE): exit code 141, and nothing to say about it.
  package var isReaderGone: Bool { code == EPIPE }

  package var description: String { "writing to standard output: \(String(cString: strerror(code)))" }
}

/// The two streams of a command: results go to one, everything that is said about them to the other.
///
/// Safe from any thread; each text is written whole. A line of progress gives way to every other text and
/// comes back with the next report.
package final class Console: Sendable {
  /// What stands behind the results, and behind the messages.
  package let output: Terminal
  package let messages: Terminal
  package let verbosity: Verbosity
  /// Whether `progress` shows anything.
  package let showsProgress: Bool

  private let name: String
  private let descriptors: (output: Int32, messages: Int32)
  private let state = Mutex(State())

  private struct State {
    var failure: OutputFailure?
    var line = ProgressLine()
    var throttle = Throttle(every: .milliseconds(100))
    var isLineShown = false
  }

  /// - Parameters:
  ///   - name: the program's, before each message.
  ///   - output: an open descriptor for results; 1 is standard output. It stays the caller's.
  ///   - messages: an open descriptor for messages; 2 is standard error. It stays the caller's.
  ///   - showsProgress: false never shows a line of progress.
  package init(
    name: String, output: Int32 = 1, messages: Int32 = 2, verbosity: Verbosity = .normal,
    showsProgress: Bool = true
  ) {
    self.name = name
    self.output = Terminal(descriptor: output)
    self.messages = Terminal(descriptor: messages)
    self.verbosity = verbosity
    self.showsProgress = showsProgress && verbosity > .quiet && self.messages.isTerminal
    descriptors = (output, messages)
  }

  /// The first failure to write results; nothing is written to them after it.
  package var outputFailure: OutputFailure? { state.withLock { $0.failure } }

  // MARK: - Results

  /// A result of one or more lines for people; control characters become visible, a line end is added.
  package func result(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(Array((lines.map { VisibleText.of(String($0)) }.joined(separator: "\n") + "\n").utf8))
  }

  /// Exactly these bytes to the results.
  package func write(_ bytes: [UInt8]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      clearLine(&state)
      if let code = Self.writeAll(bytes, to: descriptors.output) { state.failure = OutputFailure(code: code) }
    }
  }

  // MARK: - Messages

  /// What went wrong, and what may help. Further lines of the text are indented.
  package func error(_ text: String, hint: String? = nil) {
    say("error: \(text)")
    if let hint { say("hint: \(hint)") }
  }

  /// What is not as it should be but does not stop the work.
  package func warning(_ text: String, hint: String? = nil) {
    say("warning: \(text)")
    if let hint { say("hint: \(hint)") }
  }

  /// What is good to know; not said when quiet.
  package func note(_ text: String) {
    if verbosity >= .normal { say(text) }
  }

  /// What helps to understand; said only when verbose.
  package func detail(_ text: @autoclosure () -> String) {
    if verbosity >= .verbose { say(text()) }
  }

  // MARK: - Progress

  /// Shows how far the work is, at most ten times a second, on a terminal only.
  ///
  /// - Parameter now: any clock that does not go back.
  package func progress(_ report: ProgressReport, at now: Duration) {
    guard showsProgress else { return }
    state.withLock { state in
      guard state.throttle.allows(at: now) else { return }
      let width = (Terminal(descriptor: descriptors.messages).width ?? 80) - 1
      let text = "\r" + state.line.text(for: report, width: width) + "\u{1B}[K"
      if Self.writeAll(Array(text.utf8), to: descriptors.messages) == nil { state.isLineShown = true }
    }
  }

  /// Takes the line of progress away; the next report begins a new one.
  package func endProgress() {
    state.withLock { state in
      clearLine(&state)
      state.line = ProgressLine()
    }
  }

  // MARK: -

  private func say(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      VisibleText.of(String($0))
    }
    let bytes = Array("\(name): \(lines.joined(separator: "\n  "))\n".utf8)
    state.withLock { state in
      clearLine(&state)
      // A message that nobody can read has nobody to be told of it.
      _ = Self.writeAll(bytes, to: descriptors.messages)
    }
  }

  private func clearLine(_ state: inout State) {
    guard state.isLineShown else { return }
    state.isLineShown = false
    // As for every message.
    _ = Self.writeAll(Array("\r\u{1B}[K".utf8), to: descriptors.messages)
  }

  /// Writes all the bytes; an errno value where that failed. The corresponding C function is `write`.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 {
          return EIO
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}
