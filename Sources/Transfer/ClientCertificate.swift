/// What tells a server who we are in TLS (RFC 8446, 4.4.2).
package struct ClientCertificate: Sendable, Hashable {
  /// A PEM file; PKCS #12 where the name ends in .p12 or .pfx.
  package var file: String
  /// The PEM file of its private key; nil: the key is in `file`.
  package var keyFile: String?
  /// What the key is locked with; nil: nothing.
  package var password: String?

  package init(file: String, keyFile: String? = nil, password: String? = nil) {
    self.file = file
    self.keyFile = keyFile
    self.password = password
  }

  /// libcurl's name of the format.
  var format: String {
    let name = file.lowercased()
    return name.hasSuffix(".p12") || name.hasSuffix(".pfx") ? "P12" : "PEM"
  }
}

/// A version of the Internet Protocol.
package enum IPVersion: Sendable, Hashable {
  case v4
  case v6
}
