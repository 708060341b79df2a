import Addresses
import CCurl
import Glibc

/// One easy handle and the work that it carries now, hop by hop; used again for all work of its engine, and
/// confined to the engine's thread.
final class Slot {
  typealias Time = ContinuousClock.Instant

  /// What the end of a request means.
  enum Outcome {
    /// A redirect: the next request is prepared.
    case again
    case succeeded(Fetched?)
    case failed(TransferFailure)
  }

  let easy: EasyHandle
  let reception: Reception
  private(set) var work: Work?
  /// Where the request under way goes.
  private(set) var uri: URI?
  var startTime: Time
  /// When bytes were last seen to come, or the rate limit let them.
  var lastActivity: Time
  /// What the rate limit holds back.
  var pause = Pause()
  /// How fast the body comes.
  var window: RateWindow

  let context: EngineContext
  private var redirects: [URI] = []
  /// A redirect left an origin: no credentials from there on.
  var hasCrossedOrigins = false
  private var withheldFrom: String?
  /// The address that the guard refused last.
  private var refusedAddress: String?
  private var memory: MemorySink?
  private var acceptEncoding = ""
  private var hasRange = false
  /// The fields of a request with If-Range.
  var ownHeaders: HeaderList?
  private var asksHead = false
  private var posts = false

  /// nil when memory is short.
  init?(_ context: EngineContext, now: Time) {
    guard let easy = EasyHandle() else { return nil }
    self.easy = easy
    self.context = context
    reception = Reception(context.totals)
    window = RateWindow(context.settings.throttledWindow)
    startTime = now
    lastActivity = now
    applySettings()
    applyCallbacks()
    if easy.takeFault() != nil { return nil }
  }

  // MARK: The work

  /// Takes work and prepares its first request; what stands against it otherwise.
  func begin(_ work: Work, now: Time) -> TransferFailure.Kind? {
    self.work = work
    uri = work.asked.uri
    redirects = []
    hasCrossedOrigins = false
    return prepareRequest(now)
  }

  /// Judges a request that came to its end: `failure` is what the transport says, nil when it is content.
  func conclude(_ failure: TransferFailure.Kind?, now: Time) -> Outcome {
    noteSourceClass()
    let kind = reception.conclude(failure)
    work?.bytes += reception.received
    work?.note(completePieces: reception.completePieces, kept: reception.kept)
    pause.reset(context.gate, at: now)
    if case .redirect(let location) = reception.verdict {
      if case .cancelled? = failure { return .failed(fail(.cancelled)) }
      if let refusal = follow(location, now) { return .failed(fail(refusal)) }
      return .again
    }
    if let kind { return .failed(fail(kind)) }
    return .succeeded(fetched)
  }

  /// Gives the work away and forgets it.
  func release() -> Work? {
    defer {
      work = nil
      uri = nil
      memory = nil
      reception.clear()
    }
    return work
  }

  func fail(_ kind: TransferFailure.Kind) -> TransferFailure {
    let asked = work?.asked.uri ?? uri ?? context.nowhere
    let host = uri?.host.flatMap { $0 == asked.host ? nil : $0 }
    return TransferFailure(kind, uri: asked, redirectedTo: host, withheldFrom: withheldFrom)
  }

  private var fetched: Fetched? {
    guard let memory, let head = memory.head else { return nil }
    return Fetched(head: head, bytes: memory.bytes, redirects: redirects)
  }

  // MARK: One request

  private func prepareRequest(_ now: Time) -> TransferFailure.Kind? {
    guard let work, let uri, let host = uri.host else { return .invalid("nothing was asked for") }
    if context.isProxied(uri), !context.boundary.admits(Boundary.writtenClass(of: host)) {
      return .refusedAddress(host)
    }
    if let flaw = versionFlaw(of: uri) { return flaw }
    startTime = now
    lastActivity = now
    window = RateWindow(context.settings.throttledWindow)
    refusedAddress = nil
    easy.clearError()
    // Over TLS the first handshake tells whether one connection will do for all; without TLS there is no HTTP/2,
    // and libcurl would wait for the first answer to learn it.
    easy.set(CURLOPT_PIPEWAIT, uri.scheme == "https" ? 1 : 0)
    // A connection that stands was let through by another rule.
    easy.set(CURLOPT_FRESH_CONNECT, work.asked.isSource && !context.boundary.mayReuse ? 1 : 0)
    let demand = work.demand(at: uri)
    withheldFrom = applyNetwork(
      to: uri, kind: work.asked.kind, crossedOrigins: hasCrossedOrigins,
      more: (condition(demand).map { [$0] } ?? []) + (work.asked.posted?.lines ?? []))
    context.cookies.noteRequest()
    applyRange(demand.rangeField, kind: work.asked.kind)
    applyMethod(isHeadOnly: work.asked.isHeadOnly)
    apply(work.asked.posted)
    reception.prepare(
      for: work.asked, at: uri, demand, completePieces: work.completePieces, kept: work.kept,
      makeSink: sinkMaker(work))
    self.work?.requests += 1
    context.totals.addRequest()
    return easy.takeFault().map { .library($0) }
  }

  private func sinkMaker(_ work: Work) -> (Int) -> any PieceSink {
    if case .run(_, _, let makeSink) = work.client { return makeSink }
    let memory = MemorySink()
    self.memory = memory
    return { _ in memory }
  }

  private func applyMethod(isHeadOnly: Bool) {
    guard isHeadOnly != asksHead else { return }
    asksHead = isHeadOnly
    // Taking NOBODY back leaves HEAD as the method; HTTPGET sets both.
    easy.set(isHeadOnly ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1)
  }

