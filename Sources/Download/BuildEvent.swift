package import Files

/// What happens while a bundle is built, told as values; nobody has to listen.
package enum BuildEvent: Sendable {
  /// What will be done, before the first segment is asked for.
  case planned(BuildPlan)
  /// Something odd that was tolerated; one sentence.
  case warning(String)
  /// Something that only a person who follows closely wants to know; one sentence.
  case detail(String)
  /// Nothing is transferred until the window opens.
  case waiting(until: Instant)
  /// How far the work is; at most four a second.
  case progress(BuildProgress)
  /// A stream came to its end; nil message: complete.
  case selection(id: String, failure: String?)
}

/// How far a build is, over all and for each media selection.
package struct BuildProgress: Sendable {
  package struct Part: Sendable {
    /// The selection's identifier, stable across runs and tokens.
    package let id: String
    /// 0…1, by loaded time.
    package let fraction: Double
    package let bytes: Int64
    package let expectedBytes: Int64
    /// Seconds of the presentation that are stored, merged where they touch.
    package let loadedTimeRanges: [ClosedRange<Double>]
    package let expectedTimeRange: ClosedRange<Double>
  }

  /// 0…1, never falling.
  package let fraction: Double
  package let bytes: Int64
  package let expectedBytes: Int64
  package let bytesPerSecond: Int64
  /// Media files that this run has stored.
  package let files: Int
  /// nil while it cannot be told.
  package let secondsLeft: Double?
  package let parts: [Part]
}
