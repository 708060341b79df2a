/// Certificates of the tests' own making, signed by themselves.
package enum Certificate: String, Sendable, CaseIterable {
  /// For 127.0.0.1 and localhost, valid today.
  case good
  /// The same, but its time is over.
  case expired
  /// Valid today, for another host.
  case otherHost

  /// Writes `cert.pem` and `key.pem` into a folder.
  package func make(in folder: TemporaryFolder) async throws {
    let names = self == .otherHost ? "DNS:origin.example" : "DNS:localhost,IP:127.0.0.1"
    try await Tools.run(
      "openssl",
      [
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
        "/CN=localhost",
        "-addext", "subjectAltName=\(names)", "-keyout", folder.path("key.pem"), "-out",
        folder.path("request.pem"),
      ])
    try await Tools.run(
      "openssl",
      [
        "x509", "-req", "-in", folder.path("request.pem"), "-signkey", folder.path("key.pem"), "-days",
        self == .expired ? "-1" : "2", "-copy_extensions", "copyall", "-out", folder.path("cert.pem"),
      ])
  }
}
