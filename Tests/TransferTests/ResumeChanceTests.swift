import Addresses
import Support
import Synchronization
import Testing
import Transfer

/// A generator with a seed, so that what failed can be had again.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("going on inside a piece: any row of faults", .timeLimit(.minutes(1)))
struct ResumeChanceTests {
  private static let versions = (0..<3).map { pattern(40_000 - 1000 * Int($0), seed: $0 + 1) }

  /// Some answer, good or bad, to a request; the resource changes now and then.
  private static func answer(
    to request: FaultOrigin.Request, _ chance: inout SeededGenerator, _ version: inout Int
  ) -> FaultOrigin.Response {
    if Int.random(in: 0..<8, using: &chance) == 0 { version = Int.random(in: 0..<3, using: &chance) }
    let bytes = versions[version]
    var file = FaultOrigin.Response.tagged(bytes, "\"v\(version)\"")
    if Bool.random(using: &chance) { file.framing = .chunked(777) }
    switch Int.random(in: 0..<10, using: &chance) {
    case 0: return .status(503)
    case 1: return .resetAtOnce
    case 2: return .ignoringRange(bytes).header("ETag", "\"v\(version)\"")
    case 3: return file
    case 4: return .file(bytes).header("ETag", "W/\"v\(version)\"").cut(after: 9000, for: request)
    default: return file.cut(after: Int.random(in: 0...20_000, using: &chance), for: request)
    }
  }

  @Test(
    "whatever comes in whatever order, a piece is one version from its first byte to its last",
    arguments: 0..<40)
  func wholeVersions(_ seed: Int) async throws {
    let state = Mutex((chance: SeededGenerator(state: UInt64(seed)), version: 0))
    let origin = try FaultOrigin.start { request in
      state.withLock { state in
        var answer = Self.answer(to: request, &state.chance, &state.version)
        answer.lull = .zero
        return answer
      }
    }
    var settings = TransferSettings.quick
    settings.backOff = BackOff(base: .zero, cap: .zero, jitter: 0)
    settings.retries = 12
    let isInPieces = seed.isMultiple(of: 2)
    let lengths: [Int64] = isInPieces ? [5000, 20_000, 3000] : []
    let ledger = try await resuming(
      origin, start: isInPieces ? 2000 : nil, lengths: lengths, settings: settings)
    #expect(ledger.begins == ledger.abandons + ledger.pieceCount)
    guard ledger.results.first?.failure == nil else { return }
    if isInPieces {
      var first = 2000
      for (piece, length) in lengths.enumerated() {
        let wanted = Self.versions.map { Array($0[first..<(first + Int(length))]) }
        #expect(wanted.contains { $0 == ledger.piece(0, piece) }, "piece \(piece)")
        first += Int(length)
      }
    } else {
      #expect(Self.versions.contains { $0 == ledger.piece(0) })
    }
  }
}
