import Files
import Foundation
import Glibc
import Processes
import Support
import Testing

/// The process dies at every deed and at random moments: the bundle that was there stays whole, a player never sees
/// a broken title, and the same command run again makes what it would have made.
@Suite("Killed", .serialized, .timeLimit(.minutes(120)))
struct KillTests {
  /// How often each verb is killed; `make torture` sets more.
  private static let count =
    Int(ProcessInfo.processInfo.environment["HLSPACK_KILLS"] ?? "").map { max(2, $0) } ?? 20

  private static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["HLSPACK_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...999_999)
    print("kill tests: HLSPACK_SEED=\(seed), \(count) kills of each verb")
    return seed
  }()

  @Test(
    "a kill leaves the old bundle or the new one, and a rerun finishes",
    arguments: KillScene.all + [KillScene.repair, KillScene.expire])
  func killed(_ scene: KillScene) async throws {
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    let (expected, deeds, microseconds) = try await scene.undisturbed(title)
    try #require(deeds > 10)
    var random = SplitMix(
      seed: Self.seed ^ UInt64(truncatingIfNeeded: scene.verb.utf8.reduce(0) { $0 * 31 + Int($1) }))
    for number in 0..<Self.count {
      // Every deed where there are enough kills, else some of them.
      let moment: KillScene.Moment =
        number.isMultiple(of: 2)
        ? .deed(Self.count / 2 >= deeds ? number / 2 % deeds + 1 : Int.random(in: 1...deeds, using: &random))
        : .time(Int.random(in: 0...microseconds, using: &random))
      try await kill(scene, title, at: moment, expected)
    }
  }

  private func kill(
    _ scene: KillScene, _ title: ChangingTitle, at moment: KillScene.Moment, _ expected: [String: [UInt8]]
  ) async throws {
    let folder = try await scene.prepare(title)
    let note = "\(scene.verb) at \(moment), HLSPACK_SEED=\(Self.seed)"
    let bundle = folder.path(KillScene.bundle)
    let reads = !scene.before.isEmpty && scene.isWholeBefore
    let reader = reads ? TitleReader(bundle) : nil
    try await strike(scene.arguments(scene.command, title), at: moment, in: folder)
    if reads {
      let verified = try await Program.run(["verify", KillScene.bundle], in: folder)
      #expect(verified.code == 0, "\(note): \(verified.output) \(verified.errors)")
    } else if scene.before.isEmpty, try names(in: folder.path).contains(KillScene.bundle) {
      #expect(try await Program.run(["verify", KillScene.bundle], in: folder).code == 0, "\(note)")
    }
    let rerun = try await Program.run(scene.arguments(scene.command, title), in: folder)
    // What was removed before the kill is not there to be removed again.
    #expect(rerun.code == 0 || (scene.verb == "remove" && rerun.code == 4), "\(note): \(rerun.errors)")
    if let reader {
      let (rounds, faults) = try await reader.stop()
      #expect(rounds > 0 && faults.isEmpty, "\(note): \(faults.prefix(3))")
    }
    #expect(try names(in: folder.path) == [KillScene.bundle], "\(note)")
    let made = try scene.told(folder)
    #expect(
      Set(made.keys) == Set(expected.keys),
      "\(note): \(Set(made.keys).symmetricDifference(expected.keys).sorted())")
    for (path, bytes) in expected where made[path] != bytes { Issue.record("\(note): \(path) is another") }
    let verified = try await Program.run(["verify", KillScene.bundle], in: folder)
    #expect(verified.code == scene.code, "\(note): \(verified.output) \(verified.errors)")
  }

  private func strike(_ arguments: [String], at moment: KillScene.Moment, in folder: TemporaryFolder)
    async throws
  {
    switch moment {
    case .deed(let number):
      let run = try await Program.run(
        arguments, in: folder, environment: KillSwitch.environment(at: number))
      #expect(run.code == -1 || run.code == 0)
    case .time(let microseconds):
      let process = try await Program.start(arguments, in: folder)
      try await Task.sleep(for: .microseconds(microseconds))
      process.send(signal: SIGKILL)
      _ = await process.wait()
    }
  }
}

/// Random numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
