import Rights
import Testing

@Suite("Clock and evidence") struct ClockTests {
  private static let day: Int64 = 86_400
  /// 2026-12-01T00:00:00Z.
  private static let then: Int64 = 1_796_083_200

  @Test(
    "what a clock may delete depends on how far it is past the evidence and on who keeps it right",
    arguments: [
      // Nothing keeps it right: thirty days, the last second included.
      (0, false, true), (-40, false, true), (30, false, true), (31, false, false), (25_567, false, false),
      // Kept right: ten years.
      (31, true, true), (3_653, true, true), (3_654, true, false), (25_567, true, false),
    ] as [(Int64, Bool, Bool)])
  func reach(_ days: Int64, _ isSynchronised: Bool, _ may: Bool) {
    let clock = ClockReading(now: Self.then + days * Self.day, isSynchronised: isSynchronised)
    #expect(clock.mayDelete(after: TimeEvidence(Self.then)) == may)
    let later = ClockReading(now: clock.now + 1, isSynchronised: isSynchronised)
    if days == 30 || days == 3_653 { #expect(!later.mayDelete(after: TimeEvidence(Self.then))) }
    let trusted = ClockReading(now: clock.now, isSynchronised: isSynchronised, isTrusted: true)
    #expect(trusted.mayDelete(after: TimeEvidence(Self.then)))
  }

  @Test("without evidence only a clock that is kept right is believed")
  func nothingKnown() {
    #expect(ClockReading(now: 5, isSynchronised: true).mayDelete(after: TimeEvidence()))
    #expect(!ClockReading(now: 5, isSynchronised: false).mayDelete(after: TimeEvidence()))
  }

  @Test("times at the ends of what can be told are no way around")
  func ends() {
    let clock = ClockReading(now: .max, isSynchronised: true)
    #expect(!clock.mayDelete(after: TimeEvidence(.min)))
    #expect(!clock.mayDelete(after: TimeEvidence(0)))
    #expect(ClockReading(now: .min, isSynchronised: false).mayDelete(after: TimeEvidence(.max)))
  }

  @Test("a clock behind the evidence extends no lease")
  func behind() {
    var evidence = TimeEvidence(10, 500, 20)
    #expect(evidence.newest == 500)
    #expect(evidence.time(by: ClockReading(now: 100, isSynchronised: true)) == 500)
    #expect(evidence.time(by: ClockReading(now: 900, isSynchronised: false)) == 900)
    evidence.note(TimeEvidence())
    evidence.note(TimeEvidence(700))
    #expect(evidence.newest == 700)
    #expect(TimeEvidence().time(by: ClockReading(now: 3, isSynchronised: false)) == 3)
  }

  @Test("a server's Date far ahead of a clock that is kept right is the server's mistake")
  func credible() {
    let kept = ClockReading(now: Self.then, isSynchronised: true)
    #expect(TimeEvidence.isCredible(Self.then + Self.day, to: kept))
    #expect(!TimeEvidence.isCredible(Self.then + Self.day + 1, to: kept))
    #expect(TimeEvidence.isCredible(Self.then - 900 * Self.day, to: kept))
    let loose = ClockReading(now: Self.then, isSynchronised: false)
    #expect(TimeEvidence.isCredible(Self.then + 9_000 * Self.day, to: loose))
  }
}
