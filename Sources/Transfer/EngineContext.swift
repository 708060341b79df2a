import Addresses
import Synchronization

/// What all slots of one engine share: built on its thread and confined to it.
final class EngineContext {
  let settings: TransferSettings
  let boundary: Boundary
  let totals: Totals
  /// nil without a rate limit.
  let gate: RateGate?
  let fields: RequestFields
  let cookies: CookieStore
  /// Stands in messages where there is no URI.
  let nowhere: URI

  /// nil when not even an empty URI can be made, which cannot happen.
  init?(_ settings: TransferSettings, _ commons: EngineCommons) {
    do {
      nowhere = try URI("http://nowhere.invalid/")
    } catch {
      return nil
    }
    self.settings = settings
    boundary = commons.boundary
    totals = commons.totals
    gate = commons.gate
    cookies = commons.cookies
    fields = RequestFields(settings, commons.fresh)
  }

  /// The proxy that an address is reached through; nil: none.
  func proxy(for uri: URI) -> String? { settings.proxies.proxy(for: uri) }

  /// Whether an address is reached through a proxy, so that what is connected to is the proxy's.
  func isProxied(_ uri: URI) -> Bool { proxy(for: uri) != nil }
}

/// What all engines share.
struct EngineCommons: Sendable {
  let boundary: Boundary
  let totals: Totals
  /// nil without a rate limit.
  let gate: RateGate?
  let cookies: CookieStore
  let fresh: FreshFields
}

/// Sums over all engines.
final class Totals: Sendable {
  private let requests = Atomic<Int>(0)
  private let retries = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let keptPieces = Atomic<Int>(0)

  /// The most half-done pieces kept between attempts: each may hold a buffer and an open file.
  static let keptLimit = 64

  func addRequest() { requests.wrappingAdd(1, ordering: .relaxed) }
  func addRetry() { retries.wrappingAdd(1, ordering: .relaxed) }
  func add(bytes count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }

  /// Makes room for one more kept piece; false when there is none.
  func takeKeptPlace() -> Bool {
    if keptPieces.wrappingAdd(1, ordering: .relaxed).newValue <= Self.keptLimit { return true }
    giveKeptPlace()
    return false
  }

  func giveKeptPlace() { keptPieces.wrappingSubtract(1, ordering: .relaxed) }

  var sums: TransferTotals {
    TransferTotals(
      requests: requests.load(ordering: .relaxed), retries: retries.load(ordering: .relaxed),
      bytes: Int64(bytes.load(ordering: .relaxed)))
  }
}
