import Addresses
import Support
import Testing
import Transfer

@Suite("run: jobs pulled from a source")
struct RunTests {
  @Test("two hundred resources come whole over few connections, each result once")
  func many() async throws {
    let origin = try FaultOrigin.start { request in .file(pattern(5000, seed: UInt8(request.path.count))) }
    let ledger = try await run { ledger in
      try (0..<200).map {
        try .gathering($0, origin.url("/\(String(repeating: "a", count: $0))"), into: ledger)
      }
    }
    #expect(ledger.results.map(\.jobID) == Array(0..<200))
    #expect(ledger.results.allSatisfy { $0.failure == nil && $0.requests == 1 && $0.bytes == 5000 })
    for id in 0..<200 { #expect(ledger.piece(id) == pattern(5000, seed: UInt8(id + 1))) }
    #expect(origin.connections <= 8)
  }
}
