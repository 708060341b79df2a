import Console
import Transfer

/// What happens on the way, in words.
enum TransferEvents {
  /// Retries to those who asked for details, what was lost to everybody.
  static func tell(_ event: TransferEvent, _ console: Console) {
    switch event {
    case .retry(let notice): console.detail("\(notice.failure.message); trying again")
    case .cookiesNotSaved(let error): console.warning("the cookies of this run are lost: \(error)")
    }
  }
}
