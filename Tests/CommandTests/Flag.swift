import Synchronization

/// A switch that a handler on another thread can read.
final class Flag: Sendable {
  private let value = Atomic(false)

  func set() { value.store(true, ordering: .sequentiallyConsistent) }
  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
}
