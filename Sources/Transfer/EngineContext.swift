import Addresses
import Synchronization

/// What all slots of one engine share: built on its thread and confined to it.
final class EngineContext {
  let settings: TransferSettings
  let boundary: Boundary
  let totals: Totals
  /// For the source's origin.
  let allHeaders: HeaderList
  /// For everybody.
  let openHeaders: HeaderList
  /// Whether there is anything to withhold.
  let holdsCredentials: Bool
  /// Stands in messages where there is no URI.
  let nowhere: URI

  private let unproxied: [String]

  /// nil when not even an empty URI can be made, which cannot happen.
  init?(_ settings: TransferSettings, _ boundary: Boundary, _ totals: Totals) {
    do {
      nowhere = try URI("http://nowhere.invalid/")
    } catch {
      return nil
    }
    self.settings = settings
    self.boundary = boundary
    self.totals = totals
    allHeaders = HeaderList(settings.headers)
    openHeaders = HeaderList(settings.headers.filter(\.goesEverywhere))
    holdsCredentials = settings.headers.contains { !$0.goesEverywhere }
    unproxied = (settings.noProxy ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Whether a host is reached through a proxy, so that the address connected to is the proxy's.
  func isProxied(_ host: String) -> Bool {
    guard settings.proxy?.isEmpty == false else { return false }
    return !unproxied.contains { entry in
      if entry == "*" { return true }
      let name = entry.hasPrefix(".") ? String(entry.dropFirst()) : entry
      return host == name || host.hasSuffix("." + name)
    }
  }
}

/// Sums over all engines.
final class Totals: Sendable {
  private let requests = Atomic<Int>(0)
  private let retries = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)

  func addRequest() { requests.wrappingAdd(1, ordering: .relaxed) }
  func addRetry() { retries.wrappingAdd(1, ordering: .relaxed) }
  func add(bytes count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }

  var sums: TransferTotals {
    TransferTotals(
      requests: requests.load(ordering: .relaxed), retries: retries.load(ordering: .relaxed),
      bytes: Int64(bytes.load(ordering: .relaxed)))
  }
}
