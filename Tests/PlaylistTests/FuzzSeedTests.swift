import Playlist
import Testing

/// What `make fuzz` found once, and what it begins with.
@Suite struct FuzzSeedTests {
  @Test("what the fuzzer found keeps every promise", arguments: Fixture.all(in: "../Fuzz/seeds"))
  func seeds(_ seed: Fixture) throws {
    let lenient = try FixtureTests.parser()
    guard let parsed = try? lenient.parse(seed.bytes) else {
      // What cannot be read leniently is not taken strictly either.
      #expect(throws: PlaylistError.self) { try FixtureTests.parser(.strict).parse(seed.bytes) }
      return
    }
    #expect(PlaylistEdits(of: parsed.text).serialized() == seed.bytes)
    let exact = PlaylistEdits(of: parsed.text).serialized(normalizing: true)
    let again = try lenient.parse(exact)
    let twice = PlaylistEdits(of: again.text).serialized(normalizing: true)
    #expect(String(decoding: twice, as: UTF8.self) == String(decoding: exact, as: UTF8.self))
    let hasVariables = parsed.text.lines.indices.contains { parsed.text.tag($0) == .define }
    if !hasVariables, parsed.warnings.allSatisfy(\.rule.isRepairable) {
      #expect(throws: Never.self) { try FixtureTests.parser(.strict).parse(exact) }
    }
  }
}
