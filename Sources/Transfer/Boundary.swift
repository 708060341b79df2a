import Addresses
import Synchronization

/// What the source decides for every request after it: who gets credentials, and how public an address must be.
/// Shared by all engines.
final class Boundary: Sendable {
  private struct State {
    var origin: Origin?
    var floor: AddressClass?
    /// Whether nobody here named the source.
    var isDistrusted = false
    /// The query of the source.
    var query: SourceQuery?
  }

  private let state = Mutex(State())
  let allowsPrivateHosts: Bool
  private let credentialHosts: [String]
  /// Whether the source's query goes with other requests.
  let completes: Bool

  init(_ settings: TransferSettings) {
    allowsPrivateHosts = settings.allowPrivateHosts
    completes = settings.appendsSourceQuery
    credentialHosts = settings.credentialHosts.map { $0.lowercased() }
  }

  /// The first URI that the user named.
  func noteSource(_ uri: URI) {
    let origin = uri.origin
    let query = completes ? SourceQuery(uri) : nil
    state.withLock { state in
      guard state.origin == nil else { return }
      state.origin = origin
      state.query = query
    }
  }

  /// Nobody here named the source: from now on only public addresses are connected to.
  func distrustSource() {
    state.withLock { state in
      state.floor = .public
      state.isDistrusted = true
    }
  }

  /// Whether connections that were made before may be used for the source.
  var mayReuse: Bool { allowsPrivateHosts || !state.withLock { $0.isDistrusted } }

  /// The class of the address that the source was really connected to; the first one counts.
  func noteSourceClass(_ reach: AddressClass) {
    state.withLock { $0.floor = $0.floor ?? reach }
  }

  /// Whether every field given by the user may go to an origin.
  func admitsCredentials(to origin: Origin) -> Bool {
    if state.withLock({ $0.origin == origin }) { return true }
    return credentialHosts.contains { host in
      guard host.hasPrefix(".") else { return host == origin.host }
      return origin.host.hasSuffix(host) || origin.host == host.dropFirst()
    }
  }

  /// The text of an address as it is requested where credentials may go: with the source's parameters, if asked for.
  func completed(_ uri: URI) -> String { state.withLock { $0.query }?.completing(uri) ?? uri.text }

  /// Whether an address of a class may be connected to.
  func admits(_ reach: AddressClass) -> Bool {
    allowsPrivateHosts || reach >= state.withLock { $0.floor } ?? .loopback
  }

  /// The class of a host behind a proxy, where only what is written can be judged: a name counts as public.
  static func writtenClass(of host: String) -> AddressClass {
    if host == "localhost" || host.hasSuffix(".localhost") { return .loopback }
    return AddressClass.of(literal: host) ?? .public
  }
}
