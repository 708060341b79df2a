import Files

/// The value of a Retry-After field (RFC 9110, 10.2.3).
enum RetryAfter {
  /// The wait that the server asks for; nil when it asks for none or in a form that cannot be read. A date is
  /// taken relative to the answer's own Date field, so that neither clock need be right.
  static func wait(in head: ResponseHead) -> Duration? {
    guard let value = head.fields.value("retry-after") else { return nil }
    if let seconds = ResponseHead.digits(value) { return .seconds(seconds) }
    // The century of a two-digit year: any will do, since only the difference counts.
    let century = Instant(seconds: 1_800_000_000)
    guard let date = head.date, let then = Instant(httpDate: value, now: century),
      let now = Instant(httpDate: date, now: century)
    else { return nil }
    return .seconds(max(then.seconds - now.seconds, 0))
  }
}
