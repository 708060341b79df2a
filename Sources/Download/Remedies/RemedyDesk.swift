import Addresses
import Synchronization
import Transfer

/// Carries what the queue waits for to where it is found, one after the other, and the answers back: remedies, and
/// the end of the pause before a further pass.
final class RemedyDesk: Sendable {
  private enum Asked: Sendable {
    /// And when, on the clock that only goes forward.
    case remedy(RemedyRequest, time: Double)
    case pass(FurtherPass)
  }

  private let remedies: Remedies
  private let transfers: Transfers
  private let pause: Duration
  private let events: @Sendable (BuildEvent) -> Void
  private let uptime: @Sendable () -> Double
  private let requests: AsyncStream<Asked>
  private let inlet: AsyncStream<Asked>.Continuation

  init(session: BuildSession, loader: SourceLoader) {
    let volatile = session.plan.volatile
    let events = session.events
    remedies = Remedies(
      plan: session.plan, request: session.request, loader: loader, uptime: session.surroundings.uptime
    ) { text in events(.warning(volatile.scrubbed(text))) }
    self.events = events
    pause = session.request.passPause
    transfers = loader.transfers
    uptime = session.surroundings.uptime
    (requests, inlet) = AsyncStream.makeStream(of: Asked.self)
  }

  /// Takes a request; called on an engine's thread.
  func take(_ request: RemedyRequest) {
    inlet.yield(.remedy(request, time: uptime()))
  }

  /// Takes a further pass that is to begin; called on an engine's thread.
  func take(_ pass: FurtherPass) { inlet.yield(.pass(pass)) }

  /// Serves until the task is cancelled, or a failure ends the work.
  func serve(_ queue: MediaQueue) async -> Bool {
    for await asked in requests {
      switch asked {
      case .remedy(let request, let time): await serve(request, since: time, queue)
      case .pass(let pass): await serve(pass, queue)
      }
      transfers.wake()
    }
    return false
  }

  private func serve(_ pass: FurtherPass, _ queue: MediaQueue) async {
    let wait = pause * pass.pauses
    events(
      .detail("\(pass.pieces) of the pieces failed; they are asked for again in \(wait.components.seconds) s")
    )
    // Being woken early means that the work has ended.
    try? await Task.sleep(for: wait)
    queue.resume()
  }

  private func serve(_ request: RemedyRequest, since time: Double, _ queue: MediaQueue) async {
    let old = queue.pieces(of: request.stream)
    do throws(DownloadError) {
      guard let new = try await remedies.pieces(for: request, instead: old, since: time) else {
        if let next = queue.deny(request) { take(next) }
        return
      }
      queue.provide(new, for: request)
      guard request.kind == .failover(ofHost: true),
        let failed = old.lazy.map(\.uri).first(where: \.isHTTP)?.origin
      else {
        return
      }
      // Other streams of that host need not find out by themselves.
      for stream in await remedies.others(than: request.stream, from: failed) {
        if let next = queue.request(failoverOf: stream) { take(next) }
      }
    } catch {
      queue.fail(error, stream: request.stream)
    }
  }
}
