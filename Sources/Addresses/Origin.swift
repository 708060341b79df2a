/// Scheme, host and effective port: what credentials are bound to (RFC 6454, 4).
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  /// Lower case, no brackets; "" where the URI has no authority.
  package let host: String
  /// Nil where the scheme has no port of its own and none is written.
  package let port: Int?

  init(scheme: String, host: String, port: Int?) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// "https://host:443"; brackets around an IPv6 host.
  package var description: String {
    let host = self.host.contains(":") ? "[\(self.host)]" : self.host
    return port.map { "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)"
  }
}

extension URI {
  package var origin: Origin { Origin(scheme: scheme, host: host ?? "", port: effectivePort) }
}
