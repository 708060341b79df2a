import Foundation
import Glibc
import Processes
import Testing

/// A script for /bin/sh.
private func shell(
  _ script: String, input: [UInt8] = [], timeLimit: Duration? = .seconds(60), outputLimit: Int = 1 << 20
) -> Command {
  Command(
    "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input, timeLimit: timeLimit,
    outputLimit: outputLimit)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Whether there is such a process, one that waits for its parent aside.
private func lives(_ process: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
    return false
  }
  return !status.contains(") Z ")
}

/// Waits, a minute at least, for what must come: a busy machine is slow.
private func eventually(_ condition: () -> Bool) async throws -> Bool {
  for _ in 0..<30_000 {
    if condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  }
  return false
}

/// How many descriptors this process has open, those of tests that run beside included.
private func openDescriptors() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? .max
}

/// What does not end when it should sleeps for hours here, so that no test has to look at the clock.
@Suite("commands", .timeLimit(.minutes(20)))
struct CommandTests {
  @Test("output, errors and code come back apart")
  func result() async throws {
    let result = try await shell("echo out; echo err >&2; exit 7").run()
    #expect(text(result.output) == "out\n")
    #expect(text(result.errors) == "err\n")
    #expect(result.ending == .exited(7))
    #expect(result.exitCode == 7 && result.signal == nil && !result.isSuccess)
    #expect(try await shell("exit 0").run().isSuccess)
  }

  @Test("an end by a signal is told as such")
  func signalled() async throws {
    let result = try await shell("kill -TERM $$").run()
    #expect(result.ending == .signalled(SIGTERM))
    #expect(result.exitCode == nil && !result.timedOut)
  }

  @Test("arguments reach the program untouched by any shell")
  func arguments() async throws {
    let hostile = ["", "a b", "$(id)", "\"'`", "ä\n", "-n", "*"]
    let result = try await Command("printf", ["%s|"] + hostile).run()
    #expect(text(result.output) == hostile.map { $0 + "|" }.joined())
  }

  @Test("the environment is what was given and nothing else")
  func environment() async throws {
    let result = try await Command("/usr/bin/env", environment: ["B": "2 = x", "A": ""]).run()
    #expect(text(result.output) == "A=\nB=2 = x\n")
    #expect(try await Command("/usr/bin/env").run().output == [])
  }

  @Test("the working folder is where it starts")
  func workingFolder() async throws {
    var command = Command("pwd")
    command.workingFolder = "/usr/bin"
    #expect(text(try await command.run().output) == "/usr/bin\n")
    command.workingFolder = "/absent"
    await #expect(throws: ProcessError.self) { try await command.run() }
  }

  @Test("a long input goes in while a long output comes out")
  func longInput() async throws {
    let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let result = try await Command("cat", input: input, outputLimit: 4_000_000).run()
    #expect(result.output == input)
    #expect(!result.isTruncated)
  }

  @Test("a program that does not read its input harms nobody")
  func unreadInput() async throws {
    let result = try await shell(
      "exec <&-; sleep 0.1; echo done", input: [UInt8](repeating: 0, count: 1 << 20)
    ).run()
    #expect(text(result.output) == "done\n")
    #expect(result.isSuccess)
  }

  @Test("output beyond the limit is dropped, the program goes on, and the result says so")
  func outputLimit() async throws {
    let result = try await shell("yes | head -c 3000000; echo e >&2; exit 3", outputLimit: 1000).run()
    #expect(result.output.count == 1000)
    #expect(text(result.errors) == "e\n")
    #expect(result.isTruncated && result.exitCode == 3)
    let exact = try await shell("printf 1234", outputLimit: 4).run()
    #expect(text(exact.output) == "1234" && !exact.isTruncated)
  }

  @Test("at the time limit the program and all of its group are stopped")
  func timeLimit() async throws {
    let result = try await shell("sleep 10000 & echo $!; sleep 10000", timeLimit: .milliseconds(200)).run()
    #expect(result.timedOut && !result.isSuccess)
    #expect(result.ending == .signalled(SIGTERM))
    let child = try #require(Int32(text(result.output).trimmingCharacters(in: .newlines)))
    #expect(try await eventually { !lives(child) })
  }

  @Test("what does not listen to the polite signal is killed after the grace")
  func stubborn() async throws {
    let script = "trap '' TERM; (trap '' TERM; sleep 10000) & echo $!; while :; do sleep 0.05; done"
    let start = ContinuousClock.now
    let result = try await shell(script, timeLimit: .milliseconds(200)).run()
    #expect(result.timedOut)
    #expect(result.ending == .signalled(SIGKILL))
    #expect(ContinuousClock.now - start >= Command.grace)
    let child = try #require(Int32(text(result.output).trimmingCharacters(in: .newlines)))
    #expect(try await eventually { !lives(child) })
  }

  @Test("a group member that ignores the polite signal dies even where the leader obeys it")
  func stubbornMember() async throws {
    let script = "(trap '' TERM; echo $(exec sh -c 'echo $PPID'); exec sleep 10000) & sleep 10000"
    let result = try await shell(script, timeLimit: .milliseconds(500)).run()
    #expect(result.ending == .signalled(SIGTERM))
    let member = try #require(Int32(text(result.output).trimmingCharacters(in: .newlines)))
    #expect(try await eventually { !lives(member) })
  }

