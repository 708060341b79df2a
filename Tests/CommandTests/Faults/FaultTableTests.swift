import Files
import Foundation
import Support
import Testing

/// A transfer that goes wrong ends in a bundle with every byte right, or in the documented code with one line that
/// names the resource and the reason; never in a bundle with a hole. `FAULTS.md` lists what is tried.
@Suite("Every fault of an origin")
struct FaultTableTests {
  /// A few programs at a time: more would only slow each other down.
  private static let gate = Gate(width: 6)

  @Test("ends whole or refused, as the table says", arguments: FaultTable.all)
  func fault(_ fault: Fault) async throws {
    try await Self.gate.pass {
      let scene = try await FaultScene.set(fault)
      let run = try await scene.run()
      await scene.strike()
      let told: Comment = "\(run.code)\n\(run.errors)"
      switch fault.ending {
      case .whole:
        #expect(run.code == 0, told)
        if run.code == 0 { try await checkWhole(scene) }
      case .refused(let code, let says):
        #expect(run.code == code, told)
        checkMessage(run.errors, fault, says)
        #expect(run.output.isEmpty)
        #expect(
          try names(in: scene.folder.path).allSatisfy { ["film.movpkg.partial", "origin"].contains($0) })
      }
      #expect(scene.leaks == 0, "a credential went to another origin")
      try checkSecrets(run, scene)
    }
  }

  @Test("the table has each fault once, and every place")
  func table() {
    let names = FaultTable.groups.flatMap { group in group.faults.map { "\(group.title): \($0)" } }
    #expect(Set(names).count == names.count)
    #expect(Set(FaultTable.all.map(\.place)) == Set(Fault.Place.allCases))
  }

  @Test("the table for people is that of the tests")
  func document() throws {
    let path = FilePath.join(Repository.root, "Tests/CommandTests/Faults/FAULTS.md")
    let text = FaultDocument.text
    if ProcessInfo.processInfo.environment["HLSPACK_WRITE_TABLES"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let isSame = try String(contentsOfFile: path, encoding: .utf8) == text
    #expect(isSame, "FAULTS.md is out of date; run: \(FaultDocument.command)")
  }

  // MARK: - What is looked at

  /// One line tells the error, with path and reason; what else is said are hints, warnings and what is packed.
  private func checkMessage(_ errors: String, _ fault: Fault, _ says: String) {
    let lines = errors.split(separator: "\n")
    let told = lines.filter { $0.hasPrefix("hlspack: error: ") }
    #expect(told.count == 1, "\(errors)")
    #expect(told.first?.contains(fault.names ?? fault.path) == true, "\(errors)")
    #expect(says.isEmpty || told.first?.contains(says) == true, "\(says) is not in: \(errors)")
    // A reason stands behind the path.
    #expect(told.first?.split(separator: ": ").count ?? 0 >= 3, "\(errors)")
    #expect(lines.allSatisfy { $0.hasPrefix("hlspack: ") }, "\(errors)")
  }

  private func checkWhole(_ scene: FaultScene) async throws {
    let bundle = "film.movpkg"
    #expect(try names(in: scene.folder.path).filter { $0 != "origin" } == [bundle])
    let stored = try files(in: scene.folder.path(bundle))
    func bytes(_ isWanted: (Substring) -> Bool) throws -> [[UInt8]] {
      try stored.filter { isWanted($0.split(separator: "/").last ?? "") }
        .map { try scene.folder.read("\(bundle)/\($0)") }
    }
    let segments = try bytes { $0.first?.isNumber == true }
    #expect(segments == scene.title.segments, "the segments are not the origin's")
    #expect(try bytes { $0.hasPrefix("init-") } == [scene.title.initialization].compactMap(\.self))
    #expect(try bytes { $0.hasPrefix("key-") } == [scene.title.key].compactMap(\.self))
    let verified = try await Program.run(["verify", bundle], in: scene.folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    #expect(try await Program.sumsFaults(in: scene.folder.path(bundle)) == [])
  }

  private func checkSecrets(_ run: Program.Run, _ scene: FaultScene) throws {
    for secret in FaultScene.secrets {
      #expect(!(run.output + run.errors).contains(secret), "\(run.errors)")
      for file in try files(in: scene.folder.path) where !file.hasPrefix("origin/") {
        let isThere =
          try file.contains(secret) || Data(scene.folder.read(file)).range(of: Data(secret.utf8)) != nil
        #expect(!isThere, "\(file) holds \(secret)")
      }
    }
  }
}
