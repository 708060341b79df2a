/// How transfers are made: one value for all of a run.
package struct TransferSettings: Sendable {
  /// Requests under way at the same time, all engines together; 1 to 64.
  package var connections = 8
  /// Threads that carry them; 1 to 8. Best the smaller of 2 and the number of cores.
  package var engines = 1
  /// From the start of an attempt to an open connection: name, TCP, TLS.
  package var connectTimeout = Duration.seconds(15)
  /// How long an open connection may bring no byte.
  package var stallTimeout = Duration.seconds(20)
  /// Attempts after the first one. An attempt that completed a piece, or brought enough of one that the next goes on
  /// with (at least 64 KiB, or a sixteenth of what was left of it), starts the count anew.
  package var retries = 6
  package var backOff = BackOff()
  /// The longest wait that a Retry-After field may ask for (RFC 9110, 10.2.3); who asks for more is not asked again.
  package var retryAfterLimit = Duration.seconds(120)
  /// The least mean rate of a body over `throttledWindow`, in bytes a second: below it the attempt is given up and
  /// another made, since many servers throttle a connection and not its client. Time in which our own `rateLimit`
  /// held the body back does not count. nil: any rate will do.
  package var throttledRate: Int64?
  package var throttledWindow = Duration.seconds(30)
  /// Bytes of bodies a second, as sent, over all transfers together; nil: no limit.
  package var rateLimit: Int64?
  package var userAgent = "hlspack"
  /// Fields given by the user. Only those that go everywhere leave the source's origin.
  package var headers: [HeaderField] = []
  /// Hosts beside the source's origin that get every field: `cdn.example.com`, or `.example.com` for the
  /// subdomains too.
  package var credentialHosts: [String] = []
  /// Redirects followed for one request.
  package var redirectLimit = 10
  /// A PEM file of certificate authorities in place of the system's; nil: the system's.
  package var caFile: String?
  /// No check of certificates at all.
  package var insecure = false
  /// Lets a remote playlist lead to addresses less public than its own.
  package var allowPrivateHosts = false

  // MARK: Other people's networks

  /// Fields for resources of one kind alone, in place of general ones of the same name. They go to whichever host
  /// the source names for that kind; those that do not go everywhere never cross a redirect to another origin.
  package var classHeaders: [ResourceKind: [HeaderField]] = [:]
  /// Cookies beside those that servers set, `a=1; b=2`; for the source's origin and `credentialHosts`. nil: none.
  package var cookies: String?
  /// The jar to begin with, written back at the end; nil: cookies live as long as the transfers do.
  package var cookieFile: CookieFile?
  /// User names and passwords by host, for the source's origin and `credentialHosts`; nil: none.
  package var netrcFile: NetrcFile?
  /// `name:password` for the source's origin and `credentialHosts` (RFC 7617); nil: none. A field called
  /// Authorization in `headers` goes before it.
  package var user: String?
  /// Whether the source's query parameters are added to addresses on its origin and on `credentialHosts`, where one
  /// of that name is not there yet. They are on the wire only: no result and no message shows them.
  package var appendsSourceQuery = false
  package var proxies = Proxies()
  /// Shown to the source's origin and `credentialHosts` alone; nil: none.
  package var clientCertificate: ClientCertificate?
  /// The only version of IP to connect by; nil: either.
  package var ipVersion: IPVersion?
  /// Where connections come from: an address of this machine, or the name of an interface; nil: the system decides.
  package var sourceAddress: String?

  package init() {}

  /// The values that the engines use: bounds applied.
  var checked: TransferSettings {
    var settings = self
    settings.connections = min(max(connections, 1), 64)
    settings.engines = min(max(engines, 1), 8, settings.connections)
    settings.retries = max(retries, 0)
    settings.redirectLimit = max(redirectLimit, 0)
    settings.throttledRate = throttledRate.flatMap { $0 > 0 ? $0 : nil }
    settings.rateLimit = rateLimit.map { max($0, 1) }
    settings.headers = headers.filter { !$0.isReserved }
    settings.classHeaders = classHeaders.mapValues { $0.filter { !$0.isReserved } }
    return settings
  }
}
