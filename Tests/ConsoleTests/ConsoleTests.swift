import Console
import Glibc
import JSON
import Testing

/// Two pipes in place of the standard streams, or a pipe and a pseudo-terminal.
private struct Streams {
  let output: (read: Int32, write: Int32)
  let messages: (read: Int32, write: Int32)

  init(terminal: Bool = false) throws {
    output = try Self.pipe()
    messages = terminal ? try Self.terminal() : try Self.pipe()
  }

  func console(_ verbosity: Verbosity = .normal) -> Console {
    Console(name: "hlspack", output: output.write, messages: messages.write, verbosity: verbosity)
  }

  /// What was written so far. A terminal hands it on some time later, so a mark is written behind it and waited for.
  static func text(_ ends: (read: Int32, write: Int32)) -> String {
    var bytes: [UInt8] = [1]
    guard write(ends.write, bytes, 1) == 1 else { return "" }
    var text: [UInt8] = []
    bytes = [UInt8](repeating: 0, count: 65_536)
    while text.last != 1 {
      var wait = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 60_000) > 0 else { break }
      let count = read(ends.read, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes.prefix(count)
    }
    return String(decoding: text.last == 1 ? text.dropLast() : text[...], as: UTF8.self)
  }

  func close() {
    for end in [output.read, output.write, messages.read, messages.write] { _ = Glibc.close(end) }
  }

  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func terminal() throws -> (Int32, Int32) {
    // TIOCSPTLCK and TIOCGPTN of linux/tty: Swift's Glibc shows neither them nor posix_openpt.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    try #require(master >= 0)
    try #require(ioctl(master, 0x4004_5431, &unlocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    var size = winsize(ws_row: 24, ws_col: 61, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
    return (master, slave)
  }
}

@Suite struct ConsoleTests {
  @Test("results go to one stream, messages with the program's name to the other")
  func streams() throws {
    let streams = try Streams()
    defer { streams.close() }
    let console = streams.console()
    console.result("one\ntwo\u{1B}")
    console.write([0x7B, 0x7D, 0x0A])
    console.error("reading a.m3u8: not there", hint: "look again")
    console.warning("odd\nand on")
    console.note("a note")
    console.detail("a detail")
    #expect(Streams.text(streams.output) == "one\ntwo\\u{1b}\n{}\n")
    #expect(
      Streams.text(streams.messages) == """
        hlspack: error: reading a.m3u8: not there
        hlspack: hint: look again
        hlspack: warning: odd
          and on
        hlspack: a note

        """)
    #expect(console.outputFailure == nil)
    #expect(!console.output.isTerminal)
    #expect(console.output.width == nil)
  }

  @Test("quiet leaves errors and warnings, verbose adds details")
  func verbosity() throws {
    let streams = try Streams()
    defer { streams.close() }
    for verbosity in [Verbosity.quiet, .verbose] {
      let console = streams.console(verbosity)
      console.error("e")
      console.warning("w")
      console.note("n")
      console.detail("d")
    }
    #expect(
      Streams.text(streams.messages)
        == "hlspack: error: e\nhlspack: warning: w\n"
        + "hlspack: error: e\nhlspack: warning: w\nhlspack: n\nhlspack: d\n")
  }

  @Test("a reader that went away is noticed, and nothing more is written")
  func readerGone() throws {
    signal(SIGPIPE, SIG_IGN)
    let streams = try Streams()
    let console = streams.console()
    _ = close(streams.output.read)
    console.result("lost")
    console.result("lost too")
    let failure = try #require(console.outputFailure)
    #expect(failure.isReaderGone)
    #expect(failure.description == "writing to standard output: Broken pipe")
    for end in [streams.output.write, streams.messages.read, streams.messages.write] { _ = close(end) }
  }

  @Test("a disk that is full is told")
  func full() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { _ = close(full) }
    let console = Console(name: "hlspack", output: full, messages: full)
    console.result("x")
    #expect(console.outputFailure == OutputFailure(code: ENOSPC))
    #expect(console.outputFailure?.isReaderGone == false)
  }

  @Test("progress is shown on a terminal only, gives way to messages, and is taken away at the end")
  func progress() throws {
    let streams = try Streams(terminal: true)
    defer { streams.close() }
    let console = streams.console()
    #expect(console.messages == Terminal(isTerminal: true, width: 61))
    console.progress(ProgressReport(title: "Film", fraction: 0.25, bytes: 10), at: .seconds(1))
    console.progress(ProgressReport(title: "Film", fraction: 0.26, bytes: 11), at: .milliseconds(1_050))
    console.note("a note")
    console.endProgress()
    console.progress(ProgressReport(title: "Next", fraction: 0.5, bytes: 1), at: .seconds(2))
    console.endProgress()
    #expect(
      Streams.text(streams.messages)
        == "\r 25 % [##--------]  10 B  Film\u{1B}[K\r\u{1B}[Khlspack: a note\r\n"
        + "\r 50 % [#####-----]  1 B  Next\u{1B}[K\r\u{1B}[K")
    let quiet = streams.console(.quiet)
    quiet.progress(ProgressReport(title: "Film"), at: .seconds(1))
    #expect(Streams.text(streams.messages) == "")
    #expect(try !Streams().console().showsProgress)
  }

  @Test("messages of many threads are whole lines")
  func threads() async throws {
    let streams = try Streams()
    defer { streams.close() }
    let console = streams.console()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask { for _ in 0..<50 { console.result(String(repeating: "\(index)", count: 40)) } }
      }
    }
    let lines = Streams.text(streams.output).split(separator: "\n")
    #expect(lines.count == 400)
    #expect(lines.allSatisfy { $0.count == 40 && Set($0).count == 1 })
  }

  @Test("a JSON line has its type, sorted members and one line end")
  func jsonLines() throws {
    let streams = try Streams()
    defer { streams.close() }
    let lines = JSONLines(on: streams.console())
    lines.write(type: "summary", ["exitCode": 0, "command": "build", "z": ["a": nil]])
    lines.stream { writer in
      writer.beginObject()
      writer.key("type")
      writer.string("plan")
      writer.endObject()
    }
    #expect(
      Streams.text(streams.output) == """
        {"command":"build","exitCode":0,"type":"summary","z":{"a":null}}
        {"type":"plan"}

        """)
  }
}
