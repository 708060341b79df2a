import Synchronization

/// Does the same to many items at once and returns what came of each, in their order; at most 64 at
/// the same time.
///
/// - Throws: the failure of the first item, by its position, that failed.
func mapConcurrently<Item: Sendable, Value: Sendable>(
  _ items: [Item], _ body: @escaping @Sendable (Item) async throws(DownloadError) -> Value
) async throws(DownloadError) -> [Value] {
  let results = ResultBox<Value>(count: items.count)
  await withTaskGroup(of: Void.self) { group in
    for (index, item) in items.enumerated() {
      if index >= mostAtOnce { await group.next() }
      // After a failure the rest would be for nothing.
      if results.hasFailure { break }
      group.addTask {
        do throws(DownloadError) {
          results.set(.success(try await body(item)), at: index)
        } catch {
          results.set(.failure(error), at: index)
        }
      }
    }
  }
  return try results.values()
}

/// Enough to keep every connection busy.
private let mostAtOnce = 64

/// Takes results from several tasks. (A task group that returns tuples of an index and a `Result` loses the
/// index when Swift 6.3 optimises it.)
private final class ResultBox<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, DownloadError>?]>

  init(count: Int) {
    results = Mutex(Array(repeating: nil, count: count))
  }

  func set(_ result: Result<Value, DownloadError>, at index: Int) {
    results.withLock { $0[index] = result }
  }

  var hasFailure: Bool {
    results.withLock { results in
      results.contains { if case .failure = $0 { true } else { false } }
    }
  }

  func values() throws(DownloadError) -> [Value] {
    var values: [Value] = []
    // A failure may stand behind items that were not begun for its sake.
    for case .failure(let error)? in results.withLock({ $0 }) { throw error }
    for result in results.withLock({ $0 }) {
      guard let result else { throw DownloadError(.stopped, "stopped before everything was looked at") }
      values.append(try result.get())
    }
    return values
  }
}
