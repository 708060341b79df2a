extension Int64 {
  /// The sum, held at the ends of the range: what a source claims may be beyond all measure.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}
