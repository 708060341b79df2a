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
  /// Attempts after the first one; an attempt that completed a piece starts the count anew.
  package var retries = 6
  package var backOff = BackOff()
  /// The longest wait that a Retry-After field may ask for.
  package var retryAfterLimit = Duration.seconds(120)
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
  /// `http://host:port`, `socks5h://…`; nil: none, whatever the environment says.
  package var proxy: String?
  /// Hosts reached without the proxy, comma-joined.
  package var noProxy: String?

  package init() {}

  /// The values that the engines use: bounds applied.
  var checked: TransferSettings {
    var settings = self
    settings.connections = min(max(connections, 1), 64)
    settings.engines = min(max(engines, 1), 8, settings.connections)
    settings.retries = max(retries, 0)
    settings.redirectLimit = max(redirectLimit, 0)
    settings.headers = headers.filter { !$0.isReserved }
    return settings
  }
}
