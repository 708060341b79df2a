/// Brings results to those who wait for them.
enum Reports {
  /// Each source gets its results in one call, in the order in which they came; each fetch its own. What was kept of
  /// work that ends without it is abandoned before.
  static func deliver(_ batch: [Dispatcher.Ended]) {
    var runs: [Run] = []
    var results: [[TransferResult]] = []
    for item in batch {
      item.work.kept?.sink.abandon()
      switch item.work.client {
      case .fetch(let ticket):
        ticket.finish(answer(item))
      case .run(let run, let jobID, _):
        let result = TransferResult(
          jobID: jobID, failure: item.failure, requests: item.work.requests, retries: item.work.retries,
          bytes: item.work.bytes, completePieces: item.work.completePieces)
        if let index = runs.firstIndex(where: { $0 === run }) {
          results[index].append(result)
        } else {
          runs.append(run)
          results.append([result])
        }
      }
    }
    for (run, results) in zip(runs, results) { run.source.completed(results) }
  }

  private static func answer(_ item: Dispatcher.Ended) -> FetchTicket.Answer {
    if let fetched = item.fetched { return .success(fetched) }
    return .failure(item.failure ?? TransferFailure(.library("nothing came"), uri: item.work.asked.uri))
  }
}
