import CCurl

/// When a request takes too long or goes too slowly, and what the rate limit does with it.
extension Slot {
  /// What stands against waiting longer; nil when nothing does.
  func overdue(now: Time) -> TransferFailure.Kind? {
    if work?.isCancelled == true { return .cancelled }
    // The time of a pause is ours, not the server's.
    if pause.end != nil { return nil }
    if reception.sawBytes {
      reception.sawBytes = false
      lastActivity = now
    }
    return stall(now) ?? slowness(now)
  }

  private func stall(_ now: Time) -> TransferFailure.Kind? {
    guard now - lastActivity >= context.settings.stallTimeout else { return nil }
    // While connecting, libcurl's own limit applies; the time begins when the request was sent.
    let sentAfter = easy.offset(CURLINFO_PRETRANSFER_TIME_T)
    guard sentAfter > 0 else { return nil }
    guard now - (startTime + .microseconds(sentAfter)) >= context.settings.stallTimeout else { return nil }
    return .stalled(
      context.settings.stallTimeout, received: easy.offset(CURLINFO_SIZE_DOWNLOAD_T),
      expected: reception.head?.contentLength)
  }

  /// A body under way whose mean rate is below what is wanted; pauses do not count.
  private func slowness(_ now: Time) -> TransferFailure.Kind? {
    guard let limit = context.settings.throttledRate, reception.sink != nil else { return nil }
    guard let rate = window.rate(bytes: reception.sent, at: now - startTime - pause.sum), rate < limit else {
      return nil
    }
    return .tooSlow(rate: rate, limit: limit)
  }

  /// Whether the rate limit lets a block of a body through now; if not, the request is paused from here on.
  func admits(_ count: Int) -> Bool {
    guard let gate = context.gate else { return true }
    return pause.admits(count, gate, at: .now)
  }

  /// Lets a paused request go on; what libcurl says against it, nil when nothing.
  func resumeReception(now: Time) -> TransferFailure.Kind? {
    pause.finish(at: now)
    lastActivity = now
    // Gives on what it held back before it returns.
    return transportFailure(curl_easy_pause(easy.raw, CURLPAUSE_CONT))
  }
}
