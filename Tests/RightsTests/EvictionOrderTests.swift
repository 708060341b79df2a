import Rights
import Testing

@Suite("Order of eviction") struct EvictionOrderTests {
  private func title(
    _ path: String, _ committedAt: Int64, expired: Bool = false,
    _ priority: StoragePolicy.Priority = .default, bytes: Int64 = 10
  ) -> EvictionOrder.Candidate {
    EvictionOrder.Candidate(
      path: path, hasExpired: expired, priority: priority, committedAt: committedAt, bytes: bytes)
  }

  @Test("expired first, then default, then important; the oldest commit first; then by name")
  func order() {
    let order = EvictionOrder([
      title("i1", 1, .important), title("d9", 9), title("d2b", 2), title("d2a", 2),
      title("x8", 8, expired: true, .important), title("x9", 9, expired: true), title("i0", 0, .important),
    ])
    #expect(order.candidates.map(\.path) == ["x8", "x9", "d2a", "d2b", "d9", "i0", "i1"])
  }

  @Test(
    "only as many go as it takes",
    arguments: [
      (0, [], true), (-5, [], true), (1, ["a"], true), (10, ["a"], true), (11, ["a", "b"], true),
      (30, ["a", "b", "c"], true), (31, ["a", "b", "c"], false), (.max, ["a", "b", "c"], false),
    ] as [(Int64, [String], Bool)])
  func room(_ bytes: Int64, _ goes: [String], _ suffices: Bool) {
    let plan = EvictionOrder([title("c", 3), title("b", 2), title("a", 1)]).making(room: bytes)
    #expect(plan.goes.map(\.path) == goes)
    #expect(plan.suffices == suffices)
  }

  @Test("sizes that cannot be are no way around")
  func hostile() {
    let order = EvictionOrder([title("a", 1, bytes: -7), title("b", 2, bytes: .max)])
    let plan = order.making(room: 100)
    #expect(plan.goes.map(\.path) == ["a", "b"])
    #expect(plan.suffices)
  }
}
