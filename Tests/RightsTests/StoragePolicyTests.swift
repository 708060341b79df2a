import Rights
import Testing

@Suite struct StoragePolicyTests {
  @Test(
    "a title has expired from its instant on",
    arguments: [
      (nil, .max, false, nil), (100, 99, false, 1), (100, 100, true, 0), (100, 101, true, 0),
      (.max, .min, false, .max), (.min, .min, true, 0), (-5, -6, false, 1),
    ] as [(Int64?, Int64, Bool, Int64?)])
  func expiry(_ expiresAt: Int64?, _ now: Int64, _ hasExpired: Bool, _ left: Int64?) {
    let policy = StoragePolicy(expiresAt: expiresAt)
    #expect(policy.hasExpired(at: now) == hasExpired)
    #expect(policy.secondsLeft(at: now) == left)
  }

  @Test("what is important goes after what is not")
  func order() {
    #expect(
      [StoragePolicy.Priority.important, .default, .important].sorted() == [.default, .important, .important])
    #expect(StoragePolicy().priority == .default)
    #expect(StoragePolicy.Priority.allCases.map(\.rawValue) == ["default", "important"])
  }
}