  private func apply(_ posted: PostedText?) {
    if let posted {
      easy.set(CURLOPT_POST, 1)
      easy.set(CURLOPT_POSTFIELDSIZE, posted.text.utf8.count)
      easy.set(CURLOPT_COPYPOSTFIELDS, posted.text)
      posts = true
    } else if posts {
      easy.set(CURLOPT_HTTPGET, 1)
      asksHead = false
      posts = false
    }
  }

  private func applyRange(_ range: String?, kind: ResourceKind) {
    if let range {
      easy.set(CURLOPT_RANGE, range)
      hasRange = true
    } else if hasRange {
      easy.set(CURLOPT_RANGE, nil)
      hasRange = false
    }
    // A range of a compressed body would be a range of other bytes.
    let encoding = range == nil ? kind.acceptEncoding : "identity"
    guard encoding != acceptEncoding else { return }
    easy.set(CURLOPT_ACCEPT_ENCODING, encoding)
    acceptEncoding = encoding
  }

  private func follow(_ location: String, _ now: Time) -> TransferFailure.Kind? {
    guard let current = uri else { return .redirect("leads nowhere") }
    guard redirects.count < context.settings.redirectLimit else {
      return .redirect("more than \(context.settings.redirectLimit) redirects")
    }
    let next: URI
    do {
      next = try current.resolve(location)
    } catch {
      return .redirect("a redirect whose Location \(error.reason)")
    }
    guard next.isHTTP, next.host != nil else {
      return .redirect("a redirect to '\(next.scheme):' is refused")
    }
    guard current.scheme == "http" || next.scheme == "https" else {
      return .redirect("a redirect from https to http is refused")
    }
    redirects.append(current)
    if next.origin != current.origin { hasCrossedOrigins = true }
    uri = next.withoutFragment
    return prepareRequest(now)
  }

  /// The address that the source was really connected to decides what later requests may reach.
  private func noteSourceClass() {
    guard work?.asked.isSource == true, let uri, let host = uri.host, reception.head != nil else { return }
    if context.isProxied(uri) {
      context.boundary.noteSourceClass(Boundary.writtenClass(of: host))
    } else if let reach = easy.peerAddress.flatMap(AddressClass.of(literal:)) {
      context.boundary.noteSourceClass(reach)
    }
  }

  // MARK: The guard

  /// Opens a socket for an address that the boundary admits; nil when it does not.
  fileprivate func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t? {
    let raw = UnsafeRawPointer(address)
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let target = SocketAddress(raw + offset, family: address.pointee.family)
    guard uri.map(context.isProxied) == true || target.reach.map(context.boundary.admits) == true else {
      refusedAddress = target.text
      return nil
    }
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.pointee.family, kind, address.pointee.`protocol`)
    return descriptor >= 0 ? descriptor : nil
  }

  /// What a code of libcurl means for this request; nil when it is content.
  func transportFailure(_ code: CURLcode) -> TransferFailure.Kind? {
    if code == CURLE_COULDNT_CONNECT, let refusedAddress { return .refusedAddress(refusedAddress) }
    return CurlFailure(easy, uri, reception, context.settings).kind(of: code)
  }
}

extension Slot {
  private func applySettings() {
    let settings = context.settings
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.set(CURLOPT_BUFFERSIZE, 256 << 10)
    easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    easy.set(CURLOPT_FOLLOWLOCATION, 0)
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Codings are offered, but undone by the reception: libcurl takes compressed data that ends early for whole.
    easy.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    easy.set(CURLOPT_TCP_KEEPALIVE, 1)
    // An aborted transfer must not wait for the resolver's thread.
    easy.set(CURLOPT_QUICK_EXIT, 1)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout)
    easy.set(CURLOPT_USERAGENT, settings.userAgent)
    applyNetworkSettings()
    if let file = settings.caFile { easy.set(CURLOPT_CAINFO, file) }
    if settings.insecure {
      easy.set(CURLOPT_SSL_VERIFYPEER, 0)
      easy.set(CURLOPT_SSL_VERIFYHOST, 0)
    }
  }

  private func applyCallbacks() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    easy.check(ccurl_set_pointer(easy.raw, CURLOPT_PRIVATE, me))
    let write: ccurl_data_callback = { bytes, size, count, user in
      guard let user else { return 0 }
      let slot = Unmanaged<Slot>.fromOpaque(user).takeUnretainedValue()
      let block = UnsafeRawBufferPointer(start: bytes, count: size * count)
      guard slot.admits(block.count) else { return Int(CURL_WRITEFUNC_PAUSE) }
      let before = slot.reception.arrived
      let isWanted = slot.reception.takeBody(block)
      slot.context.totals.add(bytes: slot.reception.arrived - before)
      return isWanted ? block.count : 0
    }
    easy.check(ccurl_set_write(easy.raw, write, me))
    let header: ccurl_data_callback = { bytes, size, count, user in
      guard let user else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      let slot = Unmanaged<Slot>.fromOpaque(user).takeUnretainedValue()
      return slot.reception.takeHeadLine(line) ? line.count : 0
    }
    easy.check(ccurl_set_header(easy.raw, header, me))
    let open: ccurl_socket_callback = { user, _, address in
      guard let user else { return ccurl_socket_bad() }
      return Unmanaged<Slot>.fromOpaque(user).takeUnretainedValue().openSocket(address) ?? ccurl_socket_bad()
    }
    easy.check(ccurl_set_open_socket(easy.raw, open, me))
  }

  /// The slot that a handle belongs to.
  static func of(_ easy: CurlEasy) -> Slot? {
    var pointer: UnsafeMutableRawPointer?
    guard ccurl_get_pointer(easy, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer else { return nil }
    return Unmanaged<Slot>.fromOpaque(pointer).takeUnretainedValue()
  }
}