  @Test("a program that ends while another holds its output open is not waited for longer")
  func heldOutput() async throws {
    let result = try await shell("sleep 10000 & echo $!; exit 4", timeLimit: .seconds(9_000)).run()
    #expect(result.exitCode == 4 && !result.timedOut)
    kill(try #require(Int32(text(result.output).trimmingCharacters(in: .newlines))), SIGKILL)
  }

  @Test("no descriptor of this process is inherited, the three standard ones aside")
  func descriptors() async throws {
    // Open without close-on-exec, as a careless library would.
    let open = (0..<8).map { _ in dup(1) }
    defer { for descriptor in open { close(descriptor) } }
    let result = try await Command("ls", ["/proc/self/fd"]).run()
    // 3 is the folder that ls itself reads.
    #expect(text(result.output) == "0\n1\n2\n3\n")
  }

  @Test("the program has the default signals, none blocked, and leads a group of its own")
  func signals() async throws {
    signal(SIGPIPE, SIG_IGN)
    let result = try await Command("cat", ["/proc/self/status", "/proc/self/stat"]).run()
    let lines = text(result.output).split(separator: "\n")
    #expect(lines.contains("SigBlk:\t0000000000000000"))
    let ignored = try #require(lines.first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last)
    // Above 31 stand those that the C library keeps for itself.
    #expect(try #require(UInt64(ignored, radix: 16)) & 0x7FFF_FFFF == 0)
    let fields = try #require(lines.last).split(separator: " ")
    #expect(fields[0] == fields[4], "the process leads its group")
  }

  @Test("a name is sought in the PATH that was given, in absolute folders only")
  func search() async throws {
    #expect(try await Command("true").run().isSuccess)
    #expect(try await Command("true", environment: ["PATH": "bin:/nowhere:/bin:/usr/bin"]).run().isSuccess)
    for path in ["/nowhere", "", "."] {
      let error = await #expect(throws: ProcessError.self) {
        try await Command("true", environment: ["PATH": path], workingFolder: "/bin").run()
      }
      #expect(error?.kind == .notFound)
      #expect(error?.description == "running true: no such file or directory")
    }
  }

  @Test(
    "what cannot be started is an error and leaves nothing behind",
    arguments: [
      (Command("/absent/program"), .notFound), (Command(""), .invalid),
      (Command("true", ["a\u{0}b"]), .invalid),
      (Command("true", environment: ["A=B": "c"]), .invalid),
      (Command("true", environment: ["": "c"]), .invalid),
      (Command("/etc/hostname"), .refused), (Command("/usr"), .refused),
    ] as [(Command, ProcessError.Kind)])
  func refused(_ command: Command, kind: ProcessError.Kind) async throws {
    let before = openDescriptors()
    for _ in 0..<50 {
      let error = await #expect(throws: ProcessError.self) { try await command.run() }
      #expect(error?.kind == kind)
    }
    // Other tests open and close theirs meanwhile: 50 leaks of six would stay.
    #expect(try await eventually { openDescriptors() < before + 150 })
  }

  @Test("a cancelled task stops the program at once and says so")
  func cancellation() async throws {
    let task = Task { try await shell("exec sleep 10000", timeLimit: nil).run() }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    let error = await #expect(throws: ProcessError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("many commands at once all come back, and no descriptor is left")
  func many() async throws {
    let before = openDescriptors()
    let sum = try await withThrowingTaskGroup(of: Int32.self) { group in
      for code in Int32(0)..<60 { group.addTask { try await shell("exit \(code)").run().exitCode ?? -1 } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 59 * 60 / 2)
    #expect(try await eventually { openDescriptors() < before + 50 })
  }
}

@Suite("running processes", .timeLimit(.minutes(20)))
struct RunningProcessTests {
  @Test("what it says can be read while it runs, and it ends by SIGTERM when told to")
  func serve() async throws {
    let server = try RunningProcess.start(
      shell("echo ready; echo note >&2; exec sleep 10000", timeLimit: nil))
    #expect(
      try await eventually { text(server.outputSoFar) == "ready\n" && text(server.errorsSoFar) == "note\n" })
    #expect(server.isRunning)
    server.terminate()
    let result = await server.wait()
    #expect(result.ending == .signalled(SIGTERM))
    #expect(!result.timedOut)
    #expect(!server.isRunning)
    #expect(await server.wait() == result)
  }

  @Test("a signal reaches the program, and none is sent once it has ended")
  func signals() async throws {
    let script = "trap 'echo hup; exit 5' HUP; echo ready; while :; do sleep 0.02; done"
    let process = try RunningProcess.start(shell(script, timeLimit: nil))
    #expect(try await eventually { text(process.outputSoFar) == "ready\n" })
    #expect(process.send(signal: SIGHUP))
    let result = await process.wait()
    #expect(text(result.output) == "ready\nhup\n")
    #expect(result.exitCode == 5)
    #expect(!process.send(signal: SIGKILL))
    process.terminate()
  }

  @Test("a kill without warning is told by its signal")
  func killed() async throws {
    let process = try RunningProcess.start(shell("exec sleep 10000", timeLimit: nil))
    #expect(process.send(signal: SIGKILL))
    #expect(await process.wait().signal == SIGKILL)
  }

  @Test("a process that nobody holds any more is gone with its group")
  func dropped() async throws {
    var process: RunningProcess? = try RunningProcess.start(
      shell("sleep 10000 & echo $!; wait", timeLimit: nil))
    let identifier = try #require(process?.identifier)
    #expect(try await eventually { process?.outputSoFar.isEmpty == false })
    let child = try #require(Int32(text(process?.outputSoFar ?? []).trimmingCharacters(in: .newlines)))
    #expect(lives(identifier) && lives(child))
    process = nil
    #expect(try await eventually { !lives(identifier) && !lives(child) })
  }
}
