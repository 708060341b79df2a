import Synchronization

/// A switch that a handler on another thread can read.
final class Flag: Sendable {
  private let value = Atomic(false)

  func set() { value.store(true, ordering: .sequentiallyConsistent) }
  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
}

/// A count that handlers on several threads share.
final class Counter: Sendable {
  private let count = Atomic(0)

  func add() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }
  /// Adds one and tells the count with it.
  func next() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
}
