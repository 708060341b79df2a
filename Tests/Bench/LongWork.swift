import Glibc

/// Whole processes over a long playlist: `hlspack show` and `hlspack lint` against Python's m3u8, which only
/// parses it. One run of each in turn, so that what disturbs the machine disturbs all.
struct LongWork {
  /// The path of hlspack.
  let program: String
  /// The path of a Python that has m3u8.
  let python: String
  /// Where the playlists are written.
  let folder: String

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Tool {
    let name: String
    let arguments: [String]
    /// Codes that say the work was done.
    let codes: Set<Int32>
    var runs: [MeasuredRun] = []
  }

  func run(_ playlists: [LongPlaylist], rounds: Int, segments: Int) throws(Failure) {
    guard access(program, X_OK) == 0 else {
      throw Failure(description: "\(program) is not there; run: make build")
    }
    let hasModule = MeasuredRun([python, "-c", "import m3u8"])
    guard hasModule?.exitCode == 0 else {
      throw Failure(description: "\(python) has no m3u8 to compare with; run: make bench-deps")
    }
    for playlist in playlists {
      let bytes = playlist.bytes(segments: segments)
      let path = "\(folder)/\(playlist.rawValue).m3u8"
      guard Self.write(bytes, to: path) else { throw Failure(description: "\(path) cannot be written") }
      var tools = try known(path)
      for _ in 0..<rounds {
        for index in tools.indices { tools[index].runs.append(try measured(tools[index])) }
      }
      print(
        "long, \(playlist.rawValue): \(Figures.text(Double(bytes.count) / 1e6, digits: 1)) MB, \(segments) segments; "
          + "medians of \(rounds) rounds in turn:\n")
      print(table(tools).text + "\n")
      fflush(nil)
    }
  }

  /// The tools that this hlspack has.
  private func known(_ path: String) throws(Failure) -> [Tool] {
    let script = "import sys, m3u8; m3u8.loads(open(sys.argv[1]).read())"
    var tools = [
      Tool(name: "Python m3u8", arguments: [python, "-c", script, path], codes: [0]),
      Tool(
        name: "hlspack show", arguments: [program, "show", "--segments", "--json", path], codes: [0]),
    ]
    let lint = Tool(name: "hlspack lint", arguments: [program, "lint", path], codes: [0, 5])
    if let run = MeasuredRun([program, "lint", "--help"]), run.exitCode == 0 {
      tools.append(lint)
    } else {
      print("hlspack lint is left out: \(program) has no such command\n")
    }
    return tools
  }

  private func measured(_ tool: Tool) throws(Failure) -> MeasuredRun {
    guard let run = MeasuredRun(tool.arguments) else {
      throw Failure(description: "\(tool.name) could not be started")
    }
    guard let code = run.exitCode, tool.codes.contains(code) else {
      let end = run.exitCode.map { "code \($0)" } ?? "a signal"
      throw Failure(description: "\(tool.name) ended with \(end): \(tool.arguments.joined(separator: " "))")
    }
    return run
  }

  private func table(_ tools: [Tool]) -> FigureTable {
    var table = FigureTable(["", "wall s", "CPU s", "min", "max", "peak MB", "faster by wall", "by CPU"])
    let baseWall = Figures(of: tools[0].runs.map(\.wall)).median
    let baseProcessor = Figures(of: tools[0].runs.map(\.processor)).median
    for tool in tools {
      let wall = Figures(of: tool.runs.map(\.wall))
      let processor = Figures(of: tool.runs.map(\.processor))
      let peak = tool.runs.map(\.peak).max() ?? 0
      table.append([
        tool.name, Figures.text(wall.median, digits: 2), Figures.text(processor.median, digits: 2),
        Figures.text(processor.least, digits: 2), Figures.text(processor.most, digits: 2),
        Figures.text(Double(peak) / 1e6, digits: 0), Figures.text(baseWall / wall.median, digits: 1) + "x",
        Figures.text(baseProcessor / processor.median, digits: 1) + "x",
      ])
    }
    return table
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
